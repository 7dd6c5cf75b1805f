import { badInput } from './argument-rules.ts';
import type { Fields } from './fixtures.ts';
import { gatewayError } from './gateway-error.ts';
import { checkCategories } from './queries.ts';
import type { FixtureStore } from './store.ts';

/** @param argument the ID, if the input has no other. */
const notFound = (argument: string | null = null) =>
  gatewayError(
    'NOT_FOUND',
    'No resource has this ID.',
    argument === null ? {} : { argument: ['input', argument], reason: 'NOT_FOUND' },
  );

type Input = Readonly<Record<string, unknown>>;
type Mutation = (input: Input, store: FixtureStore, authorization: string) => Fields;

/** Subjects of a note, with the types of their records. */
const SUBJECTS = { lessonId: 'Lesson', courseId: 'Course', classId: 'Class', userId: 'User' } as const;

const createNote: Mutation = ({ text, ...about }, store) => {
  if (Object.values(about).every((id) => id == null))
    throw gatewayError('BAD_USER_INPUT', 'A note is about something: give one of its IDs.', {
      reason: 'REJECTED',
    });
  const given = Object.keys(about).filter((field) => about[field] != null);
  const only = given.length === 1 ? given[0] : null;
  for (const [field, type] of Object.entries(SUBJECTS))
    if (about[field] != null && !store.record(type, about[field])) throw notFound(only);
  if (about.studentId != null && !store.hasStudent(about.studentId)) throw notFound(only);
  const { id: authorId } = Object(store.resolve(store.viewer));
  const note = store.add('Note', {
    text,
    lessonId: null,
    courseId: null,
    classId: null,
    studentId: null,
    userId: null,
    ...about,
    authorId,
    createdDate: new Date().toISOString(),
    extra: {},
  });
  store.prepend('notes', { $ref: `Note:${String(note.id)}` });
  return { noteId: note.id, note };
};

/** Adds a notification to the viewer's list and to the stream. @returns it. */
export function notify(store: FixtureStore, fields: Input): Fields {
  const viewer: Fields = Object(store.resolve(store.viewer));
  const notification = store.add('Notification', {
    textParameters: null,
    path: null,
    persist: true,
    senderId: null,
    receiverId: viewer.id,
    ...fields,
    acknowledged: false,
    createdDate: new Date().toISOString(),
    extra: {},
  });
  const reference = { $ref: `Notification:${String(notification.id)}` };
  if (Array.isArray(viewer.notifications)) viewer.notifications.unshift(reference);
  store.announce(reference);
  return notification;
}

const issued = (store: FixtureStore): Fields => ({
  token: {
    accessToken: store.issueToken(),
    refreshToken: store.issueToken(),
    tokenType: 'Bearer',
    expiresIn: 3600,
    extra: {},
  },
});

/** The stream has a stored notification from the list. */
const streamed = ({ persist }: Input): Fields =>
  persist === false
    ? { streamOutcome: 'SENT', streamed: true }
    : { streamOutcome: 'NOT_STREAMED', streamed: null };

/** Implementations of mutations, by field. Others fail: write a handler for them. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  createNote,
  createTrainingNote: createNote,
  deleteNote: ({ id }, store) => {
    if (!store.remove('Note', id)) throw notFound('id');
    return { deletedId: id };
  },
  acknowledgeNotification: ({ id }, store) => {
    const notification = store.record('Notification', id);
    if (!notification) throw notFound('id');
    notification.acknowledged = true;
    return { notificationId: id, notification };
  },
  sendNotification: (input, store) => {
    const { id } = Object(store.resolve(store.viewer));
    if (!store.record('User', input.receiverId)) throw notFound('receiverId');
    if (input.receiverId === id) {
      const notification = notify(store, { ...input, senderId: id });
      return { notificationId: notification.id, notification, ...streamed(input) };
    }
    const notification = store.add('Notification', {
      ...input,
      senderId: id,
      acknowledged: false,
      extra: {},
    });
    return { notificationId: notification.id, notification, ...streamed(input) };
  },
  submitScore: ({ score, categories }, store) => {
    checkCategories(categories, ['input', 'categories']);
    if (Array.isArray(categories) && categories.length === 0)
      throw badInput(['input', 'categories'], 'must contain at least one category.', 'REQUIRED');
    const { id } = Object(store.resolve(store.viewer));
    const entry = { __typename: 'LeaderboardEntry', userId: id, score, categories, rank: 1, extra: {} };
    store.prepend('leaderboard', entry);
    return { entry, rank: entry.rank };
  },
  registerDevice: () => ({}),
  beginSignIn: ({ redirectUri, state = 'fixture-state' }) => {
    if (!URL.canParse(String(redirectUri)))
      throw badInput(['input', 'redirectUri'], 'must be an absolute URL.', 'INVALID');
    const url = new URL(String(redirectUri));
    url.searchParams.set('state', String(state));
    url.searchParams.set('code', 'fixture-code');
    return { url: url.href, state, nonce: 'fixture-nonce', codeVerifier: 'fixture-verifier' };
  },
  exchangeCode: ({ code }, store) => {
    if (code !== 'fixture-code') throw gatewayError('UNAUTHENTICATED', 'The code is not known.');
    return { ...issued(store), deviceRegistered: null };
  },
  refreshSession: (_input, store) => issued(store),
  signOut: (_input, store, authorization) => {
    store.revoke(authorization);
    return {};
  },
};

/** The mutations that need no credential. */
export const OPEN_MUTATIONS: ReadonlySet<string> = new Set([
  'beginSignIn',
  'exchangeCode',
  'refreshSession',
  'createAnonymousUser',
  'completeAtoSignOn',
]);
