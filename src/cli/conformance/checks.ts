import { createHash, randomBytes } from 'node:crypto';
import type { Fact, Shown } from './facts.ts';
import { idIn, isRecord, type Json, recordsIn, textIn } from './json.ts';

/** State that the requests of one run share. */
export interface Run {
  /** Name of the records that this run creates, to find them by. */
  marker: string;
  known(fact: Fact): string | undefined;
}

/** Effect of a write; announced before it is sent. */
interface Effect {
  /** In the third person, as in `creates a badge`. */
  does: string;
  /** What remains. Null: a later request of the same group undoes the write. */
  leaves: string | null;
  /** Writes that are only sent together, as one removes what another creates. */
  group?: 'note' | 'bucket' | 'notification';
}

/** One request to a route of the contract. */
export interface Check {
  /** Method and path, as in the contract. */
  route: string;
  /** Distinguishes several requests to one route. */
  variant?: string;
  /** Whose token is sent to a route that takes a user token. Default: the user's. */
  as?: 'instructor' | 'leavingUser';
  needs?: readonly Fact[];
  /** The parameters by name; the contract defines where each is sent. */
  values?(fact: (name: Fact) => string, run: Run): Json;
  /** Reads facts that other requests need from the response. */
  shows?(json: unknown, run: Run): Shown;
  /** Writes only. */
  effect?: Effect;
  /** Sent only to discover facts; its response is not reported. */
  isDiscovery?: true;
}

export const nameOf = ({ route, variant }: Pick<Check, 'route' | 'variant'>): string =>
  variant === undefined ? route : `${route} (${variant})`;

const NOTE_IDS = ['noteId', 'id', '_id'] as const;
const NOTIFICATION_IDS = ['notificationId', 'id', '_id'] as const;
const BADGE_IDS = ['badgeId', 'id', '_id'] as const;

/** The record in the response to a write: the body itself, or a member of it. */
const recordIn = (json: unknown, name: string): unknown =>
  [json, ...(isRecord(json) ? [json[name], json.data] : [])].find(
    (candidate) => isRecord(candidate) && textIn(candidate, 'error') === undefined,
  );

const profile = (json: unknown): Shown => ({
  userId: idIn(json, 'userId'),
  handle: textIn(json, 'handle'),
  profilePic: textIn(json, 'profilePic'),
  coverPhoto: textIn(json, 'coverPhoto'),
});

/** The configured class, or else the first in which the user is a student. */
function studiedClass(json: unknown, run: Run): Shown {
  const studied = recordsIn(json).filter((record) => idIn(record, 'studentId') !== undefined);
  const configured = run.known('classId');
  const found = studied.find((record) => configured === undefined || idIn(record, 'groupId') === configured);
  return {
    classId: idIn(found, 'groupId'),
    studentId: idIn(found, 'studentId'),
    courseId: idIn(found?.course, 'courseId'),
  };
}

function firstLesson(json: unknown): Shown {
  const levels = isRecord(json) ? recordsIn(json.levels) : [];
  return { lessonId: levels.map((level) => idIn(recordsIn(level.lessons)[0], 'lessonId')).find(Boolean) };
}

/** The record that this run created, found by its text. */
const createdByRun = (json: unknown, { marker }: Run): Json | undefined =>
  recordsIn(json).find((record) => record.text === marker);

/** An entry with user and categories; the contract shows neither, so the usual names are tried. */
function rankedEntry(json: unknown): Shown {
  for (const entry of recordsIn(json)) {
    const rankedUserId = idIn(entry, 'userId', 'user') ?? idIn(entry.user, 'userId');
    const { categories } = entry;
    const rankedCategories = Array.isArray(categories) ? categories.join(',') : textIn(entry, 'categories');
    if (rankedUserId !== undefined && rankedCategories) return { rankedUserId, rankedCategories };
  }
  return {};
}

/** Sends facts as parameters, which requires that they are known. */
const sending = (facts: Readonly<Record<string, Fact>>): Required<Pick<Check, 'needs' | 'values'>> => ({
  needs: Object.values(facts),
  values: (fact) => Object.fromEntries(Object.entries(facts).map(([name, source]) => [name, fact(source)])),
});

const PAGE = { limit: 10, page: 1 };

/** A verb on the ADL list that does not complete anything. */
const EXPERIENCED = 'http://adlnet.gov/expapi/verbs/experienced';

const IN_THE_RECORD = "a statement in the user's learning record";

/** Every route of the contract, ordered so that created records are read and then removed. */
export const CHECKS: readonly Check[] = [
  {
    route: 'GET /oauth/v2/signin',
    needs: ['clientId', 'redirectUri'],
    values: (fact, { marker }) => ({
      client_id: fact('clientId'),
      response_type: 'code',
      redirect_uri: fact('redirectUri'),
      state: marker,
      app_login: false,
      code_challenge: createHash('sha256').update(randomBytes(32).toString('hex')).digest('base64url'),
      code_challenge_method: 'S256',
      nonce: randomBytes(16).toString('hex'),
    }),
  },
  { route: 'GET /oauth/v2/token/validate' },
  { route: 'GET /oauth/v2/session/validate' },

  { route: 'GET /user/v1/my/profile', shows: profile },
  {
    route: 'GET /user/v1/my/profile',
    variant: 'as the instructor',
    as: 'instructor',
    isDiscovery: true,
    shows: (json) => ({ otherUserId: idIn(json, 'userId') }),
  },
  { route: 'GET /user/v1/my/friends' },
  { route: 'GET /user/v1/my/profile/picture', needs: ['profilePic'] },
  { route: 'GET /user/v1/my/profile/cover', needs: ['coverPhoto'] },
  { route: 'GET /user/v1/search', values: () => ({ ...PAGE, term: 'a' }) },
  { route: 'GET /user/v1/search/random', values: () => ({ count: 5 }) },

  {
    route: 'GET /edu/v1/course/list',
    values: () => PAGE,
    shows: (json) => ({ courseId: idIn(recordsIn(json)[0], 'courseId') }),
  },
  { route: 'GET /edu/v1/class/list', values: () => ({ page: '1', limit: '10' }), shows: studiedClass },
  {
    route: 'GET /edu/v1/class/list',
    variant: 'as the instructor',
    as: 'instructor',
    values: () => ({ page: '1', limit: '10' }),
    isDiscovery: true,
    shows: (json) => {
      const taught = recordsIn(json).find((record) => idIn(record, 'studentId') === undefined);
      return { taughtCourseId: idIn((taught ?? recordsIn(json)[0])?.course, 'courseId') };
    },
  },
  { route: 'GET /edu/v1/class/structure', ...sending({ classId: 'classId' }) },
  { route: 'GET /edu/v1/course', ...sending({ courseId: 'courseId' }) },
  { route: 'GET /edu/v1/course/objectives', ...sending({ courseId: 'courseId' }) },
  { route: 'GET /edu/v1/course/objectives/performance', ...sending({ courseId: 'courseId' }) },
  {
    route: 'GET /edu/v1/course/levels',
    ...sending({ courseId: 'courseId' }),
    shows: firstLesson,
  },
  {
    route: 'GET /edu/v1/course/levels',
    variant: 'of a class, for a student',
    ...sending({ classId: 'classId', studentId: 'studentId' }),
  },
  {
    route: 'GET /edu/v1/question/',
    as: 'instructor',
    needs: ['taughtCourseId'],
    values: (fact) => ({ courseId: fact('taughtCourseId'), showRemoved: 'true' }),
  },

  {
    route: 'PUT /edu/v1/note',
    needs: ['courseId'],
    values: (fact, { marker }) => ({ text: marker, courseId: fact('courseId') }),
    shows: (json) => {
      const id = idIn(recordIn(json, 'note'), ...NOTE_IDS);
      return { noteId: id, newNoteId: id };
    },
    effect: { does: 'creates a note about a course', leaves: null, group: 'note' },
  },
  {
    route: 'GET /edu/v1/note/list',
    shows: (json) => ({ noteId: idIn(recordsIn(json)[0], ...NOTE_IDS) }),
  },
  {
    route: 'GET /edu/v1/note/list',
    variant: 'of a course',
    ...sending({ courseId: 'courseId' }),
    shows: (json, run) => ({ newNoteId: idIn(createdByRun(json, run), ...NOTE_IDS) }),
  },
  {
    route: 'GET /edu/v1/note/list',
    variant: 'with every filter',
    ...sending({
      lessonId: 'lessonId',
      userId: 'userId',
      classId: 'classId',
      studentId: 'studentId',
      courseId: 'courseId',
    }),
  },
  { route: 'GET /edu/v1/note', ...sending({ noteId: 'noteId' }) },
  {
    route: 'POST /edu/v1/note/remove',
    ...sending({ noteId: 'newNoteId' }),
    effect: { does: 'removes that note', leaves: null, group: 'note' },
  },

  {
    route: 'PUT /app/v1/bucket',
    needs: ['userId'],
    values: (fact, { marker }) => ({
      id: marker,
      public: false,
      data: { check: { done: false } },
      users: [fact('userId')],
    }),
    shows: (_json, { marker }) => ({ bucketId: marker, newBucketId: marker }),
    effect: { does: 'creates a bucket that is not public', leaves: null, group: 'bucket' },
  },
  {
    route: 'POST /app/v1/bucket',
    needs: ['newBucketId'],
    values: (fact) => ({ id: fact('newBucketId'), key: 'check.done', value: true }),
    effect: { does: 'writes a value in that bucket', leaves: null, group: 'bucket' },
  },
  { route: 'GET /app/v1/bucket', ...sending({ id: 'bucketId' }) },
  {
    route: 'GET /app/v1/bucket',
    variant: 'at a key',
    needs: ['newBucketId'],
    values: (fact) => ({ id: fact('newBucketId'), key: 'check.done' }),
  },
  {
    route: 'POST /app/v1/bucket/user',
    needs: ['newBucketId', 'otherUserId'],
    values: (fact) => ({ userId: fact('otherUserId'), id: fact('newBucketId') }),
    effect: { does: 'adds the instructor to its access list', leaves: null, group: 'bucket' },
  },
  {
    route: 'POST /app/v1/bucket/user/remove',
    needs: ['newBucketId', 'otherUserId'],
    values: (fact) => ({ userId: fact('otherUserId'), id: fact('newBucketId') }),
    effect: { does: 'removes the instructor from it', leaves: null, group: 'bucket' },
  },
  {
    route: 'DELETE /app/v1/bucket',
    ...sending({ id: 'newBucketId' }),
    effect: { does: 'deletes that bucket', leaves: null, group: 'bucket' },
  },

  { route: 'GET /leaderboard/v1', values: () => PAGE, shows: rankedEntry },
  {
    route: 'GET /leaderboard/v1',
    variant: 'in categories',
    needs: ['rankedCategories'],
    values: (fact) => ({ ...PAGE, categories: fact('rankedCategories') }),
  },
  {
    route: 'GET /leaderboard/v1/rank',
    needs: ['rankedUserId', 'rankedCategories'],
    values: (fact) => ({ categories: fact('rankedCategories'), user: fact('rankedUserId') }),
  },
  {
    route: 'PUT /leaderboard/v1',
    values: () => ({ categories: 'conformance', score: 1 }),
    effect: {
      does: 'submits a score of 1 in the category `conformance`',
      leaves: "the user's leaderboard entry in that category",
    },
  },

  {
    route: 'PUT /notifications/v1',
    needs: ['userId'],
    values: (fact, { marker }) => ({
      receiver: fact('userId'),
      text: marker,
      textParameters: 'conformance',
      path: '/',
      persist: 'true',
    }),
    shows: (json) => ({ newNotificationId: idIn(recordIn(json, 'notification'), ...NOTIFICATION_IDS) }),
    effect: { does: 'sends the user a notification from themselves', leaves: null, group: 'notification' },
  },
  {
    route: 'GET /notifications/v1',
    values: () => ({ acknowledge: true, ...PAGE, since: '2000-01-01T00:00:00.000Z' }),
    shows: (json, run) => ({ newNotificationId: idIn(createdByRun(json, run), ...NOTIFICATION_IDS) }),
  },
  {
    route: 'POST /notifications/v1/acknowledge',
    ...sending({ notificationId: 'newNotificationId' }),
    effect: {
      does: "acknowledges that notification, which remains in the user's list",
      leaves: null,
      group: 'notification',
    },
  },

  {
    route: 'POST /edu/v2/xapi/statement',
    needs: ['xapiHomePage', 'xapiBase', 'xapiApiIdBase', 'handle', 'lessonId'],
    values: (fact) => ({
      actor: { account: { homePage: fact('xapiHomePage'), name: fact('handle') } },
      verb: { id: EXPERIENCED },
      object: {
        id: `${fact('xapiBase')}/objects/lesson`,
        extensions: { [`${fact('xapiApiIdBase')}/lesson`]: fact('lessonId') },
      },
    }),
    effect: { does: 'records that the user experienced a lesson', leaves: IN_THE_RECORD },
  },
  {
    route: 'POST /edu/v1/xapi/statement',
    needs: ['userId', 'lessonId'],
    values: (fact) => ({
      timestamp: new Date().toISOString(),
      actor: fact('userId'),
      verb: 'Repeated Steps',
      object: { lessonId: fact('lessonId') },
    }),
    effect: { does: 'records that the user repeated steps of a lesson', leaves: IN_THE_RECORD },
  },

  { route: 'GET /plugin/v2/ai/record-data' },
  {
    route: 'GET /plugin/v2/ai/record-data',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  {
    route: 'POST /plugin/v2/ai/badge',
    values: (_fact, { marker }) => ({ name: marker, type: 'conformance', image: 'none', proficiency: 1 }),
    shows: (json) => ({ newBadgeId: idIn(recordIn(json, 'badge'), ...BADGE_IDS) }),
    effect: { does: 'creates a badge', leaves: 'the badge' },
  },
  {
    route: 'POST /plugin/v2/ai/badge/assertion',
    needs: ['userId', 'newBadgeId'],
    values: (fact, { marker }) => ({
      userId: fact('userId'),
      badgeId: fact('newBadgeId'),
      name: marker,
      type: 'conformance',
      image: 'none',
      issuerName: 'conformance',
      issuedOn: new Date().toISOString(),
    }),
    effect: { does: 'asserts that badge for the user', leaves: 'the assertion' },
  },
  { route: 'GET /plugin/v2/ai/badge/assertion', ...sending({ userIds: 'userId' }) },
  {
    route: 'GET /plugin/v2/ai/badge/assertion',
    variant: 'of one user',
    ...sending({ userId: 'userId' }),
  },
  { route: 'GET /plugin/v2/ai/badge/course' },
  {
    route: 'GET /plugin/v2/ai/badge/course',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  { route: 'GET /plugin/v2/ai/badge/objective' },
  {
    route: 'GET /plugin/v2/ai/badge/objective',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  { route: 'GET /plugin/v2/ai/other-skills', ...sending({ userIds: 'userId' }) },
  {
    route: 'GET /plugin/v2/ai/other-skills',
    variant: 'of one user',
    ...sending({ userId: 'userId' }),
  },
  {
    route: 'POST /plugin/v2/ai/additional-info',
    needs: ['userId'],
    values: (fact, { marker }) => ({
      userId: fact('userId'),
      additionalInfo: [{ title: marker, description: 'Added by a conformance check.' }],
    }),
    effect: { does: 'adds information to the user', leaves: 'that information' },
  },

  {
    route: 'POST /plugin/v1/ato/status',
    needs: ['atoRequestId'],
    values: (fact) => ({
      requestId: fact('atoRequestId'),
      status: 'in-progress',
      complete: false,
      cancellable: true,
    }),
    effect: {
      does: 'sets the ATO request to `in-progress`, incomplete and cancellable',
      leaves: 'that status',
    },
  },
  {
    route: 'POST /plugin/v1/ato/alert',
    needs: ['atoRequestId'],
    values: (fact, { marker }) => ({
      requestId: fact('atoRequestId'),
      title: 'Conformance check',
      text: 'Sent by a conformance check.',
      providerId: marker,
      status: 'in-progress',
      type: 'info',
    }),
    effect: { does: 'adds an alert to the ATO request', leaves: 'the alert' },
  },

  {
    route: 'PUT /user/v1/my/profile',
    needs: ['clientId'],
    values: (fact) => ({ anonymous: true, clientId: fact('clientId'), dateOfBirth: '1990-01-01' }),
    effect: { does: 'creates an anonymous user', leaves: 'the anonymous user' },
  },
  {
    route: 'PUT /notifications/v1/register',
    ...sending({ deviceToken: 'deviceToken', refreshToken: 'refreshToken' }),
    effect: { does: 'registers the device for that session', leaves: 'the registration' },
  },
  {
    route: 'POST /oauth/v2/token',
    needs: ['clientId', 'clientSecret', 'refreshToken'],
    values: (fact) => ({
      client_id: fact('clientId'),
      grant_type: 'refresh_token',
      refresh_token: fact('refreshToken'),
      client_secret: fact('clientSecret'),
    }),
    effect: { does: 'refreshes a session', leaves: 'a used refresh token; the new one is discarded' },
  },
  {
    route: 'GET /oauth/v2/logout',
    as: 'leavingUser',
    effect: { does: 'signs a session out', leaves: 'an ended session' },
  },
];
