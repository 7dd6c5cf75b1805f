import { createHash, randomBytes } from 'node:crypto';
import { nameOf as nameOfRoute, ROUTES_BY_ID, type RouteId } from '../../contract/routes.ts';
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
  route: RouteId;
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

/** As in `readLevels (of a class, for a student)`. */
export const keyOf = ({ route, variant }: Check): string =>
  variant === undefined ? route : `${route} (${variant})`;

/** As {@link keyOf}, with method and path of the route. */
export const nameOf = ({ route, variant }: Check): string => {
  const name = nameOfRoute(ROUTES_BY_ID[route]);
  return variant === undefined ? name : `${name} (${variant})`;
};

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
    route: 'signIn',
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
  { route: 'validateToken' },
  { route: 'validateSession' },

  { route: 'readOwnProfile', shows: profile },
  {
    route: 'readOwnProfile',
    variant: 'as the instructor',
    as: 'instructor',
    isDiscovery: true,
    shows: (json) => ({ otherUserId: idIn(json, 'userId') }),
  },
  { route: 'listFriends' },
  { route: 'readProfilePicture', needs: ['profilePic'] },
  { route: 'readCoverPhoto', needs: ['coverPhoto'] },
  { route: 'searchUsers', values: () => ({ ...PAGE, term: 'a' }) },
  { route: 'listRandomUsers', values: () => ({ count: 5 }) },

  {
    route: 'listCourses',
    values: () => PAGE,
    shows: (json) => ({ courseId: idIn(recordsIn(json)[0], 'courseId') }),
  },
  { route: 'listClasses', values: () => ({ page: '1', limit: '10' }), shows: studiedClass },
  {
    route: 'listClasses',
    variant: 'as the instructor',
    as: 'instructor',
    values: () => ({ page: '1', limit: '10' }),
    isDiscovery: true,
    shows: (json) => {
      const taught = recordsIn(json).find((record) => idIn(record, 'studentId') === undefined);
      return { taughtCourseId: idIn((taught ?? recordsIn(json)[0])?.course, 'courseId') };
    },
  },
  { route: 'readClass', ...sending({ classId: 'classId' }) },
  { route: 'readCourse', ...sending({ courseId: 'courseId' }) },
  { route: 'listObjectives', ...sending({ courseId: 'courseId' }) },
  { route: 'listPerformance', ...sending({ courseId: 'courseId' }) },
  {
    route: 'readLevels',
    ...sending({ courseId: 'courseId' }),
    shows: firstLesson,
  },
  {
    route: 'readLevels',
    variant: 'of a class, for a student',
    ...sending({ classId: 'classId', studentId: 'studentId' }),
  },
  {
    route: 'listQuestions',
    as: 'instructor',
    needs: ['taughtCourseId'],
    values: (fact) => ({ courseId: fact('taughtCourseId'), showRemoved: 'true' }),
  },

  {
    route: 'createNote',
    needs: ['courseId'],
    values: (fact, { marker }) => ({ text: marker, courseId: fact('courseId') }),
    shows: (json) => {
      const id = idIn(recordIn(json, 'note'), ...NOTE_IDS);
      return { noteId: id, newNoteId: id };
    },
    effect: { does: 'creates a note about a course', leaves: null, group: 'note' },
  },
  {
    route: 'listNotes',
    shows: (json) => ({ noteId: idIn(recordsIn(json)[0], ...NOTE_IDS) }),
  },
  {
    route: 'listNotes',
    variant: 'of a course',
    ...sending({ courseId: 'courseId' }),
    shows: (json, run) => ({ newNoteId: idIn(createdByRun(json, run), ...NOTE_IDS) }),
  },
  {
    route: 'listNotes',
    variant: 'with every filter',
    ...sending({
      lessonId: 'lessonId',
      userId: 'userId',
      classId: 'classId',
      studentId: 'studentId',
      courseId: 'courseId',
    }),
  },
  { route: 'readNote', ...sending({ noteId: 'noteId' }) },
  {
    route: 'removeNote',
    ...sending({ noteId: 'newNoteId' }),
    effect: { does: 'removes that note', leaves: null, group: 'note' },
  },

  {
    route: 'createBucket',
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
    route: 'updateBucket',
    needs: ['newBucketId'],
    values: (fact) => ({ id: fact('newBucketId'), key: 'check.done', value: true }),
    effect: { does: 'writes a value in that bucket', leaves: null, group: 'bucket' },
  },
  { route: 'readBucket', ...sending({ id: 'bucketId' }) },
  {
    route: 'readBucket',
    variant: 'at a key',
    needs: ['newBucketId'],
    values: (fact) => ({ id: fact('newBucketId'), key: 'check.done' }),
  },
  {
    route: 'addBucketUser',
    needs: ['newBucketId', 'otherUserId'],
    values: (fact) => ({ userId: fact('otherUserId'), id: fact('newBucketId') }),
    effect: { does: 'adds the instructor to its access list', leaves: null, group: 'bucket' },
  },
  {
    route: 'removeBucketUser',
    needs: ['newBucketId', 'otherUserId'],
    values: (fact) => ({ userId: fact('otherUserId'), id: fact('newBucketId') }),
    effect: { does: 'removes the instructor from it', leaves: null, group: 'bucket' },
  },
  {
    route: 'deleteBucket',
    ...sending({ id: 'newBucketId' }),
    effect: { does: 'deletes that bucket', leaves: null, group: 'bucket' },
  },

  { route: 'listEntries', values: () => PAGE, shows: rankedEntry },
  {
    route: 'listEntries',
    variant: 'in categories',
    needs: ['rankedCategories'],
    values: (fact) => ({ ...PAGE, categories: fact('rankedCategories') }),
  },
  {
    route: 'readRank',
    needs: ['rankedUserId', 'rankedCategories'],
    values: (fact) => ({ categories: fact('rankedCategories'), user: fact('rankedUserId') }),
  },
  {
    route: 'submitScore',
    values: () => ({ categories: 'conformance', score: 1 }),
    effect: {
      does: 'submits a score of 1 in the category `conformance`',
      leaves: "the user's leaderboard entry in that category",
    },
  },

  {
    route: 'sendNotification',
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
    route: 'listNotifications',
    values: () => ({ acknowledge: true, ...PAGE, since: '2000-01-01T00:00:00.000Z' }),
    shows: (json, run) => ({ newNotificationId: idIn(createdByRun(json, run), ...NOTIFICATION_IDS) }),
  },
  {
    route: 'acknowledgeNotification',
    ...sending({ notificationId: 'newNotificationId' }),
    effect: {
      does: "acknowledges that notification, which remains in the user's list",
      leaves: null,
      group: 'notification',
    },
  },

  {
    route: 'recordStatement',
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
    route: 'recordActivity',
    needs: ['userId', 'lessonId'],
    values: (fact) => ({
      timestamp: new Date().toISOString(),
      actor: fact('userId'),
      verb: 'Repeated Steps',
      object: { lessonId: fact('lessonId') },
    }),
    effect: { does: 'records that the user repeated steps of a lesson', leaves: IN_THE_RECORD },
  },

  { route: 'listLearningRecords' },
  {
    route: 'listLearningRecords',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  {
    route: 'createBadge',
    values: (_fact, { marker }) => ({ name: marker, type: 'conformance', image: 'none', proficiency: 1 }),
    shows: (json) => ({ newBadgeId: idIn(recordIn(json, 'badge'), ...BADGE_IDS) }),
    effect: { does: 'creates a badge', leaves: 'the badge' },
  },
  {
    route: 'assertBadge',
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
  { route: 'listBadgeAssertions', ...sending({ userIds: 'userId' }) },
  {
    route: 'listBadgeAssertions',
    variant: 'of one user',
    ...sending({ userId: 'userId' }),
  },
  { route: 'listCourseBadges' },
  {
    route: 'listCourseBadges',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  { route: 'listObjectiveBadges' },
  {
    route: 'listObjectiveBadges',
    variant: 'of an organization',
    ...sending({ orgIds: 'orgId' }),
  },
  { route: 'listOtherSkills', ...sending({ userIds: 'userId' }) },
  {
    route: 'listOtherSkills',
    variant: 'of one user',
    ...sending({ userId: 'userId' }),
  },
  {
    route: 'addUserInfo',
    needs: ['userId'],
    values: (fact, { marker }) => ({
      userId: fact('userId'),
      additionalInfo: [{ title: marker, description: 'Added by a conformance check.' }],
    }),
    effect: { does: 'adds information to the user', leaves: 'that information' },
  },

  {
    route: 'updateAtoStatus',
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
    route: 'raiseAtoAlert',
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
    route: 'createAnonymousUser',
    needs: ['clientId'],
    values: (fact) => ({ anonymous: true, clientId: fact('clientId'), dateOfBirth: '1990-01-01' }),
    effect: { does: 'creates an anonymous user', leaves: 'the anonymous user' },
  },
  {
    route: 'registerDevice',
    ...sending({ deviceToken: 'deviceToken', refreshToken: 'refreshToken' }),
    effect: { does: 'registers the device for that session', leaves: 'the registration' },
  },
  {
    route: 'issueToken',
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
    route: 'signOut',
    as: 'leavingUser',
    effect: { does: 'signs a session out', leaves: 'an ended session' },
  },
];
