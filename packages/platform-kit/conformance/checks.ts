import { exampleOf } from '../contract/examples.ts';
import { nameOf as nameOfRoute, ROUTES, ROUTES_BY_ID, type Route, type RouteId } from '../contract/routes.ts';
import type { Example } from '../contract/vocabulary.ts';
import type { Fact, Shown } from './facts.ts';
import { idIn, isRecord, type Json, textIn } from './json.ts';
import { recordsIn } from './wrapper.ts';

/** State that the requests of one run share. */
export interface Run {
  /** Name of the records that this run creates, to find them by. */
  marker: string;
  known(fact: Fact): string | undefined;
}

/** One request to a route of the contract: an example of the route, with the values of the platform filled in. */
export interface Check {
  route: RouteId;
  /** Distinguishes several requests to one route. */
  variant?: string;
  /** The name of the example. Default: the full one. */
  example?: string;
  /** Parameters that differ from the example: of records of this run, or without an effect on others. */
  with?: Example;
  /** The owner of the token that is sent to a route for user tokens. Default: the user. */
  as?: 'instructor' | 'leavingUser';
  /** Required facts, besides those in the parameters. */
  needs?: readonly Fact[];
  /** Extracts facts for other requests from the response. */
  shows?(json: unknown, run: Run): Shown;
  /** Sent only to discover facts; its response is not reported. */
  isDiscovery?: true;
}

/** The parameters of a request, with placeholders for facts. */
export const parametersOf = ({ route, example, with: own }: Check): Example => ({
  ...exampleOf(ROUTES_BY_ID[route], example),
  ...own,
});

export const effectOf = ({ route }: Check): Route['effect'] => ROUTES_BY_ID[route].effect;

/** As in `readLevels (of a class, for a student)`. */
export const keyOf = ({ route, variant }: Check): string =>
  variant === undefined ? route : `${route} (${variant})`;

/** As {@link keyOf}, with method and path of the route. */
export const nameOf = ({ route, variant }: Check): string => {
  const name = nameOfRoute(ROUTES_BY_ID[route]);
  return variant === undefined ? name : `${name} (${variant})`;
};

/** The ID of a record, under its own name or a usual one. */
const idOf = (record: unknown, name: string): string | undefined => idIn(record, name, 'id', '_id');

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

/** A verb on the ADL list that does not complete anything. */
const EXPERIENCED = { id: 'http://adlnet.gov/expapi/verbs/experienced' };

/** Ordered so that created records are read and then removed. */
const ORDERED: readonly Check[] = [
  { route: 'signIn', example: 'minimal' },
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
  { route: 'searchUsers', with: { term: 'a', limit: 10 } },
  { route: 'listRandomUsers', with: { count: 5 } },

  {
    route: 'listCourses',
    example: 'minimal',
    shows: (json) => ({ courseId: idIn(recordsIn(json)[0], 'courseId') }),
  },
  { route: 'listClasses', example: 'minimal', shows: studiedClass },
  {
    route: 'listClasses',
    variant: 'as the instructor',
    example: 'minimal',
    as: 'instructor',
    isDiscovery: true,
    shows: (json) => {
      const taught = recordsIn(json).find((record) => idIn(record, 'studentId') === undefined);
      return { taughtCourseId: idIn((taught ?? recordsIn(json)[0])?.course, 'courseId') };
    },
  },
  { route: 'readClass' },
  { route: 'readCourse' },
  { route: 'listObjectives' },
  { route: 'listPerformance' },
  { route: 'readLevels', example: 'minimal', shows: firstLesson },
  {
    route: 'readLevels',
    variant: 'of a class, for a student',
    example: 'ofClass',
    with: { studentId: '{studentId}' },
  },
  { route: 'listQuestions', as: 'instructor' },

  {
    route: 'createNote',
    // Instructors would see a note about a student in a lesson.
    example: 'minimal',
    with: { courseId: '{courseId}' },
    shows: (json) => {
      const id = idOf(recordIn(json, 'note'), 'noteId');
      return { noteId: id, newNoteId: id };
    },
  },
  {
    route: 'listNotes',
    example: 'minimal',
    shows: (json) => ({ noteId: idOf(recordsIn(json)[0], 'noteId') }),
  },
  {
    route: 'listNotes',
    variant: 'of a course',
    example: 'ofCourse',
    shows: (json, run) => ({ newNoteId: idOf(createdByRun(json, run), 'noteId') }),
  },
  { route: 'listNotes', variant: 'with every filter' },
  { route: 'readNote' },
  { route: 'removeNote' },

  {
    route: 'createBucket',
    with: { id: '{marker}', public: false, data: { check: { done: false } }, users: ['{userId}'] },
    shows: (_json, { marker }) => ({ bucketId: marker, newBucketId: marker }),
  },
  { route: 'updateBucket', with: { key: 'check.done', value: true } },
  { route: 'readBucket', example: 'minimal' },
  { route: 'readBucket', variant: 'at a key', with: { id: '{newBucketId}', key: 'check.done' } },
  { route: 'addBucketUser' },
  { route: 'removeBucketUser' },
  { route: 'deleteBucket' },

  { route: 'listEntries', example: 'minimal', shows: rankedEntry },
  { route: 'listEntries', variant: 'in categories', with: { categories: '{rankedCategories}', limit: 10 } },
  { route: 'readRank', with: { categories: '{rankedCategories}', user: '{rankedUserId}' } },
  { route: 'submitScore', with: { categories: 'conformance', score: 1 } },

  {
    route: 'sendNotification',
    with: { text: '{marker}', persist: 'true' },
    shows: (json) => ({ newNotificationId: idOf(recordIn(json, 'notification'), 'notificationId') }),
  },
  {
    route: 'listNotifications',
    with: { limit: 10, since: '2000-01-01T00:00:00.000Z' },
    shows: (json, run) => ({ newNotificationId: idOf(createdByRun(json, run), 'notificationId') }),
  },
  { route: 'acknowledgeNotification' },

  { route: 'recordStatement', example: 'minimal', with: { verb: EXPERIENCED } },
  {
    route: 'recordActivity',
    example: 'minimal',
    with: { timestamp: '{now}', object: { lessonId: '{lessonId}' } },
  },

  { route: 'listLearningRecords', example: 'minimal' },
  { route: 'listLearningRecords', variant: 'of an organization', with: { orgIds: '{orgId}' } },
  {
    route: 'createBadge',
    example: 'minimal',
    with: { name: '{marker}', type: 'conformance', image: 'none' },
    shows: (json) => ({ newBadgeId: idOf(recordIn(json, 'badge'), 'badgeId') }),
  },
  {
    route: 'assertBadge',
    example: 'minimal',
    with: { name: '{marker}', type: 'conformance', image: 'none', issuerName: 'conformance' },
  },
  { route: 'listBadgeAssertions', example: 'ofUser' },
  { route: 'listBadgeAssertions', variant: 'of one user', example: 'ofUserId' },
  { route: 'listCourseBadges', example: 'minimal' },
  { route: 'listCourseBadges', variant: 'of an organization', with: { orgIds: '{orgId}' } },
  { route: 'listObjectiveBadges', example: 'minimal' },
  { route: 'listObjectiveBadges', variant: 'of an organization', with: { orgIds: '{orgId}' } },
  { route: 'listOtherSkills', example: 'ofUser' },
  { route: 'listOtherSkills', variant: 'of one user', example: 'ofUserId' },
  {
    route: 'addUserInfo',
    with: { additionalInfo: [{ title: '{marker}', description: 'Added by a conformance check.' }] },
  },

  { route: 'updateAtoStatus', with: { status: 'in-progress' } },
  {
    route: 'raiseAtoAlert',
    with: {
      title: 'Conformance check',
      text: 'Sent by a conformance check.',
      providerId: '{marker}',
      type: 'info',
    },
  },

  { route: 'createAnonymousUser', example: 'minimal', with: { dateOfBirth: '1990-01-01' } },
  { route: 'registerDevice' },
  { route: 'issueToken', example: 'refresh' },
  { route: 'signOut', as: 'leavingUser' },
];

/** Every route of the contract; one without an entry above is tried with its full example. */
export const CHECKS: readonly Check[] = [
  ...ORDERED,
  ...ROUTES.filter(({ id }) => !ORDERED.some(({ route }) => route === id)).map(({ id }) => ({ route: id })),
];
