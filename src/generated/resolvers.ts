import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UserRow, ParentFlagsRow } from '../platform/routes/user.ts';
import type { Picture } from '../domains/user/image.ts';
import type { CourseRow, LevelRow, LessonRow } from '../platform/routes/course.ts';
import type { Objective, Performance, ScoredLesson, CourseWindow, CourseWindowRow } from '../domains/course/loaders.ts';
import type { ClassRow, InstructorRow, StudentRow, ObserverRow } from '../platform/routes/class.ts';
import type { Connection } from '../graph/connection.ts';
import type { UserWindow, UserWindowRow } from '../domains/user/loaders.ts';
import type { ClassWindow, ClassWindowRow } from '../domains/class/loaders.ts';
import type { TokenResponse } from '../platform/token-response.ts';
import type { ExchangedCode } from '../domains/auth/payloads.ts';
import type { CreatedAnonymousUser } from '../domains/user/payloads.ts';
import type { QuestionRow } from '../platform/routes/question.ts';
import type { NoteRow, FoundNote } from '../platform/routes/note.ts';
import type { NamedBucket } from '../domains/bucket/loaders.ts';
import type { WrittenBucket } from '../domains/bucket/payloads.ts';
import type { EntryRow } from '../platform/routes/leaderboard.ts';
import type { LeaderboardWindow, LeaderboardWindowRow } from '../domains/leaderboard/loaders.ts';
import type { SubmittedScore } from '../domains/leaderboard/payloads.ts';
import type { NotificationRow } from '../platform/routes/notification.ts';
import type { NotificationWindow, NotificationWindowRow } from '../domains/notification/loaders.ts';
import type { SentNotification, AcknowledgedNotification } from '../domains/notification/payloads.ts';
import type { StoredStatement } from '../platform/routes/xapi.ts';
import type { KnownBadge, Assertion, Skills, Learned } from '../domains/badge/loaders.ts';
import type { AssertedBadge, CreatedBadge } from '../domains/badge/payloads.ts';
import type { BadgeRow } from '../platform/routes/badge.ts';
import type { FoundCandidate } from '../domains/mission-planner/search.ts';
import type { NotificationItem } from '../domains/notification/streams.ts';
import type { Gap } from '../events/topic-stream.ts';
import type { AtoRequestState, AtoAlertState } from '../domains/ato/state.ts';
import type { JsonObject } from '../events/json.ts';
import type { AtoRequestWindow, AtoRequestWindowRow } from '../domains/ato/reads.ts';
import type { AlertItem, RequestItem, DistributionsItem } from '../domains/ato/streams.ts';
import type { Context } from '../domains/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A day or a point in time, ISO 8601, as in `2012-08-31` or `2026-03-01T09:30:00Z`. A day is sent to the platform as a day. */
  DateOrDateTime: { input: string; output: string; }
  /** A point in time, ISO 8601, as in `2026-03-01T09:30:00Z`. */
  DateTime: { input: Date; output: string | Date; }
  /** Any JSON value: an object, a list, a text, a number, true, false or null. A key `__proto__` is refused. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object. A key `__proto__` is refused. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** A whole number from -9007199254740991 to 9007199254740991. */
  SafeInt: { input: number; output: number; }
};

/** Which notification to acknowledge. */
export type AcknowledgeNotificationInput = {
  /** The id of the notification. */
  notificationId: Scalars['ID']['input'];
};

/** What became of a notification to acknowledge. */
export type AcknowledgeNotificationPayload = {
  __typename?: 'AcknowledgeNotificationPayload';
  /** What the platform sent beside the notification. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification; null when the platform does not show it. */
  notification: Maybe<Notification>;
  /** The id of the notification that is now acknowledged. */
  notificationId: Scalars['ID']['output'];
};

/** What an activity was about: the keys that the platform finds it by. */
export type ActivityObjectInput = {
  /** Marks an assist to the student: true, or any other JSON scalar. The platform documents no type. */
  assist?: InputMaybe<Scalars['JSON']['input']>;
  /** The class it happened in. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** Marks an error of the student: true, or any other JSON scalar. The platform documents no type. */
  error?: InputMaybe<Scalars['JSON']['input']>;
  /** Further keys, stored with the activity; none of the names above. */
  extra?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Marks a skill or knowledge demonstrated: true, or any other JSON scalar. The platform documents no type. */
  knowledge?: InputMaybe<Scalars['JSON']['input']>;
  /** The lesson. Without it the activity does not appear in a student's results. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson result it belongs to. */
  lessonResultId?: InputMaybe<Scalars['ID']['input']>;
  /** The objective it has to do with. */
  objectiveId?: InputMaybe<Scalars['ID']['input']>;
  /** The question it has to do with, by its place in the lesson, counted from 0. Needs `lessonId`. */
  questionIndex?: InputMaybe<Scalars['Int']['input']>;
  /** The question it has to do with, by its text. Needs `lessonId`. */
  questionText?: InputMaybe<Scalars['String']['input']>;
  /** Marks a safety by the student: true, or any other JSON scalar. The platform documents no type. */
  safety?: InputMaybe<Scalars['JSON']['input']>;
  /** The student who did it, as in `ClassStudent.id`; left out, the platform takes the actor's newest class with the lesson. */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** What it was about where none of the ids says so, in words. */
  target?: InputMaybe<Scalars['String']['input']>;
};

/** Whom to give access to a bucket. */
export type AddBucketUserInput = {
  /** The id of the bucket. */
  id: Scalars['ID']['input'];
  /** The id of the user. */
  userId: Scalars['ID']['input'];
};

/** What became of a user to give access to a bucket. */
export type AddBucketUserPayload = {
  __typename?: 'AddBucketUserPayload';
  /** The changed bucket. */
  bucket: Maybe<Bucket>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform does not say. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** The IDs of the users who may read and write the bucket. Null if the platform does not list them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** Information to add to a user. */
export type AddUserInfoInput = {
  /** What to add, at least one item. */
  additionalInfo: Array<UserInfoInput>;
  /** The id of the user. */
  userId: Scalars['ID']['input'];
};

/** What became of information to add to a user. */
export type AddUserInfoPayload = {
  __typename?: 'AddUserInfoPayload';
  /** True: the platform has accepted it. */
  accepted: Scalars['Boolean']['output'];
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** A badge to give to a user. */
export type AssertBadgeInput = {
  /** The id of the badge. */
  badgeId: Scalars['ID']['input'];
  /** The class it is given in. Needed for a badge of the platform, not for the plugin's own. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** The picture of the badge. */
  image: Scalars['String']['input'];
  /** When the badge is issued: a day, or a point in time. */
  issuedOn: Scalars['DateOrDateTime']['input'];
  /** Who gives it. */
  issuerName: Scalars['String']['input'];
  /** The lesson it is given for. Needed for a badge of the platform, not for the plugin's own. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** The name of the badge. */
  name: Scalars['String']['input'];
  /** The type of the badge. */
  type: Scalars['String']['input'];
  /** The id of the user who gets it. */
  userId: Scalars['ID']['input'];
  /** The version of the badge. Needed for a badge of the platform, not for the plugin's own. */
  versionId?: InputMaybe<Scalars['ID']['input']>;
};

/** What became of a badge to give. */
export type AssertBadgePayload = {
  __typename?: 'AssertBadgePayload';
  /** The assertion; null when the platform does not show it. */
  assertion: Maybe<BadgeAssertion>;
  /** What the platform sent beside the assertion. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** An alert in the progress view of an ATO package. */
export type AtoAlert = {
  __typename?: 'AtoAlert';
  /** The id that the plugin uses for itself; null when it gave none. */
  providerId: Maybe<Scalars['ID']['output']>;
  /** When it was raised. */
  raisedAt: Maybe<Scalars['DateTime']['output']>;
  /** The id of the request. */
  requestId: Scalars['ID']['output'];
  /** The alert's status: free text. Null if none was given. */
  status: Maybe<Scalars['String']['output']>;
  /** The body. */
  text: Scalars['String']['output'];
  /** The title. */
  title: Scalars['String']['output'];
  /** What sort of message it is. */
  type: Maybe<AtoAlertType>;
};

/** An item of an alert stream: the position, an alert, or a gap. */
export type AtoAlertRaisedEvent = {
  __typename?: 'AtoAlertRaisedEvent';
  /** The alert; null for the position and for a gap. */
  alert: Maybe<AtoAlert>;
  /** Pass it as `after` to go on from here. */
  cursor: Scalars['String']['output'];
  /** Set where something may be missing before the next item. */
  gap: Maybe<StreamGap>;
  /** Whether it happened before you subscribed. */
  replayed: Scalars['Boolean']['output'];
};

/** What sort of message an ATO alert is. */
export type AtoAlertType =
  /** Something failed. */
  | 'ERROR'
  /** For information. */
  | 'INFO'
  /** Something went well. */
  | 'SUCCESS'
  /** Something needs attention. */
  | 'WARNING';

/** An app distribution in an ATO package. */
export type AtoDistribution = {
  __typename?: 'AtoDistribution';
  /** What else the platform sent, as far as it may be stored: `platform` and `version`. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The id of the distribution; null where the platform sends none. */
  id: Maybe<Scalars['ID']['output']>;
  /** The name; null where the platform sends none. */
  name: Maybe<Scalars['String']['output']>;
};

/** An item of a distribution stream: the position, a change, or a gap. */
export type AtoDistributionsChangedEvent = {
  __typename?: 'AtoDistributionsChangedEvent';
  /**
   * Distributions that were not in the previous set. A change without a request is compared with the previous change
   * without one. Null for the position and for a gap.
   */
  added: Maybe<Array<AtoDistribution>>;
  /** Pass it as `after` to go on from here. */
  cursor: Scalars['String']['output'];
  /** The complete current set; null for the position and for a gap. */
  distributions: Maybe<Array<AtoDistribution>>;
  /** Set where something may be missing before the next item. */
  gap: Maybe<StreamGap>;
  /** What is no longer in the set; null for the position and for a gap. */
  removed: Maybe<Array<AtoDistribution>>;
  /** Whether it happened before you subscribed. */
  replayed: Scalars['Boolean']['output'];
  /**
   * The ID of the request whose package changed. Null for the position, for a gap, and if the platform did not name the
   * request; such a change is sent only to streams opened with the plugin credential.
   */
  requestId: Maybe<Scalars['ID']['output']>;
};

/** A request for the authority to operate (ATO), as the platform sent it and as its status was updated here. */
export type AtoRequest = {
  __typename?: 'AtoRequest';
  /** Whether the user may cancel it in the developer console; null while nobody has said. */
  cancellable: Maybe<Scalars['Boolean']['output']>;
  /** Whether it is complete; null while nobody has said. */
  complete: Maybe<Scalars['Boolean']['output']>;
  /** The distributions in its package now. */
  distributions: Array<AtoDistribution>;
  /**
   * What else the platform sent, as far as it may be stored: the IDs `organizationId` and `providerId`, dates
   * (`createdDate`, `updatedDate`, `authorizedDate`, `expiryDate`), `documentationStatus` and `assessmentStatus` in the
   * platform's words, and `user`, `owner` and `requester` with their `userId` alone.
   */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The id of the request. */
  id: Scalars['ID']['output'];
  /** When this gateway first heard of it. */
  receivedAt: Maybe<Scalars['DateTime']['output']>;
  /** Current status. Null if the platform has sent none, or one outside its documented list. */
  status: Maybe<AtoStatus>;
  /** Who started it; null where the platform does not say. Complete for yourself and your friends, else only `id`. */
  user: Maybe<User>;
};

/** An item of a request stream: the position, a request as it now is, or a gap. */
export type AtoRequestChangedEvent = {
  __typename?: 'AtoRequestChangedEvent';
  /** Pass it as `after` to go on from here. */
  cursor: Scalars['String']['output'];
  /** Set where something may be missing before the next item. */
  gap: Maybe<StreamGap>;
  /** Whether it happened before you subscribed. */
  replayed: Scalars['Boolean']['output'];
  /** The request as it was right after the change; null for the position and for a gap. */
  request: Maybe<AtoRequest>;
};

/** A window of a list of ATO requests. */
export type AtoRequestConnection = {
  __typename?: 'AtoRequestConnection';
  /** The rows, each with its cursor. */
  edges: Array<AtoRequestEdge>;
  /** The rows. */
  nodes: Array<AtoRequest>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many requests there are. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** An ATO request of a list with its cursor. */
export type AtoRequestEdge = {
  __typename?: 'AtoRequestEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: AtoRequest;
};

/** How far a request for the authority to operate (ATO) is. */
export type AtoStatus =
  /** Somebody has to do something before it can go on. */
  | 'ACTION_REQUIRED'
  /** It is done. */
  | 'COMPLETED'
  /** It is being worked on. */
  | 'IN_PROGRESS'
  /** Nothing has happened yet. */
  | 'NOT_STARTED'
  /** It is being reviewed. */
  | 'UNDER_REVIEW';

/** Tokens of a session. They are yours to keep; the gateway keeps none. */
export type AuthToken = {
  __typename?: 'AuthToken';
  /** What goes into the `Authorization` header. */
  accessToken: Maybe<Scalars['String']['output']>;
  /** How long the access token lives, in seconds. */
  expiresIn: Maybe<Scalars['Float']['output']>;
  /** What else the platform sent with the tokens. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** What `refreshSession` takes. */
  refreshToken: Maybe<Scalars['String']['output']>;
  /** How the platform names the kind of token, as in `Bearer`. */
  tokenType: Maybe<Scalars['String']['output']>;
};

/** A badge. */
export type Badge = {
  __typename?: 'Badge';
  /**
   * The badge's alignments. A list of texts is joined with commas; any other JSON is shown as JSON text. Null if the badge
   * has none.
   */
  alignments: Maybe<Scalars['String']['output']>;
  /** The id of the course it is a badge of; null when there is none or the platform does not say. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** What it stands for; null when nothing is said. */
  description: Maybe<Scalars['String']['output']>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The badge's id; null where the platform sends none. */
  id: Maybe<Scalars['ID']['output']>;
  /** Its picture, as the platform names it. */
  image: Maybe<Scalars['String']['output']>;
  /** What it is called. */
  name: Maybe<Scalars['String']['output']>;
  /** The id of the objective it is a badge of; null when there is none or the platform does not say. */
  objectiveId: Maybe<Scalars['ID']['output']>;
  /** The proficiency it stands for, as a number; the platform names no scale. */
  proficiency: Maybe<Scalars['Float']['output']>;
  /**
   * The badge's tags. A list of texts is joined with commas; any other JSON is shown as JSON text. Null if the badge has
   * none.
   */
  tags: Maybe<Scalars['String']['output']>;
  /** What sort of badge it is. */
  type: Maybe<Scalars['String']['output']>;
  /** The id of its version: what `assertBadge` takes for a badge of the platform. Null where the platform does not say. */
  versionId: Maybe<Scalars['ID']['output']>;
};

/** A badge that was given to a user. */
export type BadgeAssertion = {
  __typename?: 'BadgeAssertion';
  /**
   * The badge. Name, type and image come with the assertion; the rest is known where the badge is one of a course or an
   * objective and the request carries the plugin credential, at the cost of two calls, else null.
   */
  badge: Maybe<Badge>;
  /** The id of the badge; null where the platform sends none. */
  badgeId: Maybe<Scalars['ID']['output']>;
  /** The class it was given in; null when there is none. One call for each class. Needs a user token. */
  class: Maybe<Class>;
  /** The id of the class it was given in; null when there is none. */
  classId: Maybe<Scalars['ID']['output']>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The id of the assertion; null where the platform sends none. */
  id: Maybe<Scalars['ID']['output']>;
  /** The picture of the badge, as the platform names it. */
  image: Maybe<Scalars['String']['output']>;
  /** When it was given. */
  issuedOn: Maybe<Scalars['DateTime']['output']>;
  /** Who gave it. */
  issuerName: Maybe<Scalars['String']['output']>;
  /** The lesson it was given for; null when there is none. One call for each class. Needs a user token. */
  lesson: Maybe<Lesson>;
  /** The id of the lesson it was given for; null when there is none. */
  lessonId: Maybe<Scalars['ID']['output']>;
  /** The name of the badge. */
  name: Maybe<Scalars['String']['output']>;
  /** The type of the badge. */
  type: Maybe<Scalars['String']['output']>;
  /**
   * Who was given it. The platform reads no user by id, so this is complete for people whom the operation reads anyway
   * and, with a user token, for yourself and your friends; for others it has only `id`.
   */
  user: Maybe<User>;
  /** The id of the version of the badge; null when there is none. */
  versionId: Maybe<Scalars['ID']['output']>;
};

/** Where a sign-in leads, and how. */
export type BeginSignInInput = {
  /** Whether the page also offers to sign in through the platform's own app. */
  appLogin?: Scalars['Boolean']['input'];
  /** A value that identifies the user uniquely and is never reused. A random one is made if omitted. */
  nonce?: InputMaybe<Scalars['String']['input']>;
  /** Where the platform sends the browser afterwards. It must be registered for the app in the developer console. */
  redirectUri: Scalars['String']['input'];
  /** How the tokens come back. */
  responseType?: SignInResponseType;
  /** Comes back unchanged with the redirect; compare it there. A random one is made when you give none. */
  state?: InputMaybe<Scalars['String']['input']>;
};

/** A sign-in that can start. */
export type BeginSignInPayload = {
  __typename?: 'BeginSignInPayload';
  /** The PKCE secret to pass to `exchangeCode`: 64 characters. Keep it where only your app reads it. */
  codeVerifier: Scalars['String']['output'];
  /** The value that makes this sign-in unique; it is part of `url`. */
  nonce: Scalars['String']['output'];
  /** What the redirect must bring back as `state`. */
  state: Scalars['String']['output'];
  /** The address to open in a browser. */
  url: Scalars['String']['output'];
};

/** Data that the app keeps on the platform and shares with a list of users. */
export type Bucket = {
  __typename?: 'Bucket';
  /** The data, or what of it is at one place; null where there is nothing. One call for each place. */
  data: Maybe<Scalars['JSON']['output']>;
  /** The id that the app chose. */
  id: Scalars['ID']['output'];
};


/** Data that the app keeps on the platform and shares with a list of users. */
export type BucketDataArgs = {
  key?: InputMaybe<Scalars['String']['input']>;
};

/** Somebody with capabilities that were searched for. */
export type Candidate = {
  __typename?: 'Candidate';
  /** Those of the capabilities asked for that the person has, in the order asked for. */
  capabilities: Array<Capability>;
  /** What the person has learned. */
  learningRecord: Maybe<LearningRecord>;
  /** Who it is. The plugin credential reads no profiles, so only `id` is known; badges and skills can be asked for. */
  user: Maybe<User>;
};

/** Something that a person can be shown to be able to do: a badge of a course or an objective. */
export type Capability = {
  __typename?: 'Capability';
  /** What it stands for; null when nothing is said. */
  description: Maybe<Scalars['String']['output']>;
  /** The id of the badge. */
  id: Scalars['ID']['output'];
  /** What it is called. */
  name: Maybe<Scalars['String']['output']>;
  /** The proficiency it stands for, as a number; the platform names no scale. */
  proficiency: Maybe<Scalars['Float']['output']>;
  /** What sort of badge it is. */
  type: Maybe<Scalars['String']['output']>;
};

/** A class: a group of people who take a course. */
export type Class = {
  __typename?: 'Class';
  /** The course that the class takes. */
  course: Maybe<Course>;
  /** The class's id. */
  id: Scalars['ID']['output'];
  /** Who teaches the class. One call for all people of a class. */
  instructors: Maybe<Array<ClassInstructor>>;
  /** The code that lets somebody join. Null when the class is not among the first 300 of the signed-in user. */
  joinCode: Maybe<Scalars['String']['output']>;
  /** The levels of the class's course with their lessons, in order. One call. */
  levels: Maybe<Array<CourseLevel>>;
  /** What the class is called. */
  name: Maybe<Scalars['String']['output']>;
  /** The notes about the class. One call. Needs a user token. */
  notes: Maybe<Array<Note>>;
  /** Who watches the class. One call for all people of a class. */
  observers: Maybe<Array<ClassObserver>>;
  /** Who learns in the class. One call for all people of a class. */
  students: Maybe<Array<ClassStudent>>;
  /**
   * The signed-in user's student id in this class. Null when the user is no student of it, or when the class is not
   * among the first 300 of the signed-in user.
   */
  viewerStudentId: Maybe<Scalars['ID']['output']>;
};

/** A window of a list of classes. */
export type ClassConnection = {
  __typename?: 'ClassConnection';
  /** The rows, each with its cursor. */
  edges: Array<ClassEdge>;
  /** The rows. */
  nodes: Array<Class>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many rows the whole list has; null when the platform does not say. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A class of a list with its cursor. */
export type ClassEdge = {
  __typename?: 'ClassEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Class;
};

/** Somebody who teaches a class. */
export type ClassInstructor = {
  __typename?: 'ClassInstructor';
  /** The id as an instructor of this class. */
  id: Scalars['ID']['output'];
  /** The person. */
  user: Maybe<User>;
};

/** Somebody who watches a class. */
export type ClassObserver = {
  __typename?: 'ClassObserver';
  /** The id as an observer of this class. */
  id: Scalars['ID']['output'];
  /** The person. */
  user: Maybe<User>;
};

/** Somebody who learns in a class. */
export type ClassStudent = {
  __typename?: 'ClassStudent';
  /** The id as a student of this class: what `Lesson.locked` takes. */
  id: Scalars['ID']['output'];
  /** The person. */
  user: Maybe<User>;
};

/** What the redirect of an ATO sign-on brought. */
export type CompleteAtoSignOnInput = {
  /** The `code` of the redirect. */
  code: Scalars['String']['input'];
  /**
   * The PKCE secret, where your side started the sign-on with one; the platform usually starts it, and then there is none.
   * 43 to 128 characters of A-Z, a-z, 0-9, `.`, `_` and `~`.
   */
  codeVerifier?: InputMaybe<Scalars['String']['input']>;
  /** The `state` of the redirect: the platform puts the id of the request there. */
  state: Scalars['String']['input'];
};

/** What became of an ATO sign-on. */
export type CompleteAtoSignOnPayload = {
  __typename?: 'CompleteAtoSignOnPayload';
  /**
   * Whether the token opens the reads and streams of the request here. That takes a platform that confirms the token's
   * user and a stored request that names the same one; otherwise they need the plugin credential.
   */
  bound: Scalars['Boolean']['output'];
  /** The id of the request, from `state`. */
  requestId: Maybe<Scalars['ID']['output']>;
  /** The token to send as the `Authorization` header with what concerns the request. */
  token: Maybe<AuthToken>;
};

/** A course: any number of lessons, arranged in levels. */
export type Course = {
  __typename?: 'Course';
  /** The id of the cover photo; null when there is none. */
  coverPhoto: Maybe<Scalars['ID']['output']>;
  /** What the course is about. */
  description: Maybe<Scalars['String']['output']>;
  /** The course's id. */
  id: Scalars['ID']['output'];
  /** The levels of the course with their lessons, in order. One call, which `Lesson.locked` of one student shares. */
  levels: Maybe<Array<CourseLevel>>;
  /** What the course is called. */
  name: Maybe<Scalars['String']['output']>;
  /** The notes about the course. One call. Needs a user token. */
  notes: Maybe<Array<Note>>;
  /** What the course teaches, in the order the platform lists it. One call. */
  objectives: Maybe<Array<CourseObjective>>;
  /** The id of the course's picture. */
  profilePic: Maybe<Scalars['ID']['output']>;
  /**
   * The questions of the course. For its instructors and managers: anybody else gets FORBIDDEN. Needs a user token.
   * One call, and one more where removed questions are asked for as well.
   */
  questions: Maybe<Array<Question>>;
};


/** A course: any number of lessons, arranged in levels. */
export type CourseQuestionsArgs = {
  includeRemoved?: Scalars['Boolean']['input'];
};

/** A window of a list of courses. */
export type CourseConnection = {
  __typename?: 'CourseConnection';
  /** The rows, each with its cursor. */
  edges: Array<CourseEdge>;
  /** The rows. */
  nodes: Array<Course>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many rows the whole list has; null when the platform does not say. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A course of a list with its cursor. */
export type CourseEdge = {
  __typename?: 'CourseEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Course;
};

/** A level of a course. */
export type CourseLevel = {
  __typename?: 'CourseLevel';
  /** The level's id. */
  id: Scalars['ID']['output'];
  /** The lessons of the level, in order. */
  lessons: Maybe<Array<Lesson>>;
  /** What the level is called. */
  name: Maybe<Scalars['String']['output']>;
};

/** Something that a course teaches. */
export type CourseObjective = {
  __typename?: 'CourseObjective';
  /** The objective's id. */
  id: Scalars['ID']['output'];
  /** The ids of the lessons that teach it. */
  lessonIds: Maybe<Array<Scalars['ID']['output']>>;
  /** The lessons that teach it, as far as they stand in the course's levels. One call for all objectives of a course. */
  lessons: Maybe<Array<Lesson>>;
  /** What the objective is called. */
  name: Maybe<Scalars['String']['output']>;
  /** How the signed-in student does at it; null when nothing is recorded. One call for all objectives of a course. */
  performance: Maybe<ObjectivePerformance>;
};

/** What a new anonymous user starts with. */
export type CreateAnonymousUserInput = {
  /** Date of birth, usually a day; decides the account type. The gateway passes it on and does not store it. */
  dateOfBirth?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** The device's push token (iOS device token or Android registration id). */
  deviceToken?: InputMaybe<Scalars['String']['input']>;
};

/** What became of a new anonymous user. */
export type CreateAnonymousUserPayload = {
  __typename?: 'CreateAnonymousUserPayload';
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The new user's session; null when the platform sends none. */
  token: Maybe<AuthToken>;
  /** The new user. */
  user: Maybe<User>;
};

/** A new badge. */
export type CreateBadgeInput = {
  /** What it is aligned with. */
  alignments?: InputMaybe<Scalars['String']['input']>;
  /** What it stands for. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Its picture. */
  image: Scalars['String']['input'];
  /** What it is called. */
  name: Scalars['String']['input'];
  /** The proficiency it stands for, as a number. */
  proficiency: Scalars['Float']['input'];
  /** Its tags. */
  tags?: InputMaybe<Scalars['String']['input']>;
  /** What sort of badge it is. */
  type: Scalars['String']['input'];
};

/** What became of a new badge. */
export type CreateBadgePayload = {
  __typename?: 'CreateBadgePayload';
  /** The new badge; null when the platform does not show it. */
  badge: Maybe<Badge>;
  /** What the platform sent beside the badge. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** A new bucket. */
export type CreateBucketInput = {
  /** What is in it at first; left out, nothing. */
  data?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The id of the bucket, chosen by the app; it is what the bucket is read by. */
  id: Scalars['ID']['input'];
  /** Whether every user of the app may read it. */
  public?: Scalars['Boolean']['input'];
  /** The ids of the users who may read and write it. You are added by the platform. */
  userIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** What became of a new bucket. */
export type CreateBucketPayload = {
  __typename?: 'CreateBucketPayload';
  /** The new bucket. */
  bucket: Maybe<Bucket>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform does not say. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** The IDs of the users who may read and write the bucket. Null if the platform does not list them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** A new note. */
export type CreateNoteInput = {
  /** The class it is about; its course is added. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** The course it is about. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson it is about; its course is added. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** The student it is about, as in `ClassStudent.id`; the student's user, class and courses are added. */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** What the note says. */
  text: Scalars['String']['input'];
  /** The user it is about. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** What became of a new note. */
export type CreateNotePayload = {
  __typename?: 'CreateNotePayload';
  /** What the platform sent beside the note. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The new note; null when the platform does not show it. */
  note: Maybe<Note>;
};

/** A new note for the training dashboard. */
export type CreateTrainingNoteInput = {
  /** The class it is about; left out, it is the student's. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** The course it is about; left out, it is the lesson's. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson it is about; its course is added. */
  lessonId: Scalars['ID']['input'];
  /** The student it is about, as in `ClassStudent.id`; the student's user, class and courses are added. */
  studentId: Scalars['ID']['input'];
  /** What the note says. */
  text: Scalars['String']['input'];
  /** The user it is about; left out, it is the student's. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** What became of a new note for the training dashboard. */
export type CreateTrainingNotePayload = {
  __typename?: 'CreateTrainingNotePayload';
  /** What the platform sent beside the note. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The new note; null when the platform does not show it. */
  note: Maybe<Note>;
};

/** Which bucket to delete. */
export type DeleteBucketInput = {
  /** The id of the bucket. */
  id: Scalars['ID']['input'];
};

/** What became of a bucket to delete. */
export type DeleteBucketPayload = {
  __typename?: 'DeleteBucketPayload';
  /** The id of the bucket that is no more. */
  deletedId: Scalars['ID']['output'];
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Which note to delete. */
export type DeleteNoteInput = {
  /** The id of the note. */
  noteId: Scalars['ID']['input'];
};

/** What became of a note to delete. */
export type DeleteNotePayload = {
  __typename?: 'DeleteNotePayload';
  /** The id of the note that is no more. */
  deletedId: Scalars['ID']['output'];
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** The code of a finished sign-in. */
export type ExchangeCodeInput = {
  /** The `code` of the redirect. */
  code: Scalars['String']['input'];
  /** The `codeVerifier` that `beginSignIn` gave: 43 to 128 characters of A-Z, a-z, 0-9, `.`, `_` and `~`. */
  codeVerifier: Scalars['String']['input'];
  /**
   * The device's push token (iOS device token or Android registration id). When given, the new session is also
   * registered for notifications, which the platform asks for at every sign-in.
   */
  deviceToken?: InputMaybe<Scalars['String']['input']>;
};

/** What became of the code of a sign-in. */
export type ExchangeCodePayload = {
  __typename?: 'ExchangeCodePayload';
  /**
   * Whether the session was registered for push: null when no `deviceToken` was given. When registering fails this
   * field alone carries the error, and the tokens stand.
   */
  deviceRegistered: Maybe<Scalars['Boolean']['output']>;
  /** The new tokens. */
  token: Maybe<AuthToken>;
};

/** Why something may be missing from a stream. */
export type GapReason =
  /** Your cursor can no longer be verified; the stream starts again at your oldest event. */
  | 'CURSOR_UNKNOWN'
  /** The event log began again or lost its newest events. */
  | 'LOG_REPLACED'
  /** You were away longer than events are kept, or more happened than is kept. */
  | 'TRIMMED'
  /** Something happened on the platform that could not be written to the event log. */
  | 'UPSTREAM_INCOMPLETE';

/** A JPEG picture. */
export type Image = {
  __typename?: 'Image';
  /** The bytes, base64. */
  base64: Scalars['String']['output'];
  /** The size of the picture in bytes. */
  byteLength: Scalars['Int']['output'];
  /** The bytes as a data URI, for the `src` of an image element. */
  dataUri: Scalars['String']['output'];
};

/** A window of the leaderboard. */
export type LeaderboardConnection = {
  __typename?: 'LeaderboardConnection';
  /** The rows, each with its cursor. */
  edges: Array<LeaderboardEdge>;
  /** The rows. */
  nodes: Array<LeaderboardEntry>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many rows the whole list has; null when the platform does not say. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A row of the leaderboard with its cursor. */
export type LeaderboardEdge = {
  __typename?: 'LeaderboardEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: LeaderboardEntry;
};

/** A user's place on the leaderboard. */
export type LeaderboardEntry = {
  __typename?: 'LeaderboardEntry';
  /** The categories that the score counts in. */
  categories: Maybe<Array<Scalars['String']['output']>>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The place among the entries asked for, 1 for the best; null where the platform does not say. */
  rank: Maybe<Scalars['Int']['output']>;
  /** The score, in whatever the app counts. */
  score: Maybe<Scalars['SafeInt']['output']>;
  /**
   * Whose score it is; null where the platform does not say. The platform reads no user by id, so this is complete for
   * people whom the operation reads anyway, for yourself and for your friends; for others it has only `id`.
   */
  user: Maybe<User>;
};

/** What a user has learned. The platform does not document its form: what has no field is in `extra`. */
export type LearningRecord = {
  __typename?: 'LearningRecord';
  /** The ids of the user's badges; null where the platform does not list them. */
  badgeIds: Maybe<Array<Scalars['ID']['output']>>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whose record it is; only `id` where the operation knows no more of the user. Null where the platform does not say. */
  user: Maybe<User>;
};

/** A lesson of a course. */
export type Lesson = {
  __typename?: 'Lesson';
  /** The lessons inside this one, in order. */
  childLessons: Maybe<Array<Lesson>>;
  /** The course that the lesson belongs to. */
  course: Maybe<Course>;
  /** The id of the cover photo. */
  coverPhoto: Maybe<Scalars['ID']['output']>;
  /** What the lesson is about. */
  description: Maybe<Scalars['String']['output']>;
  /** How long the lesson takes, as the platform gives it; it names no unit. */
  expectedCompletionTime: Maybe<Scalars['Float']['output']>;
  /** The lesson's id. */
  id: Scalars['ID']['output'];
  /** Whether an instructor grades the lesson. */
  instructorGraded: Maybe<Scalars['Boolean']['output']>;
  /** Whether the lesson is an assessment. */
  isAssessment: Maybe<Scalars['Boolean']['output']>;
  /** What the lesson is launched with. */
  launchParameters: Maybe<Array<Scalars['String']['output']>>;
  /**
   * Whether the lesson is locked for this student, by progress against the prerequisites of lesson and level.
   * One call for all lessons of a course and one student, the same one that reads the levels.
   */
  locked: Maybe<Scalars['Boolean']['output']>;
  /** The address of the lesson's media. */
  media: Maybe<Scalars['String']['output']>;
  /** What the lesson is called. */
  name: Maybe<Scalars['String']['output']>;
  /** The notes about the lesson. One call for each lesson. Needs a user token. */
  notes: Maybe<Array<Note>>;
  /** The id of the lesson's picture. */
  profilePic: Maybe<Scalars['ID']['output']>;
  /** Whether the lesson is public. */
  public: Maybe<Scalars['Boolean']['output']>;
};


/** A lesson of a course. */
export type LessonLockedArgs = {
  studentId: Scalars['ID']['input'];
};

/** How a student did in one lesson of an objective. */
export type LessonScore = {
  __typename?: 'LessonScore';
  /** The lesson, as it stands in the course's levels; null when it does not. One call for all lessons of a course. */
  lesson: Maybe<Lesson>;
  /** The id of the lesson. */
  lessonId: Scalars['ID']['output'];
  /** The score; null when there is none. */
  score: Maybe<Scalars['Float']['output']>;
  /** What the score is of. Values seen: `objective`, `lesson`. */
  scoreType: Maybe<Scalars['String']['output']>;
};

/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Marks a notification of the signed-in user as acknowledged. Needs a user token. */
  acknowledgeNotification: Maybe<AcknowledgeNotificationPayload>;
  /** Lets a user read and write a bucket. Only for users in its access list. Needs a user token. */
  addBucketUser: Maybe<AddBucketUserPayload>;
  /** Adds information to a user. Needs the plugin credential. */
  addUserInfo: Maybe<AddUserInfoPayload>;
  /** Gives a badge to a user. Needs the plugin credential. */
  assertBadge: Maybe<AssertBadgePayload>;
  /**
   * Starts a sign-in: open `url` in a browser, and keep `codeVerifier` and `state` until it comes back to your
   * redirect address. Calls nothing and needs no credential.
   */
  beginSignIn: Maybe<BeginSignInPayload>;
  /**
   * Finishes the sign-on of a person for an ATO request: trades the code that came to the plugin's redirect address for a
   * token that opens the mutations of that request. Codes work once. Needs no credential; NOT_CONFIGURED where the gateway
   * has no plugin.
   */
  completeAtoSignOn: Maybe<CompleteAtoSignOnPayload>;
  /**
   * Creates an anonymous user of the app. Needs no credential and sends none.
   * An anonymous user who is signed out, or whose session is not refreshed in time, is lost and must be created again.
   */
  createAnonymousUser: Maybe<CreateAnonymousUserPayload>;
  /** Makes a badge of the plugin's own. Needs the plugin credential. */
  createBadge: Maybe<CreateBadgePayload>;
  /** Makes a bucket, shared with you and whom you name; CONFLICT where the id is taken. Needs a user token. */
  createBucket: Maybe<CreateBucketPayload>;
  /**
   * Writes a note about any of a lesson, a class, a student, a user and a course. The platform adds what follows from
   * them: the course of a lesson or class; the user, class and courses of a student. Needs a user token.
   */
  createNote: Maybe<CreateNotePayload>;
  /**
   * Writes a note for the training dashboard, which shows only notes that have both a student and a lesson.
   * Needs a user token.
   */
  createTrainingNote: Maybe<CreateTrainingNotePayload>;
  /** Deletes a bucket with all its data. Only for users in its access list. Needs a user token. */
  deleteBucket: Maybe<DeleteBucketPayload>;
  /** Deletes a note. Needs a user token. */
  deleteNote: Maybe<DeleteNotePayload>;
  /** Turns the code of a finished sign-in into tokens. Codes work once. Needs no credential. */
  exchangeCode: Maybe<ExchangeCodePayload>;
  /**
   * Adds an alert to the progress view of an ATO package. FORBIDDEN if the token is bound to another request. Requires an ATO
   * token, from `completeAtoSignOn`. One platform call, and one that confirms the session if that was not done lately.
   */
  raiseAtoAlert: Maybe<RaiseAtoAlertPayload>;
  /**
   * Records learning activity in the platform's older, simpler form (version 1): a verb in your words, and what it was
   * about. Needs a user token.
   */
  recordActivity: Maybe<RecordActivityPayload>;
  /**
   * Records learning activity as an xAPI statement (version 2 of the platform's route): who did what to what. The gateway
   * fills in the platform's addresses. Needs a user token; NOT_CONFIGURED where the gateway lacks those addresses.
   */
  recordStatement: Maybe<RecordStatementPayload>;
  /** Turns a refresh token into new tokens. Needs no credential. */
  refreshSession: Maybe<RefreshSessionPayload>;
  /**
   * Registers a session for push. The platform asks for it at every sign-in, else the user gets no notifications from
   * others; `exchangeCode` does it where it is given a device token. Needs a user token.
   */
  registerDevice: Maybe<RegisterDevicePayload>;
  /** Ends a user's access to a bucket. Needs a user token. */
  removeBucketUser: Maybe<RemoveBucketUserPayload>;
  /**
   * Sends a push notification to a user of the app, once. Needs a user token. One platform call; with `persist: false`, one
   * more confirms the session if that was not done lately.
   */
  sendNotification: Maybe<SendNotificationPayload>;
  /** Signs out the user whose token this request carries, and ends that token's live subscriptions. Needs a user token. */
  signOut: Maybe<SignOutPayload>;
  /**
   * Puts the signed-in user's score on the leaderboard: it replaces the score in the same categories where there is one.
   * Needs a user token.
   */
  submitScore: Maybe<SubmitScorePayload>;
  /**
   * Updates the status of an ATO request, its flags, or both. FORBIDDEN if the token is bound to another request. Requires an
   * ATO token, from `completeAtoSignOn`. One platform call, and one that confirms the session if that was not done lately.
   */
  updateAtoStatus: Maybe<UpdateAtoStatusPayload>;
  /** Puts a value at a place of a bucket. Only for users in its access list. Needs a user token. */
  updateBucket: Maybe<UpdateBucketPayload>;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationAcknowledgeNotificationArgs = {
  input: AcknowledgeNotificationInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationAddBucketUserArgs = {
  input: AddBucketUserInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationAddUserInfoArgs = {
  input: AddUserInfoInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationAssertBadgeArgs = {
  input: AssertBadgeInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationBeginSignInArgs = {
  input: BeginSignInInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCompleteAtoSignOnArgs = {
  input: CompleteAtoSignOnInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCreateAnonymousUserArgs = {
  input: CreateAnonymousUserInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCreateBadgeArgs = {
  input: CreateBadgeInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCreateBucketArgs = {
  input: CreateBucketInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCreateNoteArgs = {
  input: CreateNoteInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationCreateTrainingNoteArgs = {
  input: CreateTrainingNoteInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationDeleteBucketArgs = {
  input: DeleteBucketInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationDeleteNoteArgs = {
  input: DeleteNoteInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationExchangeCodeArgs = {
  input: ExchangeCodeInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRaiseAtoAlertArgs = {
  input: RaiseAtoAlertInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRecordActivityArgs = {
  input: RecordActivityInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRecordStatementArgs = {
  input: RecordStatementInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRefreshSessionArgs = {
  input: RefreshSessionInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRegisterDeviceArgs = {
  input: RegisterDeviceInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationRemoveBucketUserArgs = {
  input: RemoveBucketUserInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationSendNotificationArgs = {
  input: SendNotificationInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationSubmitScoreArgs = {
  input: SubmitScoreInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationUpdateAtoStatusArgs = {
  input: UpdateAtoStatusInput;
};


/** What you can change. Each change is sent to the platform once, in the order you write them. */
export type MutationUpdateBucketArgs = {
  input: UpdateBucketInput;
};

/** A note. The platform does not say who wrote it; what it sends beyond these fields is in `extra`. */
export type Note = {
  __typename?: 'Note';
  /** The class it is about or that follows from the student; null when there is none. One call. */
  class: Maybe<Class>;
  /** The id of the class it is about or that follows from the student; null when there is none. */
  classId: Maybe<Scalars['ID']['output']>;
  /** The course of `courseId`. Null if there is none. Requires a user token. One platform call. */
  course: Maybe<Course>;
  /** The ID of the course it is about or that follows from the lesson, class or student; the first of several. Null if none. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** The IDs of all courses it is about: a student may take several. Null if the platform names no course. */
  courseIds: Maybe<Array<Scalars['ID']['output']>>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The note's id; null where the platform lists a note without one. */
  id: Maybe<Scalars['ID']['output']>;
  /**
   * The lesson it is about, as it stands in the levels of the course (or of the class, where no course is known); null
   * when it is about none. One call for all lessons of a course.
   */
  lesson: Maybe<Lesson>;
  /** The id of the lesson it is about; null when it is about none. */
  lessonId: Maybe<Scalars['ID']['output']>;
  /** The id of the student it is about; null when it is about none. */
  studentId: Maybe<Scalars['ID']['output']>;
  /** What the note says. */
  text: Maybe<Scalars['String']['output']>;
  /**
   * Whom it is about, not who wrote it; null when it is about nobody. The platform reads no user by id, so this is
   * complete for people whom the operation reads anyway, for yourself and for your friends; for others it has only `id`.
   */
  user: Maybe<User>;
};

/** What notes must be about. Every field that is given must fit. */
export type NoteFilter = {
  /** Notes about this class. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** Notes about this course. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** Notes about this lesson. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** Notes about this student, as in `ClassStudent.id`. */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** Notes about this user. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** A push notification. */
export type Notification = {
  __typename?: 'Notification';
  /** Whether the receiver has acknowledged it; null where the platform does not say. */
  acknowledged: Maybe<Scalars['Boolean']['output']>;
  /** When it was sent; null where the platform does not say. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification's id; null where the platform sends none, as it may for one that is not stored. */
  id: Maybe<Scalars['ID']['output']>;
  /** The view of the app to open; null when there is none. */
  path: Maybe<Scalars['String']['output']>;
  /** Whether the notification is stored and listed. Null if the platform sends neither true nor false. */
  persist: Maybe<Scalars['Boolean']['output']>;
  /**
   * Who receives it; null where the platform does not say. Complete for yourself and your friends; for others it has only
   * `id`.
   */
  receiver: Maybe<User>;
  /** The text, where `textParameters` may fill gaps. */
  text: Maybe<Scalars['String']['output']>;
  /** What fills the gaps of the text; null when there are none. */
  textParameters: Maybe<Scalars['String']['output']>;
};

/** A window of a list of notifications. */
export type NotificationConnection = {
  __typename?: 'NotificationConnection';
  /** The rows, each with its cursor. */
  edges: Array<NotificationEdge>;
  /** The rows. */
  nodes: Array<Notification>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many rows the whole list has; null when the platform does not say. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A notification of a list with its cursor. */
export type NotificationEdge = {
  __typename?: 'NotificationEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: Notification;
};

/** An item of the notification stream: the position, a notification, or a gap. */
export type NotificationReceivedEvent = {
  __typename?: 'NotificationReceivedEvent';
  /** Pass it as `after` to go on from here. */
  cursor: Scalars['String']['output'];
  /** Set where something may be missing before the next item. */
  gap: Maybe<StreamGap>;
  /** The notification, without `extra`; null for the position and for a gap. */
  notification: Maybe<Notification>;
  /** Whether it happened before you subscribed. */
  replayed: Scalars['Boolean']['output'];
};

/** How a student does at an objective. */
export type ObjectivePerformance = {
  __typename?: 'ObjectivePerformance';
  /** The scores of the lessons that teach the objective. */
  lessonScores: Maybe<Array<LessonScore>>;
  /** The score; null when there is no result. */
  score: Maybe<Scalars['Float']['output']>;
  /** The level reached; 0 when there is no result. Values seen: 1 (Basic), 3 (Expert). */
  skill: Maybe<Scalars['Float']['output']>;
  /** The level in words; null when there is no result. */
  skillDescription: Maybe<Scalars['String']['output']>;
};

/** A record of a user's hobbies and other skills. */
export type OtherSkills = {
  __typename?: 'OtherSkills';
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The hobbies by name; null where the platform lists none under this name. */
  hobbies: Maybe<Array<Scalars['String']['output']>>;
  /** The skills by name; null where the platform lists none under this name. */
  skills: Maybe<Array<Scalars['String']['output']>>;
  /** Whose they are; only `id` where the operation knows no more of the user. */
  user: Maybe<User>;
};

/** Where a window of a list lies in it. Lists are read forward only. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last row here: pass it as `after` to read on. Null when there is none. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether more rows follow. True after a full page of a list whose length the platform does not tell. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether rows lie before this window. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first row here; null when there is none. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** What the parents of a child allow. */
export type ParentFlags = {
  __typename?: 'ParentFlags';
  /** Whether the camera is off. */
  cameraDisabled: Maybe<Scalars['Boolean']['output']>;
  /** Whether the child may make friends nearby. */
  proximityFriends: Maybe<Scalars['Boolean']['output']>;
};

/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type Query = {
  __typename?: 'Query';
  /**
   * One ATO request of the plugin that this gateway serves, or null when it has not heard of it. Needs the plugin
   * credential, or the ATO token of this request, whose session one platform call confirms if that was not done lately.
   */
  atoRequest: Maybe<AtoRequest>;
  /**
   * The ATO requests of the plugin that this gateway serves, the newest first. Needs the plugin credential; an ATO token
   * sees its own request alone, and one platform call confirms its session if that was not done lately.
   */
  atoRequests: Maybe<AtoRequestConnection>;
  /**
   * The badges that these users were given. Needs the plugin credential.
   * All users asked for at once, by however many fields, cost one call for every 100.
   */
  badgeAssertions: Maybe<Array<BadgeAssertion>>;
  /**
   * A bucket of the app, or null when there is none by this id. Needs a user token; FORBIDDEN when the bucket is neither
   * public nor shared with you. One call for each place of it that is read.
   */
  bucket: Maybe<Bucket>;
  /**
   * Who has at least one of these capabilities, most of them first: people with a learning record that the plugin may read
   * and one of the badges. Needs the plugin credential. Three calls, and one more for every 100 people where the records
   * do not list badges.
   */
  candidates: Maybe<Array<Candidate>>;
  /**
   * What candidates can be searched by: the badges of courses and objectives that the plugin may read. Needs the plugin
   * credential. Two calls.
   */
  capabilities: Maybe<Array<Capability>>;
  /**
   * One class with its people, or null when it does not exist. Needs a user token.
   * `class` is a reserved word in most languages: alias it, as in `theClass: class(id: "…")`.
   */
  class: Maybe<Class>;
  /**
   * The classes of the signed-in user. Needs a user token.
   * The list may move while you page through it: a row can come twice or be missed.
   */
  classes: Maybe<ClassConnection>;
  /** One course, or null when it does not exist or you may not see it. Needs a user token. */
  course: Maybe<Course>;
  /** The badges of the courses that members of organizations take. Needs the plugin credential. One call. */
  courseBadges: Maybe<Array<Badge>>;
  /**
   * All courses. Needs a user token.
   * The list may move while you page through it: a row can come twice or be missed.
   */
  courses: Maybe<CourseConnection>;
  /**
   * The entries of the app's leaderboard. Needs a user token.
   * The list may move while you page through it: a row can come twice or be missed. The platform may send no total.
   */
  leaderboard: Maybe<LeaderboardConnection>;
  /** A user's entry and rank, or null when the user has no entry in these categories. Needs a user token. */
  leaderboardRank: Maybe<LeaderboardEntry>;
  /** What members of organizations have learned. Needs the plugin credential. One call. */
  learningRecords: Maybe<Array<LearningRecord>>;
  /** The signed-in user. Needs a user token. */
  me: Maybe<User>;
  /** One note, or null when it does not exist. Needs a user token. */
  note: Maybe<Note>;
  /**
   * The notes that fit every filter given; without a filter, all that the platform shows you. Needs a user token.
   * One call for each distinct filter.
   */
  notes: Maybe<Array<Note>>;
  /** The badges of the objectives of those same courses. Needs the plugin credential. One call. */
  objectiveBadges: Maybe<Array<Badge>>;
  /**
   * Hobbies and other skills of these users. Needs the plugin credential.
   * All users asked for at once, by however many fields, cost one call for every 100.
   */
  otherSkills: Maybe<Array<OtherSkills>>;
  /** Users of the app who let themselves be found, drawn at random each time. Needs a user token. */
  randomUsers: Maybe<Array<User>>;
  /**
   * Users of the app who let themselves be found, by handle or full name. Needs a user token.
   * The list may move while you page through it: a row can come twice or be missed.
   */
  searchUsers: Maybe<UserConnection>;
  /** Whether the token that this request carries still stands. Needs a user token. */
  session: Maybe<Session>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryAtoRequestArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryAtoRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryBadgeAssertionsArgs = {
  userIds: Array<Scalars['ID']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryBucketArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryCandidatesArgs = {
  capabilityIds: Array<Scalars['ID']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryCapabilitiesArgs = {
  term?: InputMaybe<Scalars['String']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryClassArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryClassesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryCourseArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryCourseBadgesArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryCoursesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryLeaderboardArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryLeaderboardRankArgs = {
  categories?: InputMaybe<Array<Scalars['String']['input']>>;
  userId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryLearningRecordsArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryNoteArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryNotesArgs = {
  filter?: InputMaybe<NoteFilter>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryObjectiveBadgesArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryOtherSkillsArgs = {
  userIds: Array<Scalars['ID']['input']>;
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QueryRandomUsersArgs = {
  count?: Scalars['Int']['input'];
};


/**
 * What you can read. Every field says which credential it needs; send it as the `Authorization` header.
 * Fields that fail are null and say why in `errors`, with a `code`; the rest of the answer stands.
 */
export type QuerySearchUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  term?: InputMaybe<Scalars['String']['input']>;
};

/** A question of a course. */
export type Question = {
  __typename?: 'Question';
  /** What there is to choose from, in order; empty for a short answer. */
  answers: Maybe<Array<Scalars['String']['output']>>;
  /** Which of `answers` is right, counted from 0; null for a short answer. */
  correctAnswerIndex: Maybe<Scalars['Int']['output']>;
  /** The course that the question belongs to. Costs nothing where the operation has read the course already. */
  course: Maybe<Course>;
  /** When the question was made. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** The question's id. */
  id: Scalars['ID']['output'];
  /** What sort of record it is. Value seen: `CourseQuestion`. */
  kind: Maybe<Scalars['String']['output']>;
  /** How it is answered. Values seen: `multiple-choice`, `short-answer`. */
  questionType: Maybe<Scalars['String']['output']>;
  /** When the question was removed; null while it stands. */
  removedDate: Maybe<Scalars['DateTime']['output']>;
  /** How often the record was changed, as the platform counts. */
  revision: Maybe<Scalars['Int']['output']>;
  /** What is asked. */
  text: Maybe<Scalars['String']['output']>;
};

/** An alert about an ATO request. */
export type RaiseAtoAlertInput = {
  /** The id that the plugin itself uses for it. */
  providerId?: InputMaybe<Scalars['ID']['input']>;
  /** The id of the request. */
  requestId: Scalars['ID']['input'];
  /** The alert's status: free text. */
  status?: InputMaybe<Scalars['String']['input']>;
  /** The message. */
  text: Scalars['String']['input'];
  /** The headline. */
  title: Scalars['String']['input'];
  /** What sort of message it is. */
  type?: AtoAlertType;
};

/** What became of an ATO alert. */
export type RaiseAtoAlertPayload = {
  __typename?: 'RaiseAtoAlertPayload';
  /** True: the platform has accepted it. */
  accepted: Scalars['Boolean']['output'];
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /**
   * Whether the streams of this graph have it; false when the platform accepted it and the event log did not, or when
   * this gateway serves no plugin.
   */
  streamed: Scalars['Boolean']['output'];
};

/** An activity in the older form. */
export type RecordActivityInput = {
  /** The id of the user who did it; left out, the signed-in user, whose id then costs a call. */
  actorId?: InputMaybe<Scalars['ID']['input']>;
  /** What it was about. */
  object: ActivityObjectInput;
  /** When it was done: a day, or a point in time. Null leaves it to the platform. */
  timestamp?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /**
   * What was done, in words; the same words group activities. Preset: `Correct Item Selected`, `Incorrect Item Selected`,
   * `Perfect Sequence`, `Repeated Steps`.
   */
  verb: Scalars['String']['input'];
};

/** What became of an activity. */
export type RecordActivityPayload = {
  __typename?: 'RecordActivityPayload';
  /** What the platform sent beside the id. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The id of the stored statement; null when the platform does not tell it. */
  statementId: Maybe<Scalars['ID']['output']>;
};

/** An xAPI statement. */
export type RecordStatementInput = {
  /** Who did it. */
  actor: XapiActorInput;
  /** Who vouches for it: an xAPI agent or group. */
  authority?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Where it happened. Naming class, student and lesson here lets the platform link the statement correctly. */
  context?: InputMaybe<XapiContextInput>;
  /** What it was done to. */
  object: XapiObjectInput;
  /** How it went: an xAPI result, such as `{ score: { scaled: 0.9 }, success: true }`. */
  result?: InputMaybe<Scalars['JSONObject']['input']>;
  /** When it was done; left out, the platform takes the time at which it stores the statement. */
  timestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What was done. */
  verb: XapiVerbInput;
};

/** What became of a statement. */
export type RecordStatementPayload = {
  __typename?: 'RecordStatementPayload';
  /** What the platform sent beside the id. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The id of the stored statement; null when the platform does not tell it. */
  statementId: Maybe<Scalars['ID']['output']>;
};

/** A session to go on with. */
export type RefreshSessionInput = {
  /** The refresh token of the session to go on with. */
  refreshToken: Scalars['String']['input'];
};

/** What became of a session to go on with. */
export type RefreshSessionPayload = {
  __typename?: 'RefreshSessionPayload';
  /** The new tokens; the old refresh token may no longer work. */
  token: Maybe<AuthToken>;
};

/** A session to register for push. */
export type RegisterDeviceInput = {
  /** The device's push token (iOS device token or Android registration id). */
  deviceToken: Scalars['String']['input'];
  /** The refresh token of the session to register, as in `AuthToken.refreshToken`. */
  refreshToken: Scalars['String']['input'];
};

/** What became of a session to register for push. */
export type RegisterDevicePayload = {
  __typename?: 'RegisterDevicePayload';
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** True: the platform has registered the session. */
  registered: Scalars['Boolean']['output'];
};

/** Whose access to a bucket to end. */
export type RemoveBucketUserInput = {
  /** The id of the bucket. */
  id: Scalars['ID']['input'];
  /** The id of the user. */
  userId: Scalars['ID']['input'];
};

/** What became of a user's access to a bucket. */
export type RemoveBucketUserPayload = {
  __typename?: 'RemoveBucketUserPayload';
  /** The changed bucket. */
  bucket: Maybe<Bucket>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform does not say. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** The IDs of the users who may read and write the bucket. Null if the platform does not list them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** A notification to send. */
export type SendNotificationInput = {
  /** The view of the app to open. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is stored and listed in the receiver's notifications; otherwise it is only pushed. */
  persist?: Scalars['Boolean']['input'];
  /** The id of the user who receives it. */
  receiverId: Scalars['ID']['input'];
  /** The text, where `textParameters` may fill gaps. */
  text: Scalars['String']['input'];
  /** What fills the gaps of the text. */
  textParameters?: InputMaybe<Scalars['String']['input']>;
};

/** What became of a notification to send. */
export type SendNotificationPayload = {
  __typename?: 'SendNotificationPayload';
  /** What the platform sent beside the notification. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification; null when the platform does not show it. */
  notification: Maybe<Notification>;
  /**
   * For a notification that is not stored: whether the receiver's stream has it; false when the platform accepted it and
   * the event log did not. Null for a stored one, which the stream brings from the receiver's list.
   */
  streamed: Maybe<Scalars['Boolean']['output']>;
};

/** What the platform says of the token that asks. */
export type Session = {
  __typename?: 'Session';
  /**
   * What the platform sent when it validated the session. Null if it refused the token. One platform call, shared with
   * `sessionValid`.
   */
  sessionExtra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether the session behind the token is valid. False when the platform refuses it. */
  sessionValid: Maybe<Scalars['Boolean']['output']>;
  /**
   * What the platform sent when it validated the token. Null if it refused the token. One platform call, shared with
   * `tokenValid`.
   */
  tokenExtra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether the token is valid. False when the platform refuses it. */
  tokenValid: Maybe<Scalars['Boolean']['output']>;
};

/** How the tokens come back from the sign-in page. */
export type SignInResponseType =
  /** As a code in the redirect's query, for `exchangeCode`. The one to use. */
  | 'CODE'
  /** As tokens in the redirect's fragment, straight to the browser. The platform may stop offering it. */
  | 'IMPLICIT';

/** What became of a sign-out. */
export type SignOutPayload = {
  __typename?: 'SignOutPayload';
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** True: the platform has signed the user out. */
  signedOut: Scalars['Boolean']['output'];
};

/** Tells that something may be missing from a stream, between the item before and the item after. */
export type StreamGap = {
  __typename?: 'StreamGap';
  /** Why. */
  reason: GapReason;
};

/** A score for the leaderboard. */
export type SubmitScoreInput = {
  /** The categories that the score counts in, at least one. */
  categories: Array<Scalars['String']['input']>;
  /** The score, as the app counts it. */
  score: Scalars['SafeInt']['input'];
};

/** What became of a score. */
export type SubmitScorePayload = {
  __typename?: 'SubmitScorePayload';
  /**
   * The entry as it now stands; null when the platform does not show it. Costs a call only where the answer to the write
   * has no entry in it.
   */
  entry: Maybe<LeaderboardEntry>;
  /** What the platform sent beside the entry. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/**
 * What you can listen to, over a WebSocket (`graphql-transport-ws`) or server-sent events, both at the address of the graph.
 *
 * The first item is always the position: a cursor and nothing else. Pass the last cursor that you saw as `after` to go on
 * from there after a lost connection; nothing is lost or repeated, and where something had to be, an item with a `gap`
 * says so.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /**
   * The alerts of one ATO request, as they are raised through this gateway. Needs the plugin credential, or the ATO token
   * of the request.
   */
  atoAlertRaised: Maybe<AtoAlertRaisedEvent>;
  /**
   * The distributions of ATO packages, as users add and remove them. A change that names no request is sent only to streams of
   * the plugin credential that are open for every request. Requires the plugin credential, or the ATO token of the request.
   */
  atoDistributionsChanged: Maybe<AtoDistributionsChangedEvent>;
  /**
   * ATO requests, as the platform sends them and as their status is updated through this gateway. Needs the plugin
   * credential, or the ATO token of the request.
   */
  atoRequestChanged: Maybe<AtoRequestChangedEvent>;
  /**
   * The notifications of the signed-in user, as they come. Needs a user token.
   *
   * Stored notifications arrive whoever sent them, within the gateway's poll interval; pushes that are not stored arrive
   * only when they were sent through this gateway.
   */
  notificationReceived: Maybe<NotificationReceivedEvent>;
};


/**
 * What you can listen to, over a WebSocket (`graphql-transport-ws`) or server-sent events, both at the address of the graph.
 *
 * The first item is always the position: a cursor and nothing else. Pass the last cursor that you saw as `after` to go on
 * from there after a lost connection; nothing is lost or repeated, and where something had to be, an item with a `gap`
 * says so.
 */
export type SubscriptionAtoAlertRaisedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId: Scalars['ID']['input'];
};


/**
 * What you can listen to, over a WebSocket (`graphql-transport-ws`) or server-sent events, both at the address of the graph.
 *
 * The first item is always the position: a cursor and nothing else. Pass the last cursor that you saw as `after` to go on
 * from there after a lost connection; nothing is lost or repeated, and where something had to be, an item with a `gap`
 * says so.
 */
export type SubscriptionAtoDistributionsChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What you can listen to, over a WebSocket (`graphql-transport-ws`) or server-sent events, both at the address of the graph.
 *
 * The first item is always the position: a cursor and nothing else. Pass the last cursor that you saw as `after` to go on
 * from there after a lost connection; nothing is lost or repeated, and where something had to be, an item with a `gap`
 * says so.
 */
export type SubscriptionAtoRequestChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What you can listen to, over a WebSocket (`graphql-transport-ws`) or server-sent events, both at the address of the graph.
 *
 * The first item is always the position: a cursor and nothing else. Pass the last cursor that you saw as `after` to go on
 * from there after a lost connection; nothing is lost or repeated, and where something had to be, an item with a `gap`
 * says so.
 */
export type SubscriptionNotificationReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};

/** How far an ATO request is. */
export type UpdateAtoStatusInput = {
  /** Whether the user may cancel the request in the developer console; left out, it stays as it is. */
  cancellable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the request is complete; left out, it stays as it is. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** The id of the request. */
  requestId: Scalars['ID']['input'];
  /** The new status; left out, it stays as it is. At least one of `status`, `complete` and `cancellable` is required. */
  status?: InputMaybe<AtoStatus>;
};

/** What became of a new ATO status. */
export type UpdateAtoStatusPayload = {
  __typename?: 'UpdateAtoStatusPayload';
  /** True: the platform has accepted it. */
  accepted: Scalars['Boolean']['output'];
  /** What the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /**
   * Whether the streams of this graph have it; false when the platform accepted it and the event log did not, or when
   * this gateway serves no plugin.
   */
  streamed: Scalars['Boolean']['output'];
};

/** A value to put into a bucket. */
export type UpdateBucketInput = {
  /** The id of the bucket. */
  id: Scalars['ID']['input'];
  /**
   * The place to write, as names and list positions (from 0) with dots between them: `huts.0.beds`. No part may be empty,
   * `__proto__`, `constructor` or `prototype`. Required: the platform documents no update of the whole data.
   */
  key: Scalars['String']['input'];
  /** What is put there: any JSON. It must be given; null puts null there. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

/** What became of a value to put into a bucket. */
export type UpdateBucketPayload = {
  __typename?: 'UpdateBucketPayload';
  /** The changed bucket. */
  bucket: Maybe<Bucket>;
  /** What else the platform sent. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform does not say. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** The IDs of the users who may read and write the bucket. Null if the platform does not list them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/**
 * A person, or an anonymous user of the app. Profile data may be shown and must not be stored: only your own data,
 * keyed by `id`, may be.
 *
 * Which fields are there depends on where the user comes from. Fields that say "own" are answered for the signed-in
 * user alone and are null for anybody else.
 */
export type User = {
  __typename?: 'User';
  /** Values seen: `Parent`, `Kid`, `Adult`. */
  accountType: Maybe<Scalars['String']['output']>;
  /** Whether this is an anonymous user; null where the platform does not say. */
  anonymous: Maybe<Scalars['Boolean']['output']>;
  /**
   * The badges that the user was given. Your own with a user token, where the gateway has a plugin configured; anybody's
   * with the plugin credential. One call for all users asked for at once, up to 100.
   */
  badgeAssertions: Maybe<Array<BadgeAssertion>>;
  /** Civilian pay band, where the user has one. */
  civilianBand: Maybe<Scalars['String']['output']>;
  /** Civilian grade, where the user has one. */
  civilianGrade: Maybe<Scalars['String']['output']>;
  /** Country code. */
  country: Maybe<Scalars['String']['output']>;
  /** Own: the cover photo; null when there is none. One call. */
  coverImage: Maybe<Image>;
  /** The id of the cover photo; null when there is none. `coverImage` has the picture itself. */
  coverPhoto: Maybe<Scalars['ID']['output']>;
  /** Duty title as it is shown, where the user has one. */
  displayDutyTitle: Maybe<Scalars['String']['output']>;
  /** Rank as it is shown, where the user has one. */
  displayRank: Maybe<Scalars['String']['output']>;
  /** Own: the e-mail address. */
  email: Maybe<Scalars['String']['output']>;
  /** Null for anonymous users. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Own: the user's friends. One call. */
  friends: Maybe<Array<User>>;
  /** Gender, where the user says. */
  gender: Maybe<Scalars['String']['output']>;
  /** The name chosen by the user; starts with `@`. */
  handle: Maybe<Scalars['String']['output']>;
  /** The user's id, the same everywhere in the app. */
  id: Scalars['ID']['output'];
  /** Job series number, where the user has one. */
  jobSeriesNumber: Maybe<Scalars['String']['output']>;
  /** Job title, where the user has one. */
  jobTitle: Maybe<Scalars['String']['output']>;
  /** Null for anonymous users. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Military grade, where the user has one. */
  militaryGrade: Maybe<Scalars['String']['output']>;
  /**
   * Own: the user's stored notifications; null for anybody else. Needs a user token.
   * The list may move while you page through it: a row can come twice or be missed. The platform may send no total.
   */
  notifications: Maybe<NotificationConnection>;
  /** Roles in organizations: organization to role. Null where the platform does not say. */
  organizationRoles: Maybe<Scalars['JSONObject']['output']>;
  /**
   * The user's hobbies and other skills, usually one record. Your own with a user token, where the gateway has a plugin
   * configured; anybody's with the plugin credential. One call for all users asked for at once, up to 100.
   */
  otherSkills: Maybe<Array<OtherSkills>>;
  /** What a child's parents allow; null for everybody else. */
  parentFlags: Maybe<ParentFlags>;
  /** Position, of the own user and of people in classes. */
  position: Maybe<Scalars['String']['output']>;
  /** Own: the profile picture; null when there is none. One call. */
  profileImage: Maybe<Image>;
  /** The id of the profile picture; null when there is none. `profileImage` has the picture itself. */
  profilePic: Maybe<Scalars['ID']['output']>;
  /** Role, of the own user and of people in classes. */
  role: Maybe<Scalars['String']['output']>;
  /** Own: whether the user is being trained. */
  trainee: Maybe<Scalars['Boolean']['output']>;
  /** Own: whether the user trains others. */
  trainer: Maybe<Scalars['Boolean']['output']>;
  /** Values seen: `adult`, `child`, `teen-minor`. */
  userType: Maybe<Scalars['String']['output']>;
};


/**
 * A person, or an anonymous user of the app. Profile data may be shown and must not be stored: only your own data,
 * keyed by `id`, may be.
 *
 * Which fields are there depends on where the user comes from. Fields that say "own" are answered for the signed-in
 * user alone and are null for anybody else.
 */
export type UserNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeAcknowledged?: Scalars['Boolean']['input'];
  since?: InputMaybe<Scalars['DateOrDateTime']['input']>;
};

/** A window of a list of users. */
export type UserConnection = {
  __typename?: 'UserConnection';
  /** The rows, each with its cursor. */
  edges: Array<UserEdge>;
  /** The rows. */
  nodes: Array<User>;
  /** Where the window lies. */
  pageInfo: PageInfo;
  /** How many rows the whole list has; null when the platform does not say. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A user of a list with their cursor. */
export type UserEdge = {
  __typename?: 'UserEdge';
  /** Where the row stands: pass it as `after` to read on from here. */
  cursor: Scalars['String']['output'];
  /** The row. */
  node: User;
};

/** An item of information about a user. */
export type UserInfoInput = {
  /** What is to be known. */
  description: Scalars['String']['input'];
  /** What it is about. */
  title: Scalars['String']['input'];
};

/** Who did what a statement says. */
export type XapiActorInput = {
  /** The actor's account name on the platform; the account's home page is filled in. */
  accountName: Scalars['String']['input'];
  /** The members of a group. Requires `objectType: GROUP`. */
  members?: InputMaybe<Array<XapiAgentInput>>;
  /** The actor's name as it is shown. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the actor is. Null leaves it out: by the xAPI specification the actor is then an agent. */
  objectType?: InputMaybe<XapiActorType>;
};

/** What can act. */
export type XapiActorType =
  /** A person or a system. */
  | 'AGENT'
  /** Several agents that act together. */
  | 'GROUP';

/** A member of a group. Exactly one of `accountName`, `mbox`, `mboxSha1sum` and `openid` is required. */
export type XapiAgentInput = {
  /** The member's account name on the platform; the account's home page is filled in. */
  accountName?: InputMaybe<Scalars['String']['input']>;
  /** The member's e-mail address as an IRI, as in `mailto:ana@school.example`. */
  mbox?: InputMaybe<Scalars['String']['input']>;
  /** The SHA-1 hash of the member's `mbox`, in hexadecimal. */
  mboxSha1sum?: InputMaybe<Scalars['String']['input']>;
  /** The member's name as it is shown. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The member's OpenID, a URI. */
  openid?: InputMaybe<Scalars['String']['input']>;
};

/** Where the activity of a statement happened. */
export type XapiContextInput = {
  /** Further extensions, address to value. */
  extensions?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The platform's ids of things that have to do with it but are not the object. */
  ids?: InputMaybe<XapiIdsInput>;
  /** Further properties of an xAPI context, such as `registration`, `platform`, `language` or `contextActivities`. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** The platform's ids of things, by their kind. */
export type XapiIdsInput = {
  /** The id of a badge. */
  badge?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a course. */
  course?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a class. */
  educationClass?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a lesson. */
  lesson?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a lesson result. */
  lessonResult?: InputMaybe<Scalars['ID']['input']>;
  /** The id of an objective. */
  objective?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a student, as in `ClassStudent.id`. */
  student?: InputMaybe<Scalars['ID']['input']>;
  /** The id of a user. */
  user?: InputMaybe<Scalars['ID']['input']>;
};

/** The kinds of thing that a statement can be about. */
export type XapiKind =
  /** A badge. */
  | 'BADGE'
  /** A course. */
  | 'COURSE'
  /** A class. */
  | 'EDUCATION_CLASS'
  /** A lesson. */
  | 'LESSON'
  /** A result of a lesson. */
  | 'LESSON_RESULT'
  /** An objective of a course. */
  | 'OBJECTIVE'
  /** A student of a class. */
  | 'STUDENT'
  /** A user. */
  | 'USER';

/** What a statement is about. */
export type XapiObjectInput = {
  /** What is to be known of the object: an xAPI activity definition, such as `{ name: { en: "Knots" } }`. */
  definition?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Further extensions, address to value. */
  extensions?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The object's own address, absolute, in your system; left out, the platform's address for objects of this kind. */
  id?: InputMaybe<Scalars['String']['input']>;
  /** The platform's ids of the object. The one of its own kind is mandatory. */
  ids: XapiIdsInput;
  /** What kind of thing it is. */
  kind: XapiKind;
  /** What the object is. Null leaves it out: by the xAPI specification the object is then an activity. */
  objectType?: InputMaybe<XapiObjectType>;
  /** Further members of an xAPI object, such as `name` of an agent or `verb` of a statement within this one. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** What an object is, by the xAPI specification. */
export type XapiObjectType =
  /** An activity. */
  | 'ACTIVITY'
  /** A person or a system. */
  | 'AGENT'
  /** Several agents. */
  | 'GROUP'
  /** A statement recorded before. */
  | 'STATEMENT_REF'
  /** A statement within this one. */
  | 'SUB_STATEMENT';

/** What a statement says was done. */
export type XapiVerbInput = {
  /** The verb in words, language tag to text, as in `{ en: "completed" }` with the tag as the key. */
  display?: InputMaybe<Scalars['JSONObject']['input']>;
  /**
   * The verb's id, an absolute address, as in `http://adlnet.gov/expapi/verbs/completed`. It must be one of the platform's
   * allowed verbs.
   */
  id: Scalars['String']['input'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcknowledgeNotificationInput: AcknowledgeNotificationInput;
  AcknowledgeNotificationPayload: ResolverTypeWrapper<AcknowledgedNotification>;
  ActivityObjectInput: ActivityObjectInput;
  AddBucketUserInput: AddBucketUserInput;
  AddBucketUserPayload: ResolverTypeWrapper<WrittenBucket>;
  AddUserInfoInput: AddUserInfoInput;
  AddUserInfoPayload: ResolverTypeWrapper<AddUserInfoPayload>;
  AssertBadgeInput: AssertBadgeInput;
  AssertBadgePayload: ResolverTypeWrapper<AssertedBadge>;
  AtoAlert: ResolverTypeWrapper<AtoAlertState>;
  AtoAlertRaisedEvent: ResolverTypeWrapper<AlertItem>;
  AtoAlertType: AtoAlertType;
  AtoDistribution: ResolverTypeWrapper<JsonObject>;
  AtoDistributionsChangedEvent: ResolverTypeWrapper<DistributionsItem>;
  AtoRequest: ResolverTypeWrapper<AtoRequestState>;
  AtoRequestChangedEvent: ResolverTypeWrapper<RequestItem>;
  AtoRequestConnection: ResolverTypeWrapper<AtoRequestWindow>;
  AtoRequestEdge: ResolverTypeWrapper<AtoRequestWindowRow>;
  AtoStatus: AtoStatus;
  AuthToken: ResolverTypeWrapper<TokenResponse>;
  Badge: ResolverTypeWrapper<KnownBadge>;
  BadgeAssertion: ResolverTypeWrapper<Assertion>;
  BeginSignInInput: BeginSignInInput;
  BeginSignInPayload: ResolverTypeWrapper<BeginSignInPayload>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Bucket: ResolverTypeWrapper<NamedBucket>;
  Candidate: ResolverTypeWrapper<FoundCandidate>;
  Capability: ResolverTypeWrapper<BadgeRow>;
  Class: ResolverTypeWrapper<ClassRow>;
  ClassConnection: ResolverTypeWrapper<ClassWindow>;
  ClassEdge: ResolverTypeWrapper<ClassWindowRow>;
  ClassInstructor: ResolverTypeWrapper<InstructorRow>;
  ClassObserver: ResolverTypeWrapper<ObserverRow>;
  ClassStudent: ResolverTypeWrapper<StudentRow>;
  CompleteAtoSignOnInput: CompleteAtoSignOnInput;
  CompleteAtoSignOnPayload: ResolverTypeWrapper<Omit<CompleteAtoSignOnPayload, 'token'> & { token?: Maybe<ResolversTypes['AuthToken']> }>;
  Course: ResolverTypeWrapper<CourseRow>;
  CourseConnection: ResolverTypeWrapper<CourseWindow>;
  CourseEdge: ResolverTypeWrapper<CourseWindowRow>;
  CourseLevel: ResolverTypeWrapper<LevelRow>;
  CourseObjective: ResolverTypeWrapper<Objective>;
  CreateAnonymousUserInput: CreateAnonymousUserInput;
  CreateAnonymousUserPayload: ResolverTypeWrapper<CreatedAnonymousUser>;
  CreateBadgeInput: CreateBadgeInput;
  CreateBadgePayload: ResolverTypeWrapper<CreatedBadge>;
  CreateBucketInput: CreateBucketInput;
  CreateBucketPayload: ResolverTypeWrapper<WrittenBucket>;
  CreateNoteInput: CreateNoteInput;
  CreateNotePayload: ResolverTypeWrapper<FoundNote>;
  CreateTrainingNoteInput: CreateTrainingNoteInput;
  CreateTrainingNotePayload: ResolverTypeWrapper<FoundNote>;
  DateOrDateTime: ResolverTypeWrapper<Scalars['DateOrDateTime']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteBucketInput: DeleteBucketInput;
  DeleteBucketPayload: ResolverTypeWrapper<DeleteBucketPayload>;
  DeleteNoteInput: DeleteNoteInput;
  DeleteNotePayload: ResolverTypeWrapper<DeleteNotePayload>;
  ExchangeCodeInput: ExchangeCodeInput;
  ExchangeCodePayload: ResolverTypeWrapper<ExchangedCode>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  GapReason: GapReason;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Image: ResolverTypeWrapper<Picture>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  LeaderboardConnection: ResolverTypeWrapper<LeaderboardWindow>;
  LeaderboardEdge: ResolverTypeWrapper<LeaderboardWindowRow>;
  LeaderboardEntry: ResolverTypeWrapper<EntryRow>;
  LearningRecord: ResolverTypeWrapper<Learned>;
  Lesson: ResolverTypeWrapper<LessonRow>;
  LessonScore: ResolverTypeWrapper<ScoredLesson>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Note: ResolverTypeWrapper<NoteRow>;
  NoteFilter: NoteFilter;
  Notification: ResolverTypeWrapper<NotificationRow>;
  NotificationConnection: ResolverTypeWrapper<NotificationWindow>;
  NotificationEdge: ResolverTypeWrapper<NotificationWindowRow>;
  NotificationReceivedEvent: ResolverTypeWrapper<NotificationItem>;
  ObjectivePerformance: ResolverTypeWrapper<Performance>;
  OtherSkills: ResolverTypeWrapper<Skills>;
  PageInfo: ResolverTypeWrapper<Connection<unknown>>;
  ParentFlags: ResolverTypeWrapper<ParentFlagsRow>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Question: ResolverTypeWrapper<QuestionRow>;
  RaiseAtoAlertInput: RaiseAtoAlertInput;
  RaiseAtoAlertPayload: ResolverTypeWrapper<RaiseAtoAlertPayload>;
  RecordActivityInput: RecordActivityInput;
  RecordActivityPayload: ResolverTypeWrapper<StoredStatement>;
  RecordStatementInput: RecordStatementInput;
  RecordStatementPayload: ResolverTypeWrapper<StoredStatement>;
  RefreshSessionInput: RefreshSessionInput;
  RefreshSessionPayload: ResolverTypeWrapper<Omit<RefreshSessionPayload, 'token'> & { token?: Maybe<ResolversTypes['AuthToken']> }>;
  RegisterDeviceInput: RegisterDeviceInput;
  RegisterDevicePayload: ResolverTypeWrapper<RegisterDevicePayload>;
  RemoveBucketUserInput: RemoveBucketUserInput;
  RemoveBucketUserPayload: ResolverTypeWrapper<WrittenBucket>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  SendNotificationInput: SendNotificationInput;
  SendNotificationPayload: ResolverTypeWrapper<SentNotification>;
  Session: ResolverTypeWrapper<Record<string, never>>;
  SignInResponseType: SignInResponseType;
  SignOutPayload: ResolverTypeWrapper<SignOutPayload>;
  StreamGap: ResolverTypeWrapper<Gap>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  SubmitScoreInput: SubmitScoreInput;
  SubmitScorePayload: ResolverTypeWrapper<SubmittedScore>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  UpdateAtoStatusInput: UpdateAtoStatusInput;
  UpdateAtoStatusPayload: ResolverTypeWrapper<UpdateAtoStatusPayload>;
  UpdateBucketInput: UpdateBucketInput;
  UpdateBucketPayload: ResolverTypeWrapper<WrittenBucket>;
  User: ResolverTypeWrapper<UserRow>;
  UserConnection: ResolverTypeWrapper<UserWindow>;
  UserEdge: ResolverTypeWrapper<UserWindowRow>;
  UserInfoInput: UserInfoInput;
  XapiActorInput: XapiActorInput;
  XapiActorType: XapiActorType;
  XapiAgentInput: XapiAgentInput;
  XapiContextInput: XapiContextInput;
  XapiIdsInput: XapiIdsInput;
  XapiKind: XapiKind;
  XapiObjectInput: XapiObjectInput;
  XapiObjectType: XapiObjectType;
  XapiVerbInput: XapiVerbInput;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcknowledgeNotificationInput: AcknowledgeNotificationInput;
  AcknowledgeNotificationPayload: AcknowledgedNotification;
  ActivityObjectInput: ActivityObjectInput;
  AddBucketUserInput: AddBucketUserInput;
  AddBucketUserPayload: WrittenBucket;
  AddUserInfoInput: AddUserInfoInput;
  AddUserInfoPayload: AddUserInfoPayload;
  AssertBadgeInput: AssertBadgeInput;
  AssertBadgePayload: AssertedBadge;
  AtoAlert: AtoAlertState;
  AtoAlertRaisedEvent: AlertItem;
  AtoDistribution: JsonObject;
  AtoDistributionsChangedEvent: DistributionsItem;
  AtoRequest: AtoRequestState;
  AtoRequestChangedEvent: RequestItem;
  AtoRequestConnection: AtoRequestWindow;
  AtoRequestEdge: AtoRequestWindowRow;
  AuthToken: TokenResponse;
  Badge: KnownBadge;
  BadgeAssertion: Assertion;
  BeginSignInInput: BeginSignInInput;
  BeginSignInPayload: BeginSignInPayload;
  Boolean: Scalars['Boolean']['output'];
  Bucket: NamedBucket;
  Candidate: FoundCandidate;
  Capability: BadgeRow;
  Class: ClassRow;
  ClassConnection: ClassWindow;
  ClassEdge: ClassWindowRow;
  ClassInstructor: InstructorRow;
  ClassObserver: ObserverRow;
  ClassStudent: StudentRow;
  CompleteAtoSignOnInput: CompleteAtoSignOnInput;
  CompleteAtoSignOnPayload: Omit<CompleteAtoSignOnPayload, 'token'> & { token?: Maybe<ResolversParentTypes['AuthToken']> };
  Course: CourseRow;
  CourseConnection: CourseWindow;
  CourseEdge: CourseWindowRow;
  CourseLevel: LevelRow;
  CourseObjective: Objective;
  CreateAnonymousUserInput: CreateAnonymousUserInput;
  CreateAnonymousUserPayload: CreatedAnonymousUser;
  CreateBadgeInput: CreateBadgeInput;
  CreateBadgePayload: CreatedBadge;
  CreateBucketInput: CreateBucketInput;
  CreateBucketPayload: WrittenBucket;
  CreateNoteInput: CreateNoteInput;
  CreateNotePayload: FoundNote;
  CreateTrainingNoteInput: CreateTrainingNoteInput;
  CreateTrainingNotePayload: FoundNote;
  DateOrDateTime: Scalars['DateOrDateTime']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeleteBucketInput: DeleteBucketInput;
  DeleteBucketPayload: DeleteBucketPayload;
  DeleteNoteInput: DeleteNoteInput;
  DeleteNotePayload: DeleteNotePayload;
  ExchangeCodeInput: ExchangeCodeInput;
  ExchangeCodePayload: ExchangedCode;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Image: Picture;
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  LeaderboardConnection: LeaderboardWindow;
  LeaderboardEdge: LeaderboardWindowRow;
  LeaderboardEntry: EntryRow;
  LearningRecord: Learned;
  Lesson: LessonRow;
  LessonScore: ScoredLesson;
  Mutation: Record<PropertyKey, never>;
  Note: NoteRow;
  NoteFilter: NoteFilter;
  Notification: NotificationRow;
  NotificationConnection: NotificationWindow;
  NotificationEdge: NotificationWindowRow;
  NotificationReceivedEvent: NotificationItem;
  ObjectivePerformance: Performance;
  OtherSkills: Skills;
  PageInfo: Connection<unknown>;
  ParentFlags: ParentFlagsRow;
  Query: Record<PropertyKey, never>;
  Question: QuestionRow;
  RaiseAtoAlertInput: RaiseAtoAlertInput;
  RaiseAtoAlertPayload: RaiseAtoAlertPayload;
  RecordActivityInput: RecordActivityInput;
  RecordActivityPayload: StoredStatement;
  RecordStatementInput: RecordStatementInput;
  RecordStatementPayload: StoredStatement;
  RefreshSessionInput: RefreshSessionInput;
  RefreshSessionPayload: Omit<RefreshSessionPayload, 'token'> & { token?: Maybe<ResolversParentTypes['AuthToken']> };
  RegisterDeviceInput: RegisterDeviceInput;
  RegisterDevicePayload: RegisterDevicePayload;
  RemoveBucketUserInput: RemoveBucketUserInput;
  RemoveBucketUserPayload: WrittenBucket;
  SafeInt: Scalars['SafeInt']['output'];
  SendNotificationInput: SendNotificationInput;
  SendNotificationPayload: SentNotification;
  Session: Record<string, never>;
  SignOutPayload: SignOutPayload;
  StreamGap: Gap;
  String: Scalars['String']['output'];
  SubmitScoreInput: SubmitScoreInput;
  SubmitScorePayload: SubmittedScore;
  Subscription: Record<PropertyKey, never>;
  UpdateAtoStatusInput: UpdateAtoStatusInput;
  UpdateAtoStatusPayload: UpdateAtoStatusPayload;
  UpdateBucketInput: UpdateBucketInput;
  UpdateBucketPayload: WrittenBucket;
  User: UserRow;
  UserConnection: UserWindow;
  UserEdge: UserWindowRow;
  UserInfoInput: UserInfoInput;
  XapiActorInput: XapiActorInput;
  XapiAgentInput: XapiAgentInput;
  XapiContextInput: XapiContextInput;
  XapiIdsInput: XapiIdsInput;
  XapiObjectInput: XapiObjectInput;
  XapiVerbInput: XapiVerbInput;
};

export type AcknowledgeNotificationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AcknowledgeNotificationPayload'] = ResolversParentTypes['AcknowledgeNotificationPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  notification?: Resolver<Maybe<ResolversTypes['Notification']>, ParentType, ContextType>;
  notificationId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AddBucketUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddBucketUserPayload'] = ResolversParentTypes['AddBucketUserPayload']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export type AddUserInfoPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddUserInfoPayload'] = ResolversParentTypes['AddUserInfoPayload']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type AssertBadgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssertBadgePayload'] = ResolversParentTypes['AssertBadgePayload']> = {
  assertion?: Resolver<Maybe<ResolversTypes['BadgeAssertion']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type AtoAlertResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoAlert'] = ResolversParentTypes['AtoAlert']> = {
  providerId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  raisedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['AtoAlertType']>, ParentType, ContextType>;
};

export type AtoAlertRaisedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoAlertRaisedEvent'] = ResolversParentTypes['AtoAlertRaisedEvent']> = {
  alert?: Resolver<Maybe<ResolversTypes['AtoAlert']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AtoDistributionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoDistribution'] = ResolversParentTypes['AtoDistribution']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AtoDistributionsChangedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoDistributionsChangedEvent'] = ResolversParentTypes['AtoDistributionsChangedEvent']> = {
  added?: Resolver<Maybe<Array<ResolversTypes['AtoDistribution']>>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  distributions?: Resolver<Maybe<Array<ResolversTypes['AtoDistribution']>>, ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  removed?: Resolver<Maybe<Array<ResolversTypes['AtoDistribution']>>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AtoRequestResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequest'] = ResolversParentTypes['AtoRequest']> = {
  cancellable?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  complete?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  distributions?: Resolver<Array<ResolversTypes['AtoDistribution']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  receivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['AtoStatus']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AtoRequestChangedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequestChangedEvent'] = ResolversParentTypes['AtoRequestChangedEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  request?: Resolver<Maybe<ResolversTypes['AtoRequest']>, ParentType, ContextType>;
};

export type AtoRequestConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequestConnection'] = ResolversParentTypes['AtoRequestConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AtoRequestEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AtoRequest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type AtoRequestEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequestEdge'] = ResolversParentTypes['AtoRequestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AtoRequest'], ParentType, ContextType>;
};

export type AuthTokenResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuthToken'] = ResolversParentTypes['AuthToken']> = {
  accessToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresIn?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  refreshToken?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tokenType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BadgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Badge'] = ResolversParentTypes['Badge']> = {
  alignments?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  courseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  objectiveId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  proficiency?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  tags?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  versionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type BadgeAssertionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BadgeAssertion'] = ResolversParentTypes['BadgeAssertion']> = {
  badge?: Resolver<Maybe<ResolversTypes['Badge']>, ParentType, ContextType>;
  badgeId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  class?: Resolver<Maybe<ResolversTypes['Class']>, ParentType, ContextType>;
  classId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  issuedOn?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  issuerName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  versionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type BeginSignInPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BeginSignInPayload'] = ResolversParentTypes['BeginSignInPayload']> = {
  codeVerifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nonce?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BucketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Bucket'] = ResolversParentTypes['Bucket']> = {
  data?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, Partial<BucketDataArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CandidateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Candidate'] = ResolversParentTypes['Candidate']> = {
  capabilities?: Resolver<Array<ResolversTypes['Capability']>, ParentType, ContextType>;
  learningRecord?: Resolver<Maybe<ResolversTypes['LearningRecord']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type CapabilityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Capability'] = ResolversParentTypes['Capability']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  proficiency?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ClassResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Class'] = ResolversParentTypes['Class']> = {
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instructors?: Resolver<Maybe<Array<ResolversTypes['ClassInstructor']>>, ParentType, ContextType>;
  joinCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  levels?: Resolver<Maybe<Array<ResolversTypes['CourseLevel']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<Array<ResolversTypes['Note']>>, ParentType, ContextType>;
  observers?: Resolver<Maybe<Array<ResolversTypes['ClassObserver']>>, ParentType, ContextType>;
  students?: Resolver<Maybe<Array<ResolversTypes['ClassStudent']>>, ParentType, ContextType>;
  viewerStudentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ClassConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassConnection'] = ResolversParentTypes['ClassConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ClassEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Class']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ClassEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassEdge'] = ResolversParentTypes['ClassEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Class'], ParentType, ContextType>;
};

export type ClassInstructorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassInstructor'] = ResolversParentTypes['ClassInstructor']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ClassObserverResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassObserver'] = ResolversParentTypes['ClassObserver']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ClassStudentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassStudent'] = ResolversParentTypes['ClassStudent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type CompleteAtoSignOnPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CompleteAtoSignOnPayload'] = ResolversParentTypes['CompleteAtoSignOnPayload']> = {
  bound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
};

export type CourseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Course'] = ResolversParentTypes['Course']> = {
  coverPhoto?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  levels?: Resolver<Maybe<Array<ResolversTypes['CourseLevel']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<Array<ResolversTypes['Note']>>, ParentType, ContextType>;
  objectives?: Resolver<Maybe<Array<ResolversTypes['CourseObjective']>>, ParentType, ContextType>;
  profilePic?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  questions?: Resolver<Maybe<Array<ResolversTypes['Question']>>, ParentType, ContextType, RequireFields<CourseQuestionsArgs, 'includeRemoved'>>;
};

export type CourseConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CourseConnection'] = ResolversParentTypes['CourseConnection']> = {
  edges?: Resolver<Array<ResolversTypes['CourseEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Course']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CourseEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CourseEdge'] = ResolversParentTypes['CourseEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Course'], ParentType, ContextType>;
};

export type CourseLevelResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CourseLevel'] = ResolversParentTypes['CourseLevel']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CourseObjectiveResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CourseObjective'] = ResolversParentTypes['CourseObjective']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lessonIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  performance?: Resolver<Maybe<ResolversTypes['ObjectivePerformance']>, ParentType, ContextType>;
};

export type CreateAnonymousUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateAnonymousUserPayload'] = ResolversParentTypes['CreateAnonymousUserPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type CreateBadgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateBadgePayload'] = ResolversParentTypes['CreateBadgePayload']> = {
  badge?: Resolver<Maybe<ResolversTypes['Badge']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type CreateBucketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateBucketPayload'] = ResolversParentTypes['CreateBucketPayload']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export type CreateNotePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateNotePayload'] = ResolversParentTypes['CreateNotePayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType>;
};

export type CreateTrainingNotePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTrainingNotePayload'] = ResolversParentTypes['CreateTrainingNotePayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType>;
};

export interface DateOrDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateOrDateTime'], any> {
  name: 'DateOrDateTime';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteBucketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteBucketPayload'] = ResolversParentTypes['DeleteBucketPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type DeleteNotePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteNotePayload'] = ResolversParentTypes['DeleteNotePayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type ExchangeCodePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ExchangeCodePayload'] = ResolversParentTypes['ExchangeCodePayload']> = {
  deviceRegistered?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
};

export type ImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  base64?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  byteLength?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dataUri?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type LeaderboardConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardConnection'] = ResolversParentTypes['LeaderboardConnection']> = {
  edges?: Resolver<Array<ResolversTypes['LeaderboardEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['LeaderboardEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type LeaderboardEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardEdge'] = ResolversParentTypes['LeaderboardEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['LeaderboardEntry'], ParentType, ContextType>;
};

export type LeaderboardEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LeaderboardEntry'] = ResolversParentTypes['LeaderboardEntry']> = {
  categories?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type LearningRecordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LearningRecord'] = ResolversParentTypes['LearningRecord']> = {
  badgeIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type LessonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Lesson'] = ResolversParentTypes['Lesson']> = {
  childLessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  coverPhoto?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expectedCompletionTime?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instructorGraded?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isAssessment?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  launchParameters?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  locked?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<LessonLockedArgs, 'studentId'>>;
  media?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<Array<ResolversTypes['Note']>>, ParentType, ContextType>;
  profilePic?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type LessonScoreResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LessonScore'] = ResolversParentTypes['LessonScore']> = {
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  scoreType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acknowledgeNotification?: Resolver<Maybe<ResolversTypes['AcknowledgeNotificationPayload']>, ParentType, ContextType, RequireFields<MutationAcknowledgeNotificationArgs, 'input'>>;
  addBucketUser?: Resolver<Maybe<ResolversTypes['AddBucketUserPayload']>, ParentType, ContextType, RequireFields<MutationAddBucketUserArgs, 'input'>>;
  addUserInfo?: Resolver<Maybe<ResolversTypes['AddUserInfoPayload']>, ParentType, ContextType, RequireFields<MutationAddUserInfoArgs, 'input'>>;
  assertBadge?: Resolver<Maybe<ResolversTypes['AssertBadgePayload']>, ParentType, ContextType, RequireFields<MutationAssertBadgeArgs, 'input'>>;
  beginSignIn?: Resolver<Maybe<ResolversTypes['BeginSignInPayload']>, ParentType, ContextType, RequireFields<MutationBeginSignInArgs, 'input'>>;
  completeAtoSignOn?: Resolver<Maybe<ResolversTypes['CompleteAtoSignOnPayload']>, ParentType, ContextType, RequireFields<MutationCompleteAtoSignOnArgs, 'input'>>;
  createAnonymousUser?: Resolver<Maybe<ResolversTypes['CreateAnonymousUserPayload']>, ParentType, ContextType, RequireFields<MutationCreateAnonymousUserArgs, 'input'>>;
  createBadge?: Resolver<Maybe<ResolversTypes['CreateBadgePayload']>, ParentType, ContextType, RequireFields<MutationCreateBadgeArgs, 'input'>>;
  createBucket?: Resolver<Maybe<ResolversTypes['CreateBucketPayload']>, ParentType, ContextType, RequireFields<MutationCreateBucketArgs, 'input'>>;
  createNote?: Resolver<Maybe<ResolversTypes['CreateNotePayload']>, ParentType, ContextType, RequireFields<MutationCreateNoteArgs, 'input'>>;
  createTrainingNote?: Resolver<Maybe<ResolversTypes['CreateTrainingNotePayload']>, ParentType, ContextType, RequireFields<MutationCreateTrainingNoteArgs, 'input'>>;
  deleteBucket?: Resolver<Maybe<ResolversTypes['DeleteBucketPayload']>, ParentType, ContextType, RequireFields<MutationDeleteBucketArgs, 'input'>>;
  deleteNote?: Resolver<Maybe<ResolversTypes['DeleteNotePayload']>, ParentType, ContextType, RequireFields<MutationDeleteNoteArgs, 'input'>>;
  exchangeCode?: Resolver<Maybe<ResolversTypes['ExchangeCodePayload']>, ParentType, ContextType, RequireFields<MutationExchangeCodeArgs, 'input'>>;
  raiseAtoAlert?: Resolver<Maybe<ResolversTypes['RaiseAtoAlertPayload']>, ParentType, ContextType, RequireFields<MutationRaiseAtoAlertArgs, 'input'>>;
  recordActivity?: Resolver<Maybe<ResolversTypes['RecordActivityPayload']>, ParentType, ContextType, RequireFields<MutationRecordActivityArgs, 'input'>>;
  recordStatement?: Resolver<Maybe<ResolversTypes['RecordStatementPayload']>, ParentType, ContextType, RequireFields<MutationRecordStatementArgs, 'input'>>;
  refreshSession?: Resolver<Maybe<ResolversTypes['RefreshSessionPayload']>, ParentType, ContextType, RequireFields<MutationRefreshSessionArgs, 'input'>>;
  registerDevice?: Resolver<Maybe<ResolversTypes['RegisterDevicePayload']>, ParentType, ContextType, RequireFields<MutationRegisterDeviceArgs, 'input'>>;
  removeBucketUser?: Resolver<Maybe<ResolversTypes['RemoveBucketUserPayload']>, ParentType, ContextType, RequireFields<MutationRemoveBucketUserArgs, 'input'>>;
  sendNotification?: Resolver<Maybe<ResolversTypes['SendNotificationPayload']>, ParentType, ContextType, RequireFields<MutationSendNotificationArgs, 'input'>>;
  signOut?: Resolver<Maybe<ResolversTypes['SignOutPayload']>, ParentType, ContextType>;
  submitScore?: Resolver<Maybe<ResolversTypes['SubmitScorePayload']>, ParentType, ContextType, RequireFields<MutationSubmitScoreArgs, 'input'>>;
  updateAtoStatus?: Resolver<Maybe<ResolversTypes['UpdateAtoStatusPayload']>, ParentType, ContextType, RequireFields<MutationUpdateAtoStatusArgs, 'input'>>;
  updateBucket?: Resolver<Maybe<ResolversTypes['UpdateBucketPayload']>, ParentType, ContextType, RequireFields<MutationUpdateBucketArgs, 'input'>>;
};

export type NoteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Note'] = ResolversParentTypes['Note']> = {
  class?: Resolver<Maybe<ResolversTypes['Class']>, ParentType, ContextType>;
  classId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  courseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  courseIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  studentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type NotificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Notification'] = ResolversParentTypes['Notification']> = {
  acknowledged?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  persist?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  receiver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  textParameters?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NotificationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationConnection'] = ResolversParentTypes['NotificationConnection']> = {
  edges?: Resolver<Array<ResolversTypes['NotificationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Notification']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type NotificationEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationEdge'] = ResolversParentTypes['NotificationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Notification'], ParentType, ContextType>;
};

export type NotificationReceivedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationReceivedEvent'] = ResolversParentTypes['NotificationReceivedEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  notification?: Resolver<Maybe<ResolversTypes['Notification']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ObjectivePerformanceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ObjectivePerformance'] = ResolversParentTypes['ObjectivePerformance']> = {
  lessonScores?: Resolver<Maybe<Array<ResolversTypes['LessonScore']>>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  skill?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  skillDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OtherSkillsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OtherSkills'] = ResolversParentTypes['OtherSkills']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  hobbies?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  skills?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ParentFlagsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ParentFlags'] = ResolversParentTypes['ParentFlags']> = {
  cameraDisabled?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  proximityFriends?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  atoRequest?: Resolver<Maybe<ResolversTypes['AtoRequest']>, ParentType, ContextType, RequireFields<QueryAtoRequestArgs, 'id'>>;
  atoRequests?: Resolver<Maybe<ResolversTypes['AtoRequestConnection']>, ParentType, ContextType, RequireFields<QueryAtoRequestsArgs, 'first'>>;
  badgeAssertions?: Resolver<Maybe<Array<ResolversTypes['BadgeAssertion']>>, ParentType, ContextType, RequireFields<QueryBadgeAssertionsArgs, 'userIds'>>;
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType, RequireFields<QueryBucketArgs, 'id'>>;
  candidates?: Resolver<Maybe<Array<ResolversTypes['Candidate']>>, ParentType, ContextType, RequireFields<QueryCandidatesArgs, 'capabilityIds'>>;
  capabilities?: Resolver<Maybe<Array<ResolversTypes['Capability']>>, ParentType, ContextType, Partial<QueryCapabilitiesArgs>>;
  class?: Resolver<Maybe<ResolversTypes['Class']>, ParentType, ContextType, RequireFields<QueryClassArgs, 'id'>>;
  classes?: Resolver<Maybe<ResolversTypes['ClassConnection']>, ParentType, ContextType, RequireFields<QueryClassesArgs, 'first'>>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<QueryCourseArgs, 'id'>>;
  courseBadges?: Resolver<Maybe<Array<ResolversTypes['Badge']>>, ParentType, ContextType, Partial<QueryCourseBadgesArgs>>;
  courses?: Resolver<Maybe<ResolversTypes['CourseConnection']>, ParentType, ContextType, RequireFields<QueryCoursesArgs, 'first'>>;
  leaderboard?: Resolver<Maybe<ResolversTypes['LeaderboardConnection']>, ParentType, ContextType, RequireFields<QueryLeaderboardArgs, 'first'>>;
  leaderboardRank?: Resolver<Maybe<ResolversTypes['LeaderboardEntry']>, ParentType, ContextType, Partial<QueryLeaderboardRankArgs>>;
  learningRecords?: Resolver<Maybe<Array<ResolversTypes['LearningRecord']>>, ParentType, ContextType, Partial<QueryLearningRecordsArgs>>;
  me?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<QueryNoteArgs, 'id'>>;
  notes?: Resolver<Maybe<Array<ResolversTypes['Note']>>, ParentType, ContextType, Partial<QueryNotesArgs>>;
  objectiveBadges?: Resolver<Maybe<Array<ResolversTypes['Badge']>>, ParentType, ContextType, Partial<QueryObjectiveBadgesArgs>>;
  otherSkills?: Resolver<Maybe<Array<ResolversTypes['OtherSkills']>>, ParentType, ContextType, RequireFields<QueryOtherSkillsArgs, 'userIds'>>;
  randomUsers?: Resolver<Maybe<Array<ResolversTypes['User']>>, ParentType, ContextType, RequireFields<QueryRandomUsersArgs, 'count'>>;
  searchUsers?: Resolver<Maybe<ResolversTypes['UserConnection']>, ParentType, ContextType, RequireFields<QuerySearchUsersArgs, 'first'>>;
  session?: Resolver<Maybe<ResolversTypes['Session']>, ParentType, ContextType>;
};

export type QuestionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Question'] = ResolversParentTypes['Question']> = {
  answers?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  correctAnswerIndex?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  questionType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  removedDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revision?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RaiseAtoAlertPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RaiseAtoAlertPayload'] = ResolversParentTypes['RaiseAtoAlertPayload']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  streamed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RecordActivityPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordActivityPayload'] = ResolversParentTypes['RecordActivityPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  statementId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type RecordStatementPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordStatementPayload'] = ResolversParentTypes['RecordStatementPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  statementId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type RefreshSessionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RefreshSessionPayload'] = ResolversParentTypes['RefreshSessionPayload']> = {
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
};

export type RegisterDevicePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RegisterDevicePayload'] = ResolversParentTypes['RegisterDevicePayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  registered?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RemoveBucketUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RemoveBucketUserPayload'] = ResolversParentTypes['RemoveBucketUserPayload']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type SendNotificationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SendNotificationPayload'] = ResolversParentTypes['SendNotificationPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  notification?: Resolver<Maybe<ResolversTypes['Notification']>, ParentType, ContextType>;
  streamed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SessionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  sessionExtra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  sessionValid?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  tokenExtra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  tokenValid?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SignOutPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  signedOut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type StreamGapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StreamGap'] = ResolversParentTypes['StreamGap']> = {
  reason?: Resolver<ResolversTypes['GapReason'], ParentType, ContextType>;
};

export type SubmitScorePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SubmitScorePayload'] = ResolversParentTypes['SubmitScorePayload']> = {
  entry?: Resolver<Maybe<ResolversTypes['LeaderboardEntry']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  atoAlertRaised?: SubscriptionResolver<Maybe<ResolversTypes['AtoAlertRaisedEvent']>, "atoAlertRaised", ParentType, ContextType, RequireFields<SubscriptionAtoAlertRaisedArgs, 'requestId'>>;
  atoDistributionsChanged?: SubscriptionResolver<Maybe<ResolversTypes['AtoDistributionsChangedEvent']>, "atoDistributionsChanged", ParentType, ContextType, Partial<SubscriptionAtoDistributionsChangedArgs>>;
  atoRequestChanged?: SubscriptionResolver<Maybe<ResolversTypes['AtoRequestChangedEvent']>, "atoRequestChanged", ParentType, ContextType, Partial<SubscriptionAtoRequestChangedArgs>>;
  notificationReceived?: SubscriptionResolver<Maybe<ResolversTypes['NotificationReceivedEvent']>, "notificationReceived", ParentType, ContextType, Partial<SubscriptionNotificationReceivedArgs>>;
};

export type UpdateAtoStatusPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateAtoStatusPayload'] = ResolversParentTypes['UpdateAtoStatusPayload']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  streamed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UpdateBucketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateBucketPayload'] = ResolversParentTypes['UpdateBucketPayload']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  accountType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  anonymous?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  badgeAssertions?: Resolver<Maybe<Array<ResolversTypes['BadgeAssertion']>>, ParentType, ContextType>;
  civilianBand?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  civilianGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  coverImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  coverPhoto?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  displayDutyTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayRank?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  friends?: Resolver<Maybe<Array<ResolversTypes['User']>>, ParentType, ContextType>;
  gender?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  handle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jobSeriesNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  jobTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  militaryGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notifications?: Resolver<Maybe<ResolversTypes['NotificationConnection']>, ParentType, ContextType, RequireFields<UserNotificationsArgs, 'first' | 'includeAcknowledged'>>;
  organizationRoles?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  otherSkills?: Resolver<Maybe<Array<ResolversTypes['OtherSkills']>>, ParentType, ContextType>;
  parentFlags?: Resolver<Maybe<ResolversTypes['ParentFlags']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profileImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  profilePic?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trainee?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  trainer?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UserEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type UserEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  AcknowledgeNotificationPayload?: AcknowledgeNotificationPayloadResolvers<ContextType>;
  AddBucketUserPayload?: AddBucketUserPayloadResolvers<ContextType>;
  AddUserInfoPayload?: AddUserInfoPayloadResolvers<ContextType>;
  AssertBadgePayload?: AssertBadgePayloadResolvers<ContextType>;
  AtoAlert?: AtoAlertResolvers<ContextType>;
  AtoAlertRaisedEvent?: AtoAlertRaisedEventResolvers<ContextType>;
  AtoDistribution?: AtoDistributionResolvers<ContextType>;
  AtoDistributionsChangedEvent?: AtoDistributionsChangedEventResolvers<ContextType>;
  AtoRequest?: AtoRequestResolvers<ContextType>;
  AtoRequestChangedEvent?: AtoRequestChangedEventResolvers<ContextType>;
  AtoRequestConnection?: AtoRequestConnectionResolvers<ContextType>;
  AtoRequestEdge?: AtoRequestEdgeResolvers<ContextType>;
  AuthToken?: AuthTokenResolvers<ContextType>;
  Badge?: BadgeResolvers<ContextType>;
  BadgeAssertion?: BadgeAssertionResolvers<ContextType>;
  BeginSignInPayload?: BeginSignInPayloadResolvers<ContextType>;
  Bucket?: BucketResolvers<ContextType>;
  Candidate?: CandidateResolvers<ContextType>;
  Capability?: CapabilityResolvers<ContextType>;
  Class?: ClassResolvers<ContextType>;
  ClassConnection?: ClassConnectionResolvers<ContextType>;
  ClassEdge?: ClassEdgeResolvers<ContextType>;
  ClassInstructor?: ClassInstructorResolvers<ContextType>;
  ClassObserver?: ClassObserverResolvers<ContextType>;
  ClassStudent?: ClassStudentResolvers<ContextType>;
  CompleteAtoSignOnPayload?: CompleteAtoSignOnPayloadResolvers<ContextType>;
  Course?: CourseResolvers<ContextType>;
  CourseConnection?: CourseConnectionResolvers<ContextType>;
  CourseEdge?: CourseEdgeResolvers<ContextType>;
  CourseLevel?: CourseLevelResolvers<ContextType>;
  CourseObjective?: CourseObjectiveResolvers<ContextType>;
  CreateAnonymousUserPayload?: CreateAnonymousUserPayloadResolvers<ContextType>;
  CreateBadgePayload?: CreateBadgePayloadResolvers<ContextType>;
  CreateBucketPayload?: CreateBucketPayloadResolvers<ContextType>;
  CreateNotePayload?: CreateNotePayloadResolvers<ContextType>;
  CreateTrainingNotePayload?: CreateTrainingNotePayloadResolvers<ContextType>;
  DateOrDateTime?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeleteBucketPayload?: DeleteBucketPayloadResolvers<ContextType>;
  DeleteNotePayload?: DeleteNotePayloadResolvers<ContextType>;
  ExchangeCodePayload?: ExchangeCodePayloadResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  LeaderboardConnection?: LeaderboardConnectionResolvers<ContextType>;
  LeaderboardEdge?: LeaderboardEdgeResolvers<ContextType>;
  LeaderboardEntry?: LeaderboardEntryResolvers<ContextType>;
  LearningRecord?: LearningRecordResolvers<ContextType>;
  Lesson?: LessonResolvers<ContextType>;
  LessonScore?: LessonScoreResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Note?: NoteResolvers<ContextType>;
  Notification?: NotificationResolvers<ContextType>;
  NotificationConnection?: NotificationConnectionResolvers<ContextType>;
  NotificationEdge?: NotificationEdgeResolvers<ContextType>;
  NotificationReceivedEvent?: NotificationReceivedEventResolvers<ContextType>;
  ObjectivePerformance?: ObjectivePerformanceResolvers<ContextType>;
  OtherSkills?: OtherSkillsResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  ParentFlags?: ParentFlagsResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Question?: QuestionResolvers<ContextType>;
  RaiseAtoAlertPayload?: RaiseAtoAlertPayloadResolvers<ContextType>;
  RecordActivityPayload?: RecordActivityPayloadResolvers<ContextType>;
  RecordStatementPayload?: RecordStatementPayloadResolvers<ContextType>;
  RefreshSessionPayload?: RefreshSessionPayloadResolvers<ContextType>;
  RegisterDevicePayload?: RegisterDevicePayloadResolvers<ContextType>;
  RemoveBucketUserPayload?: RemoveBucketUserPayloadResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SendNotificationPayload?: SendNotificationPayloadResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SignOutPayload?: SignOutPayloadResolvers<ContextType>;
  StreamGap?: StreamGapResolvers<ContextType>;
  SubmitScorePayload?: SubmitScorePayloadResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  UpdateAtoStatusPayload?: UpdateAtoStatusPayloadResolvers<ContextType>;
  UpdateBucketPayload?: UpdateBucketPayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserConnection?: UserConnectionResolvers<ContextType>;
  UserEdge?: UserEdgeResolvers<ContextType>;
};

