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

const configured = (variable: Source['variable'], meaning: string): Source => ({
  meaning,
  variable,
  shownBy: [],
});

const discovered = (meaning: string, ...shownBy: readonly string[]): Source => ({
  meaning,
  variable: null,
  shownBy,
});

/** All values that requests require besides credentials. */
export const FACTS = {
  clientId: configured('APP_CLIENT_ID', 'the app'),
  clientSecret: configured('APP_CLIENT_SECRET', 'the secret of the app'),
  redirectUri: configured('CONFORMANCE_REDIRECT_URI', 'a registered redirect URI'),
  refreshToken: configured('CONFORMANCE_REFRESH_TOKEN', 'a refresh token'),
  deviceToken: configured('CONFORMANCE_DEVICE_TOKEN', 'the push token of a device'),
  atoRequestId: configured('CONFORMANCE_ATO_REQUEST_ID', 'an ATO request'),
  orgId: configured('CONFORMANCE_ORG_ID', 'an organization'),
  xapiHomePage: configured('XAPI_HOME_PAGE', "the home page of the platform's accounts"),
  xapiBase: configured('XAPI_BASE', 'the prefix of object addresses'),
  xapiApiIdBase: configured('XAPI_API_ID_BASE', 'the prefix of extension addresses'),
  userId: discovered("the user's ID", 'readOwnProfile'),
  handle: discovered("the user's handle", 'readOwnProfile'),
  profilePic: discovered('a user with a profile picture', 'readOwnProfile'),
  coverPhoto: discovered('a user with a cover photo', 'readOwnProfile'),
  otherUserId: discovered(
    'a second user, the instructor: set CONFORMANCE_INSTRUCTOR_TOKEN',
    'readOwnProfile (as the instructor)',
  ),
  courseId: {
    meaning: 'a course',
    variable: 'CONFORMANCE_COURSE_ID',
    shownBy: ['listClasses', 'listCourses'],
  },
  classId: {
    meaning: 'a class of the user',
    variable: 'CONFORMANCE_CLASS_ID',
    shownBy: ['listClasses'],
  },
  studentId: {
    meaning: "the user's student ID in that class",
    variable: 'CONFORMANCE_STUDENT_ID',
    shownBy: ['listClasses'],
  },
  lessonId: {
    meaning: 'a lesson',
    variable: 'CONFORMANCE_LESSON_ID',
    shownBy: ['readLevels'],
  },
  taughtCourseId: {
    meaning: 'a course of the instructor',
    variable: 'CONFORMANCE_TAUGHT_COURSE_ID',
    shownBy: ['listClasses (as the instructor)'],
  },
  noteId: {
    meaning: 'a note',
    variable: 'CONFORMANCE_NOTE_ID',
    shownBy: ['createNote', 'listNotes'],
  },
  newNoteId: discovered(
    `the note that ${nameOf(ROUTES_BY_ID.createNote)} created`,
    'createNote',
    'listNotes (of a course)',
  ),
  bucketId: {
    meaning: 'a bucket',
    variable: 'CONFORMANCE_BUCKET_ID',
    shownBy: ['createBucket'],
  },
  newBucketId: discovered(`the bucket that ${nameOf(ROUTES_BY_ID.createBucket)} created`, 'createBucket'),
  rankedUserId: discovered('a leaderboard entry', 'listEntries'),
  rankedCategories: discovered('a leaderboard entry with its categories', 'listEntries'),
  newNotificationId: discovered(
    `the notification that ${nameOf(ROUTES_BY_ID.sendNotification)} sent`,
    'sendNotification',
    'listNotifications',
  ),
  newBadgeId: discovered(`the badge that ${nameOf(ROUTES_BY_ID.createBadge)} created`, 'createBadge'),
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
