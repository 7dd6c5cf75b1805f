import type { ConformanceVariable } from '../../config/conformance.ts';

/** Source of a value that requests require. */
interface Source {
  /** Description for the report. */
  meaning: string;
  /** The variable that sets it. Null: it can only be discovered. */
  variable: ConformanceVariable | GatewayVariable | null;
  /** The checks whose responses contain it, best first. Empty: it can only be set. */
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
  userId: discovered("the user's ID", 'GET /user/v1/my/profile'),
  handle: discovered("the user's handle", 'GET /user/v1/my/profile'),
  profilePic: discovered('a user with a profile picture', 'GET /user/v1/my/profile'),
  coverPhoto: discovered('a user with a cover photo', 'GET /user/v1/my/profile'),
  otherUserId: discovered(
    'a second user, the instructor: set CONFORMANCE_INSTRUCTOR_TOKEN',
    'GET /user/v1/my/profile (as the instructor)',
  ),
  courseId: {
    meaning: 'a course',
    variable: 'CONFORMANCE_COURSE_ID',
    shownBy: ['GET /edu/v1/class/list', 'GET /edu/v1/course/list'],
  },
  classId: {
    meaning: 'a class of the user',
    variable: 'CONFORMANCE_CLASS_ID',
    shownBy: ['GET /edu/v1/class/list'],
  },
  studentId: {
    meaning: "the user's student ID in that class",
    variable: 'CONFORMANCE_STUDENT_ID',
    shownBy: ['GET /edu/v1/class/list'],
  },
  lessonId: {
    meaning: 'a lesson',
    variable: 'CONFORMANCE_LESSON_ID',
    shownBy: ['GET /edu/v1/course/levels'],
  },
  taughtCourseId: {
    meaning: 'a course of the instructor',
    variable: 'CONFORMANCE_TAUGHT_COURSE_ID',
    shownBy: ['GET /edu/v1/class/list (as the instructor)'],
  },
  noteId: {
    meaning: 'a note',
    variable: 'CONFORMANCE_NOTE_ID',
    shownBy: ['PUT /edu/v1/note', 'GET /edu/v1/note/list'],
  },
  newNoteId: discovered(
    'the note that PUT /edu/v1/note created',
    'PUT /edu/v1/note',
    'GET /edu/v1/note/list (of a course)',
  ),
  bucketId: {
    meaning: 'a bucket',
    variable: 'CONFORMANCE_BUCKET_ID',
    shownBy: ['PUT /app/v1/bucket'],
  },
  newBucketId: discovered('the bucket that PUT /app/v1/bucket created', 'PUT /app/v1/bucket'),
  rankedUserId: discovered('a leaderboard entry', 'GET /leaderboard/v1'),
  rankedCategories: discovered('a leaderboard entry with its categories', 'GET /leaderboard/v1'),
  newNotificationId: discovered(
    'the notification that PUT /notifications/v1 sent',
    'PUT /notifications/v1',
    'GET /notifications/v1',
  ),
  newBadgeId: discovered('the badge that POST /plugin/v2/ai/badge created', 'POST /plugin/v2/ai/badge'),
} as const satisfies Record<string, Source>;

export type Fact = keyof typeof FACTS;

export const isFact = (name: string): name is Fact => Object.hasOwn(FACTS, name);

/** Facts found in a response. */
export type Shown = Partial<Record<Fact, string | undefined>>;

/** Reason to skip a check that lacks a fact, and what to set. */
export function missingFact(fact: Fact): string {
  const { meaning, variable, shownBy }: Source = FACTS[fact];
  const [best] = shownBy.filter((check) => check.startsWith('GET') && !check.endsWith(')'));
  const seen = best === undefined ? '' : ` (${best} returned none)`;
  const advice = variable === null ? '' : `: set ${variable}`;
  return `needs ${meaning}${seen}${advice}`;
}
