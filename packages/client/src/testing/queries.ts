import type { InputPath } from '../errors.ts';
import { badInput } from './argument-rules.ts';
import { pageOf } from './connection.ts';
import type { Fields } from './fixtures.ts';
import { gatewayError } from './gateway-error.ts';
import type { FixtureStore } from './store.ts';

type Arguments = Readonly<Record<string, unknown>>;
/** Computes a field that is not simply stored. */
export type FieldReader = (source: Fields, args: Arguments, store: FixtureStore) => unknown;

const pluginOnly: FieldReader = () => {
  throw gatewayError(
    'FORBIDDEN',
    'This requires the plugin credential; the fixtures are those of a student.',
  );
};

/** A page of the notes that meet these conditions. */
const notesOf = (conditions: Arguments, page: Arguments, store: FixtureStore): Fields =>
  pageOf(
    store
      .list('notes')
      .filter((note) => Object.entries(conditions).every(([field, id]) => note[field] === id)),
    page,
    (node) => {
      const { authorId, createdDate } = Object(store.resolve(node));
      return { node, authorId, author: null, createdDate, extra: {} };
    },
  );

/** Notes about a record, by the field that names it. */
const notesBy =
  (field: string): FieldReader =>
  ({ id }, page, store) =>
    notesOf({ [field]: id }, page, store);

const image =
  (field: string): FieldReader =>
  (user) =>
    user[field] == null ? null : { base64: PIXEL, byteLength: 68, dataUri: `data:image/png;base64,${PIXEL}` };

/** A transparent PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=';

const hasCategories = (entry: Fields, categories: unknown): boolean =>
  !Array.isArray(categories) ||
  categories.every((category) => Array.isArray(entry.categories) && entry.categories.includes(category));

/** @throws GraphQLError BAD_USER_INPUT */
export function checkCategories(categories: unknown, argument: InputPath): void {
  if (Array.isArray(categories) && categories.length === 1 && String(categories[0]).includes(','))
    throw badInput(
      [...argument, 0],
      'must not contain a comma: the platform would split it into several categories.',
      'NOT_ALLOWED',
    );
}

function entriesIn(store: FixtureStore, categories: unknown): Fields[] {
  checkCategories(categories, ['categories']);
  return store.list('leaderboard').filter((entry) => hasCategories(entry, categories));
}

const matches = (user: Fields, term: unknown): boolean =>
  typeof term !== 'string' ||
  [user.handle, user.firstName, user.lastName].some((name) =>
    String(name ?? '')
      .toLowerCase()
      .includes(term.toLowerCase()),
  );

const named = (user: Fields): Fields => ({ user, details: {} });

/** The fields that are computed, by type. */
export const FIELD_READERS: Readonly<Record<string, Readonly<Record<string, FieldReader>>>> = {
  Query: {
    me: (_query, _args, store) => store.viewer,
    class: (_query, { id }, store) => store.record('Class', id),
    course: (_query, { id }, store) => store.record('Course', id),
    note: (_query, { id }, store) => store.record('Note', id),
    classes: (_query, args, store) => pageOf(store.list('classes'), args),
    courses: (_query, args, store) => pageOf(store.list('courses'), args),
    // The platform does not count its entries; the gateway does, where nothing else is requested.
    leaderboard: (_query, args, store) => {
      const page = pageOf(entriesIn(store, args.categories), args);
      return args.first === 0 ? page : { ...page, totalCount: null };
    },
    leaderboardRank: (_query, { categories, userId }, store) => {
      const { id } = Object(store.resolve(store.viewer));
      return entriesIn(store, categories).find((entry) => entry.userId === (userId ?? id)) ?? null;
    },
    notes: (_query, { filter, ...page }, store) => notesOf(Object(filter), page, store),
    searchUsers: (_query, args, store) => {
      const found = store.recordsOf('User').filter((user) => matches(user, args.term));
      return pageOf(found, args, (node) => ({ node, details: {} }));
    },
    randomUsers: (_query, { count }, store) => {
      if (!(Number(count) >= 1 && Number(count) <= 25))
        throw badInput(['count'], 'must be between 1 and 25.', 'OUT_OF_RANGE', { minimum: 1, maximum: 25 });
      return store.recordsOf('User').slice(0, Number(count)).map(named);
    },
    session: () => ({ sessionValid: true, tokenValid: true, sessionExtra: {}, tokenExtra: {} }),
    ...Object.fromEntries(
      [
        'atoRequest',
        'atoRequests',
        'badgeAssertions',
        'candidates',
        'capabilities',
        'courseBadges',
        'learners',
        'learningRecords',
        'objectiveBadges',
        'orgLearners',
        'otherSkills',
      ].map((field) => [field, pluginOnly]),
    ),
  },
  Class: { notes: notesBy('classId') },
  ClassStudent: {
    lessons: ({ id }, _args, store) =>
      store.lessonsOf(id)?.map((lesson) => ({
        lesson,
        locked: Object(lesson.locked)[String(id)] ?? null,
        studentId: id,
      })) ?? null,
    notes: notesBy('studentId'),
  },
  StudentLesson: {
    notes: ({ studentId, lesson }, page, store) =>
      notesOf({ studentId, lessonId: Object(lesson).id }, page, store),
  },
  Course: {
    lessons: ({ levels }, _args, store) => store.lessonsIn(levels),
    lesson: ({ levels }, { id }, store) => store.lessonsIn(levels).find((lesson) => lesson.id === id) ?? null,
    notes: notesBy('courseId'),
    questions: () => {
      throw gatewayError('FORBIDDEN', 'The questions of a course are for its instructors.');
    },
  },
  Lesson: {
    notes: notesBy('lessonId'),
    locked: ({ locked }, { studentId }) => Object(locked)[String(studentId)] ?? null,
  },
  Viewer: {
    profileImage: image('profilePicId'),
    coverImage: image('coverPhotoId'),
    notifications: ({ notifications }, args, store) => {
      const rows = store.resolve(notifications);
      if (!Array.isArray(rows)) return null;
      const { includeAcknowledged, since } = args;
      return pageOf(
        rows
          .filter((row: Fields | null) => row !== null)
          .filter(({ acknowledged }) => includeAcknowledged === true || acknowledged !== true)
          .filter(({ createdDate }) => typeof since !== 'string' || String(createdDate) >= since),
        args,
      );
    },
  },
};
