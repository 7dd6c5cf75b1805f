import { nameOf, ROUTES, ROUTES_BY_ID } from '../contract/routes.ts';
import type { ConformanceVariable } from './variables.ts';

/** Source of a value that requests require. */
interface Source {
  /** Description for the report. */
  meaning: string;
  /** The variable that sets it. Null: it can only be discovered. */
  variable: ConformanceVariable | GatewayVariable | null;
  /** The keys of the checks whose responses contain it, best first. Empty: it can only be set. */
  shownBy: readonly string[];
}

type GatewayVariable =
  | 'APP_CLIENT_ID'
  | 'APP_CLIENT_SECRET'
  | 'XAPI_HOME_PAGE'
  | 'XAPI_BASE'
  | 'XAPI_API_ID_BASE';

/**
 * @param variable Null: it can only be discovered.
 * @param shownBy none: it can only be set.
 */
const source = (variable: Source['variable'], meaning: string, ...shownBy: readonly string[]): Source => ({
  meaning,
  variable,
  shownBy,
});

/** All values that requests require besides credentials. */
export const FACTS = {
  clientId: source('APP_CLIENT_ID', 'the app'),
  clientSecret: source('APP_CLIENT_SECRET', 'the secret of the app'),
  redirectUri: source('CONFORMANCE_REDIRECT_URI', 'a registered redirect URI'),
  refreshToken: source('CONFORMANCE_REFRESH_TOKEN', 'a refresh token'),
  deviceToken: source('CONFORMANCE_DEVICE_TOKEN', 'the push token of a device'),
  atoRequestId: source('CONFORMANCE_ATO_REQUEST_ID', 'an ATO request'),
  orgId: source('CONFORMANCE_ORG_ID', 'an organization'),
  xapiHomePage: source('XAPI_HOME_PAGE', "the home page of the platform's accounts"),
  xapiBase: source('XAPI_BASE', 'the prefix of object addresses'),
  xapiApiIdBase: source('XAPI_API_ID_BASE', 'the prefix of extension addresses'),
  userId: source(null, "the user's ID", 'readOwnProfile'),
  handle: source(null, "the user's handle", 'readOwnProfile'),
  profilePic: source(null, 'a user with a profile picture', 'readOwnProfile'),
  coverPhoto: source(null, 'a user with a cover photo', 'readOwnProfile'),
  otherUserId: source(
    null,
    'a second user, the instructor: set CONFORMANCE_INSTRUCTOR_TOKEN',
    'readOwnProfile (as the instructor)',
  ),
  courseId: source('CONFORMANCE_COURSE_ID', 'a course', 'listClasses', 'listCourses'),
  classId: source('CONFORMANCE_CLASS_ID', 'a class of the user', 'listClasses'),
  studentId: source('CONFORMANCE_STUDENT_ID', "the user's student ID in that class", 'listClasses'),
  lessonId: source('CONFORMANCE_LESSON_ID', 'a lesson', 'readLevels'),
  taughtCourseId: source(
    'CONFORMANCE_TAUGHT_COURSE_ID',
    'a course of the instructor',
    'listClasses (as the instructor)',
  ),
  noteId: source('CONFORMANCE_NOTE_ID', 'a note', 'createNote', 'listNotes'),
  newNoteId: source(
    null,
    `the note that ${nameOf(ROUTES_BY_ID.createNote)} created`,
    'createNote',
    'listNotes (of a course)',
  ),
  bucketId: source('CONFORMANCE_BUCKET_ID', 'a bucket', 'createBucket'),
  newBucketId: source(null, `the bucket that ${nameOf(ROUTES_BY_ID.createBucket)} created`, 'createBucket'),
  rankedUserId: source(null, 'a leaderboard entry', 'listEntries'),
  rankedCategories: source(null, 'a leaderboard entry with its categories', 'listEntries'),
  newNotificationId: source(
    null,
    `the notification that ${nameOf(ROUTES_BY_ID.sendNotification)} sent`,
    'sendNotification',
    'listNotifications',
  ),
  newBadgeId: source(null, `the badge that ${nameOf(ROUTES_BY_ID.createBadge)} created`, 'createBadge'),
} as const satisfies Record<string, Source>;

export type Fact = keyof typeof FACTS;

export const isFact = (name: string): name is Fact => Object.hasOwn(FACTS, name);

/** Facts found in a response. */
export type Shown = Partial<Record<Fact, string | undefined>>;

/** Reason to skip a check that lacks a fact, and what to set. */
export function missingFact(fact: Fact): string {
  const { meaning, variable, shownBy }: Source = FACTS[fact];
  const best = shownBy
    .map((key) => ROUTES.find(({ id }) => id === key))
    .find((route) => route?.method === 'GET');
  const seen = best ? ` (${nameOf(best)} returned none)` : '';
  const advice = variable === null ? '' : `: set ${variable}`;
  return `needs ${meaning}${seen}${advice}`;
}
