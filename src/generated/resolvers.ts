import type { FieldResolver as ResolverFn } from '../graph/cost.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UserRow, ParentFlagsRow } from '../platform/routes/user.ts';
import type { SignedInUser } from '../domains/user/loaders.ts';
import type { Picture } from '../domains/user/image.ts';
import type { CourseRow, LevelRow, LessonRow } from '../platform/routes/course.ts';
import type { Objective, Performance, ScoredLesson } from '../domains/course/loaders.ts';
import type { ClassRow, InstructorRow, StudentRow, ObserverRow } from '../platform/routes/class.ts';
import type { Connection, Edge } from '../graph/connection.ts';
import type { TokenResponse } from '../platform/token-response.ts';
import type { ExchangedCode } from '../domains/auth/payloads.ts';
import type { CreatedAnonymousUser } from '../domains/user/payloads.ts';
import type { QuestionRow } from '../platform/routes/question.ts';
import type { NoteRow } from '../platform/routes/note.ts';
import type { CreatedNote } from '../domains/note/payloads.ts';
import type { BucketReference, KnownAccess } from '../domains/bucket/loaders.ts';
import type { WrittenBucket } from '../domains/bucket/payloads.ts';
import type { EntryRow } from '../platform/routes/leaderboard.ts';
import type { SubmittedScore } from '../domains/leaderboard/payloads.ts';
import type { KnownNotification } from '../domains/notification/known-notification.ts';
import type { SentNotification, AcknowledgedNotification } from '../domains/notification/payloads.ts';
import type { StoredStatement } from '../platform/routes/xapi.ts';
import type { BadgeRow } from '../platform/routes/badge.ts';
import type { Assertion, Skills, LearnerRecord, RecordOfMember, LearnerReference } from '../domains/badge/loaders.ts';
import type { UserWithInfo, AssertedBadge, CreatedBadge } from '../domains/badge/payloads.ts';
import type { FoundCandidate } from '../domains/mission-planner/search.ts';
import type { NotificationItem } from '../domains/notification/streams.ts';
import type { Gap } from '../events/topic-stream.ts';
import type { AtoRequestState, AtoAlertState } from '../domains/ato/state.ts';
import type { JsonObject } from '../events/json.ts';
import type { UpdatedAtoStatus, RaisedAtoAlert } from '../domains/ato/payloads.ts';
import type { AtoAlertPage } from '../domains/ato/loaders.ts';
import type { AtoRequestPage } from '../domains/ato/reads.ts';
import type { AlertItem, RequestItem, DistributionsItem } from '../domains/ato/streams.ts';
import type { Context } from '../domains/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type { ResolverFn };
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An ISO 8601 date or date-time, as in `2012-08-31` or `2026-03-01T09:30:00Z`. A date is sent to the platform as a date. */
  DateOrDateTime: { input: string; output: string; }
  /** An ISO 8601 date-time, as in `2026-03-01T09:30:00Z`. */
  DateTime: { input: Date; output: string | number | Date; }
  /** Any JSON value: object, array, string, number, boolean or null. The key `__proto__` is rejected. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object. The key `__proto__` is rejected. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** An integer from -9007199254740991 to 9007199254740991. */
  SafeInt: { input: number; output: number; }
};

/** Input of `acknowledgeNotification`. */
export type AcknowledgeNotificationInput = {
  /** The notification's ID. */
  id: Scalars['ID']['input'];
};

/** Result of `acknowledgeNotification`. */
export type AcknowledgeNotificationPayload = {
  __typename?: 'AcknowledgeNotificationPayload';
  /** Other properties of the response and of the notification in it. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification. Null if the platform returns only its ID, or nothing. */
  notification: Maybe<Notification>;
  /** ID of the acknowledged notification. */
  notificationId: Scalars['ID']['output'];
};

/** Object of an activity: the keys that the platform indexes it by. */
export type ActivityObjectInput = {
  /** Marks an assist to the student: true, or any other JSON scalar. The platform documents no type. */
  assist?: InputMaybe<Scalars['JSON']['input']>;
  /** The class's ID. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** Marks a student error: true, or any other JSON scalar. The platform documents no type. */
  error?: InputMaybe<Scalars['JSON']['input']>;
  /** Further keys to store with the activity. They must not repeat a field of this input. */
  extra?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Marks a demonstrated skill or knowledge: true, or any other JSON scalar. The platform documents no type. */
  knowledge?: InputMaybe<Scalars['JSON']['input']>;
  /** The lesson's ID. Without it, the activity does not appear in a student's results. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson result's ID. */
  lessonResultId?: InputMaybe<Scalars['ID']['input']>;
  /** The objective's ID. */
  objectiveId?: InputMaybe<Scalars['ID']['input']>;
  /** Index of the related question in the lesson, from 0. Requires `lessonId`. */
  questionIndex?: InputMaybe<Scalars['Int']['input']>;
  /** Text of the related question. Requires `lessonId`. */
  questionText?: InputMaybe<Scalars['String']['input']>;
  /** Marks a safety by the student: true, or any other JSON scalar. The platform documents no type. */
  safety?: InputMaybe<Scalars['JSON']['input']>;
  /**
   * ID of the student who performed the activity, from `ClassStudent.id`. Defaults to the actor in the actor's newest
   * class with the lesson.
   */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** Free-text description of the object, if no ID identifies it. */
  target?: InputMaybe<Scalars['String']['input']>;
};

/** Input of `addBucketUser`. */
export type AddBucketUserInput = {
  /** The bucket's ID. */
  id: Scalars['ID']['input'];
  /** The user's ID. */
  userId: Scalars['ID']['input'];
};

/** Result of `addBucketUser`. */
export type AddBucketUserPayload = {
  __typename?: 'AddBucketUserPayload';
  /** The updated bucket. */
  bucket: Maybe<Bucket>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform omits it. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** IDs of the users who may read and write the bucket. Null if the platform omits them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** Input of `addUserInfo`. */
export type AddUserInfoInput = {
  /** Information to add. At least one item is required. */
  additionalInfo: Array<UserInfoInput>;
  /** The user's ID. */
  userId: Scalars['ID']['input'];
};

/** Result of `addUserInfo`. */
export type AddUserInfoPayload = {
  __typename?: 'AddUserInfoPayload';
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The user, as read after the information was added. */
  learner: Learner;
};

/** Input of `assertBadge`. */
export type AssertBadgeInput = {
  /** The badge's ID. */
  badgeId: Scalars['ID']['input'];
  /** ID of the class that the badge is awarded in. Required for platform badges, not for the plugin's own. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** Image of the badge. */
  image: Scalars['String']['input'];
  /** When the badge is awarded: a date or date-time. */
  issuedOn: Scalars['DateOrDateTime']['input'];
  /** Name of the issuer. */
  issuerName: Scalars['String']['input'];
  /** ID of the lesson that the badge is awarded for. Required for platform badges, not for the plugin's own. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** Name of the badge. */
  name: Scalars['String']['input'];
  /** Type of badge. */
  type: Scalars['String']['input'];
  /** ID of the user who receives the badge. */
  userId: Scalars['ID']['input'];
  /** ID of the badge's version. Required for platform badges, not for the plugin's own. */
  versionId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `assertBadge`. */
export type AssertBadgePayload = {
  __typename?: 'AssertBadgePayload';
  /** The new assertion. Read by its ID if the response to the write is not the whole assertion. */
  assertion: Maybe<BadgeAssertion>;
  /** The new assertion's ID. */
  assertionId: Scalars['ID']['output'];
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** An alert in the progress view of an ATO package. */
export type AtoAlert = {
  __typename?: 'AtoAlert';
  /** ID that the plugin uses internally. Null if none was given. */
  providerId: Maybe<Scalars['ID']['output']>;
  /** When the alert was raised. */
  raisedAt: Maybe<Scalars['DateTime']['output']>;
  /** The request's ID. */
  requestId: Scalars['ID']['output'];
  /** Status of the alert, as free text. Null if none was given. */
  status: Maybe<Scalars['String']['output']>;
  /** Text of the alert. */
  text: Scalars['String']['output'];
  /** Title of the alert. */
  title: Scalars['String']['output'];
  /** Type of alert. */
  type: Maybe<AtoAlertType>;
};

/** A page of alerts. */
export type AtoAlertConnection = {
  __typename?: 'AtoAlertConnection';
  /** The alerts on this page, each with its cursor. */
  edges: Array<AtoAlertEdge>;
  /**
   * Whether the list has every alert since the gateway received the request. False if older ones have expired, or if one
   * may be missing from the event log.
   */
  isComplete: Scalars['Boolean']['output'];
  /** The alerts on this page. */
  nodes: Array<AtoAlert>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** An alert in a list, with its cursor. */
export type AtoAlertEdge = {
  __typename?: 'AtoAlertEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The alert. */
  node: AtoAlert;
};

/** An item of an alert stream: the starting position, an alert or a gap. */
export type AtoAlertRaisedEvent = {
  __typename?: 'AtoAlertRaisedEvent';
  /** The alert. Null for the starting position and for a gap. */
  alert: Maybe<AtoAlert>;
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** Marks a point where events may be missing. Null for all other items. */
  gap: Maybe<StreamGap>;
  /** Whether the event occurred before you subscribed. */
  replayed: Scalars['Boolean']['output'];
};

/** Type of an ATO alert. */
export type AtoAlertType =
  /** Failure. */
  | 'ERROR'
  /** Information. */
  | 'INFO'
  /** Success. */
  | 'SUCCESS'
  /** Something needs attention. */
  | 'WARNING';

/**
 * An app distribution in an ATO package, as the platform sent it with that package or change. It is a value: the
 * same distribution may have a different version in another package or at another time.
 */
export type AtoDistribution = {
  __typename?: 'AtoDistribution';
  /** The distribution's ID. Null if the platform sends none. */
  distributionId: Maybe<Scalars['ID']['output']>;
  /** Name of the distribution. Null if the platform sends none. */
  name: Maybe<Scalars['String']['output']>;
  /** Platform that the distribution runs on. Null if the platform sends none. */
  platform: Maybe<Scalars['String']['output']>;
  /** Version of the distribution. Null if the platform sends none. */
  version: Maybe<Scalars['String']['output']>;
};

/** An item of a distribution stream: the starting position, a change or a gap. */
export type AtoDistributionsChangedEvent = {
  __typename?: 'AtoDistributionsChangedEvent';
  /**
   * Distributions that were not in the previous set. A change without a request is compared with the previous change
   * without one. Null for the starting position and for a gap.
   */
  added: Maybe<Array<AtoDistribution>>;
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The complete current set. Null for the starting position and for a gap. */
  distributions: Maybe<Array<AtoDistribution>>;
  /** Marks a point where events may be missing. Null for all other items. */
  gap: Maybe<StreamGap>;
  /** Distributions of the previous set that are no longer in it. Null for the starting position and for a gap. */
  removed: Maybe<Array<AtoDistribution>>;
  /** Whether the event occurred before you subscribed. */
  replayed: Scalars['Boolean']['output'];
  /**
   * ID of the request whose package changed. Null for the starting position, for a gap, and if the platform did not name
   * the request; such a change is sent only to streams opened with the plugin credential.
   */
  requestId: Maybe<Scalars['ID']['output']>;
};

/** A request for authority to operate (ATO), with the updates made through this gateway. */
export type AtoRequest = {
  __typename?: 'AtoRequest';
  /**
   * Alerts that were raised through this gateway, newest first, for as long as it retains events. The list can change
   * between pages.
   */
  alerts: Maybe<AtoAlertConnection>;
  /** Whether the user may cancel the request in the developer console. Null if not yet stated. */
  cancellable: Maybe<Scalars['Boolean']['output']>;
  /** Whether the request is complete. Null if not yet stated. */
  complete: Maybe<Scalars['Boolean']['output']>;
  /** When the request was created on the platform. Null if the platform omits it. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** Distributions currently in the request's package. */
  distributions: Array<AtoDistribution>;
  /**
   * Other properties returned by the platform, limited to those that may be stored: the ID `providerId`, the dates
   * `authorizedDate` and `expiryDate`, `documentationStatus` and `assessmentStatus`, an undocumented `status`, and `user`,
   * `owner` and `requester` with their `userId` only.
   */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The request's ID. */
  id: Scalars['ID']['output'];
  /** ID of the organization that the request belongs to. Null if the platform omits it. */
  organizationId: Maybe<Scalars['ID']['output']>;
  /** When this gateway first received the request. */
  receivedAt: Maybe<Scalars['DateTime']['output']>;
  /** Current status. Null if the platform has sent none, or one outside its documented list. */
  status: Maybe<AtoStatus>;
  /** When the platform last changed the request, as of its last message. Null if the platform omits it. */
  updatedDate: Maybe<Scalars['DateTime']['output']>;
  /**
   * The user who started the request. Null with the plugin credential, which reads no profiles: use `userId`. With an ATO
   * token, this is the signed-in user.
   */
  user: Maybe<User>;
  /** ID of the user who started the request. Null if the platform omits it. */
  userId: Maybe<Scalars['ID']['output']>;
};


/** A request for authority to operate (ATO), with the updates made through this gateway. */
export type AtoRequestAlertsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** An item of a request stream: the starting position, a changed request or a gap. */
export type AtoRequestChangedEvent = {
  __typename?: 'AtoRequestChangedEvent';
  /**
   * Whether the user could cancel the request right after the change. Null for the starting position, for a gap, and if
   * not yet stated.
   */
  cancellable: Maybe<Scalars['Boolean']['output']>;
  /**
   * Whether the request was complete right after the change. Null for the starting position, for a gap, and if not yet
   * stated.
   */
  complete: Maybe<Scalars['Boolean']['output']>;
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** Distributions in the package right after the change. Null for the starting position and for a gap. */
  distributions: Maybe<Array<AtoDistribution>>;
  /**
   * Other properties right after the change, as in `AtoRequest.extra`, with `organizationId`, `createdDate` and
   * `updatedDate`. Null for the starting position and for a gap.
   */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Marks a point where events may be missing. Null for all other items. */
  gap: Maybe<StreamGap>;
  /** Whether the event occurred before you subscribed. */
  replayed: Scalars['Boolean']['output'];
  /**
   * The request as it is now, which may include later changes; the fields above have the state of the event. Null for the
   * starting position, for a gap, and if the gateway no longer stores the request.
   */
  request: Maybe<AtoRequest>;
  /** ID of the request that changed. Null for the starting position and for a gap. */
  requestId: Maybe<Scalars['ID']['output']>;
  /**
   * Status right after the change. Null for the starting position, for a gap, and if the platform has sent no status or one
   * outside its documented list.
   */
  status: Maybe<AtoStatus>;
};

/** A page of ATO requests. */
export type AtoRequestConnection = {
  __typename?: 'AtoRequestConnection';
  /** The requests on this page, each with its cursor. */
  edges: Array<AtoRequestEdge>;
  /** The requests on this page. */
  nodes: Array<AtoRequest>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * Cursor of the ATO streams from before this list was read. `atoRequestChanged` with it as `after` delivers every later change;
   * one that the list already shows may come once more. Null if the event log became unavailable.
   */
  streamCursor: Maybe<Scalars['String']['output']>;
  /** Total number of items in the list. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** An ATO request in a list, with its cursor. */
export type AtoRequestEdge = {
  __typename?: 'AtoRequestEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The request. */
  node: AtoRequest;
};

/** Status of an ATO request. */
export type AtoStatus =
  /** The request cannot proceed until someone takes action. */
  | 'ACTION_REQUIRED'
  /** The request is completed. */
  | 'COMPLETED'
  /** The request is being processed. */
  | 'IN_PROGRESS'
  /** Work on the request has not started. */
  | 'NOT_STARTED'
  /** The request is under review. */
  | 'UNDER_REVIEW';

/** Tokens of a session. The gateway does not store them. */
export type AuthToken = {
  __typename?: 'AuthToken';
  /** Access token to send in the `Authorization` header. */
  accessToken: Maybe<Scalars['String']['output']>;
  /** Lifetime of the access token, in seconds. */
  expiresIn: Maybe<Scalars['Float']['output']>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Refresh token to pass to `refreshSession`. */
  refreshToken: Maybe<Scalars['String']['output']>;
  /** Token type returned by the platform, as in `Bearer`. */
  tokenType: Maybe<Scalars['String']['output']>;
};

/** A badge. */
export type Badge = {
  __typename?: 'Badge';
  /**
   * Alignments of the badge. A list of strings is joined with commas; any other JSON is returned as JSON text. Null if
   * there are none.
   */
  alignments: Maybe<Scalars['String']['output']>;
  /** ID of the course that the badge belongs to. Null if none, or if the platform omits it. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** Description of the badge. Null if there is none. */
  description: Maybe<Scalars['String']['output']>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The badge's ID. */
  id: Scalars['ID']['output'];
  /** Image of the badge, as returned by the platform. */
  image: Maybe<Scalars['String']['output']>;
  /** Name of the badge. */
  name: Maybe<Scalars['String']['output']>;
  /** ID of the objective that the badge belongs to. Null if none, or if the platform omits it. */
  objectiveId: Maybe<Scalars['ID']['output']>;
  /** Proficiency that the badge certifies. The platform documents no scale. */
  proficiency: Maybe<Scalars['Float']['output']>;
  /**
   * Tags of the badge. A list of strings is joined with commas; any other JSON is returned as JSON text. Null if there are
   * none.
   */
  tags: Maybe<Scalars['String']['output']>;
  /** Type of badge. */
  type: Maybe<Scalars['String']['output']>;
  /** ID of the badge's version, which `assertBadge` requires for platform badges. Null if the platform omits it. */
  versionId: Maybe<Scalars['ID']['output']>;
};

/** A badge awarded to a user. */
export type BadgeAssertion = {
  __typename?: 'BadgeAssertion';
  /**
   * The badge, if it belongs to a course or an objective and the request carries the plugin credential; otherwise null.
   * `badgeId`, `name`, `type`, `image` and `versionId` come with the assertion.
   */
  badge: Maybe<Badge>;
  /** The badge's ID. Null if the platform returns none. */
  badgeId: Maybe<Scalars['ID']['output']>;
  /** The class identified by `classId`. Null if none. */
  class: Maybe<Class>;
  /** ID of the class that the badge was awarded in. Null if none. */
  classId: Maybe<Scalars['ID']['output']>;
  /** ID of the course that the badge was awarded for. Null if the platform omits it. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The assertion's ID. */
  id: Scalars['ID']['output'];
  /** Image of the badge, as awarded and as returned by the platform. */
  image: Maybe<Scalars['String']['output']>;
  /** When the badge was awarded. */
  issuedOn: Maybe<Scalars['DateTime']['output']>;
  /** Name of the issuer. */
  issuerName: Maybe<Scalars['String']['output']>;
  /** The lesson identified by `lessonId`. Null if none. */
  lesson: Maybe<Lesson>;
  /** ID of the lesson that the badge was awarded for. Null if none. */
  lessonId: Maybe<Scalars['ID']['output']>;
  /** Name of the badge, as awarded. */
  name: Maybe<Scalars['String']['output']>;
  /** Type of badge, as awarded. */
  type: Maybe<Scalars['String']['output']>;
  /** The recipient: the signed-in user. Null with the plugin credential, which reads no profiles: use `userId`. */
  user: Maybe<User>;
  /** The recipient's user ID. */
  userId: Scalars['ID']['output'];
  /** ID of the badge's version. Null if none. */
  versionId: Maybe<Scalars['ID']['output']>;
};

/** Input of `beginSignIn`. */
export type BeginSignInInput = {
  /** Whether the sign-in page also offers to sign in through the platform's own app. */
  appLogin?: Scalars['Boolean']['input'];
  /** Value that identifies the user uniquely and is never reused. Must not be empty. Defaults to a random value. */
  nonce?: InputMaybe<Scalars['String']['input']>;
  /** Where the platform redirects the browser after the sign-in. Must be registered for the app in the developer console. */
  redirectUri: Scalars['String']['input'];
  /** How the sign-in returns its tokens. */
  responseType?: SignInResponseType;
  /** Returned unchanged with the redirect; compare the two there. Must not be empty. Defaults to a random value. */
  state?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `beginSignIn`. */
export type BeginSignInPayload = {
  __typename?: 'BeginSignInPayload';
  /** PKCE code verifier to pass to `exchangeCode`: 64 characters. Store it where only your app can read it. */
  codeVerifier: Scalars['String']['output'];
  /** Nonce of this sign-in; it is part of `url`. */
  nonce: Scalars['String']['output'];
  /** Value that the redirect must return as `state`. */
  state: Scalars['String']['output'];
  /** URL to open in a browser. */
  url: Scalars['String']['output'];
};

/** App data stored on the platform and shared with a list of users. */
export type Bucket = {
  __typename?: 'Bucket';
  /**
   * Access to the bucket after the writes of this operation: as the platform's response states it, else as the writes imply.
   * Null if no write determines it: the platform has no route that returns it. The client package retains it from earlier
   * writes.
   */
  access: Maybe<BucketAccess>;
  /** All data of the bucket, or the value of one key. Null if there is no value. */
  data: Maybe<Scalars['JSON']['output']>;
  /** The bucket's ID, chosen by the app. */
  id: Scalars['ID']['output'];
};


/** App data stored on the platform and shared with a list of users. */
export type BucketDataArgs = {
  key?: InputMaybe<Scalars['String']['input']>;
};

/** Access to a bucket. */
export type BucketAccess = {
  __typename?: 'BucketAccess';
  /** Whether every user of the app may read the bucket. Null if it is not known. */
  public: Maybe<Scalars['Boolean']['output']>;
  /**
   * IDs of the users who may read and write the bucket. Null if they are not known: a write changed them, and the platform
   * did not return them. The creator's own ID is read from the profile if the platform does not return it.
   */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** A person who has some of the requested capabilities. */
export type Candidate = {
  __typename?: 'Candidate';
  /** The badges of `capabilityIds` that belong to courses or objectives the plugin may read, in the same order. */
  capabilities: Array<Badge>;
  /** IDs of the requested capabilities that the person has, in the order requested. */
  capabilityIds: Array<Scalars['ID']['output']>;
  /** The person with learning record, badges and skills. */
  learner: Learner;
  /** The person's user ID. */
  userId: Scalars['ID']['output'];
};

/** A class: a group of people taking a course. */
export type Class = {
  __typename?: 'Class';
  /** The course of the class. */
  course: Maybe<Course>;
  /** The class's ID. */
  id: Scalars['ID']['output'];
  /** Instructors of the class. */
  instructors: Maybe<Array<ClassInstructor>>;
  /**
   * Code for joining the class. Null if the class is not among the signed-in user's classes. If the user has more than 300
   * classes, `classes` returns it for all of them; elsewhere it fails with OPERATION_TOO_EXPENSIVE for later ones.
   */
  joinCode: Maybe<Scalars['String']['output']>;
  /** Levels of the class's course with their lessons, in order. */
  levels: Maybe<Array<Level>>;
  /** Name of the class. */
  name: Maybe<Scalars['String']['output']>;
  /** Notes about the class. The list can change between pages: an item may repeat or be skipped. */
  notes: Maybe<NoteConnection>;
  /** Observers of the class. */
  observers: Maybe<Array<ClassObserver>>;
  /** Students of the class. */
  students: Maybe<Array<ClassStudent>>;
  /**
   * The signed-in user as a student of this class; `viewer { lessons { lesson { name } locked } }` are the user's own locks.
   * Null if the user is not a student of the class. If the user has more than 300 classes, it can fail like `joinCode`.
   */
  viewer: Maybe<ClassStudent>;
};


/** A class: a group of people taking a course. */
export type ClassNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of classes. */
export type ClassConnection = {
  __typename?: 'ClassConnection';
  /** The classes on this page, each with its cursor. */
  edges: Array<ClassEdge>;
  /** The classes on this page. */
  nodes: Array<Class>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. Null if the platform omits it. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A class in a list, with its cursor. */
export type ClassEdge = {
  __typename?: 'ClassEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The class. */
  node: Class;
};

/** An instructor of a class. */
export type ClassInstructor = ClassMember & {
  __typename?: 'ClassInstructor';
  /** Details of the instructor from the class, beyond the fields of `User`. Null if the platform omits the user. */
  details: Maybe<ProfileDetails>;
  /** The user's instructor ID in this class. */
  id: Scalars['ID']['output'];
  /** The instructor. Null if the platform omits the user. */
  user: Maybe<User>;
  /** The instructor's user ID. Null if the platform omits the user. */
  userId: Maybe<Scalars['ID']['output']>;
};

/** A member of a class: an instructor, a student or an observer. */
export type ClassMember = {
  /** Details of the member from the class, beyond the fields of `User`. Null if the platform omits the user. */
  details: Maybe<ProfileDetails>;
  /** The user's ID in this class, by the kind of member. */
  id: Scalars['ID']['output'];
  /** The member. Null if the platform omits the user. */
  user: Maybe<User>;
  /** The member's user ID. Null if the platform omits the user. */
  userId: Maybe<Scalars['ID']['output']>;
};

/** An observer of a class. */
export type ClassObserver = ClassMember & {
  __typename?: 'ClassObserver';
  /** Details of the observer from the class, beyond the fields of `User`. Null if the platform omits the user. */
  details: Maybe<ProfileDetails>;
  /** The user's observer ID in this class. */
  id: Scalars['ID']['output'];
  /** The observer. Null if the platform omits the user. */
  user: Maybe<User>;
  /** The observer's user ID. Null if the platform omits the user. */
  userId: Maybe<Scalars['ID']['output']>;
};

/** A student of a class. */
export type ClassStudent = ClassMember & {
  __typename?: 'ClassStudent';
  /** Details of the student from the class, beyond the fields of `User`. Null if the platform omits the user. */
  details: Maybe<ProfileDetails>;
  /** The user's student ID in this class, as used by `Lesson.locked`. */
  id: Scalars['ID']['output'];
  /** Lessons of the class's course, in order, each before its child lessons, with this student's locks. */
  lessons: Maybe<Array<StudentLesson>>;
  /** Notes about the student that you may see. The list can change between pages: an item may repeat or be skipped. */
  notes: Maybe<NoteConnection>;
  /** The student. Null if the platform omits the user. */
  user: Maybe<User>;
  /** The student's user ID. Null if the platform omits the user. */
  userId: Maybe<Scalars['ID']['output']>;
};


/** A student of a class. */
export type ClassStudentNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Input of `completeAtoSignOn`. */
export type CompleteAtoSignOnInput = {
  /** The `code` from the redirect. */
  code: Scalars['String']['input'];
  /**
   * PKCE code verifier, which must match the platform's pattern `^([A-Za-z0-9.-_~]){43,128}$`: its range `.-_` excludes
   * `-`. Omit it if the platform started the sign-on, as it usually does.
   */
  codeVerifier?: InputMaybe<Scalars['String']['input']>;
  /** The `state` from the redirect, which the platform sets to the request's ID. */
  state: Scalars['String']['input'];
};

/** Result of `completeAtoSignOn`. */
export type CompleteAtoSignOnPayload = {
  __typename?: 'CompleteAtoSignOnPayload';
  /**
   * Whether the token can also read the request and its streams. False unless the platform confirms the token's user and
   * the stored request names the same user; reads then require the plugin credential.
   */
  bound: Scalars['Boolean']['output'];
  /** The request's ID, from `state`. */
  requestId: Maybe<Scalars['ID']['output']>;
  /** ATO token to send in the `Authorization` header. */
  token: Maybe<AuthToken>;
};

/** A course: lessons arranged in levels. */
export type Course = {
  __typename?: 'Course';
  /** ID of the cover photo. Null if there is none. */
  coverPhotoId: Maybe<Scalars['ID']['output']>;
  /** Description of the course. */
  description: Maybe<Scalars['String']['output']>;
  /** The course's ID. */
  id: Scalars['ID']['output'];
  /** A lesson of the course, at any depth: the target of a link. Null if the course has no lesson with this ID. */
  lesson: Maybe<Lesson>;
  /** Lessons of all levels of the course, in order, each before its child lessons. */
  lessons: Maybe<Array<Lesson>>;
  /** Levels of the course with their lessons, in order. */
  levels: Maybe<Array<Level>>;
  /** Name of the course. */
  name: Maybe<Scalars['String']['output']>;
  /** Notes about the course. The list can change between pages: an item may repeat or be skipped. */
  notes: Maybe<NoteConnection>;
  /** Learning objectives of the course, in the platform's order. */
  objectives: Maybe<Array<CourseObjective>>;
  /** ID of the course's picture. */
  profilePicId: Maybe<Scalars['ID']['output']>;
  /** Questions of the course. Fails with FORBIDDEN unless you are an instructor or manager of the course. */
  questions: Maybe<Array<Question>>;
};


/** A course: lessons arranged in levels. */
export type CourseLessonArgs = {
  id: Scalars['ID']['input'];
};


/** A course: lessons arranged in levels. */
export type CourseNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A course: lessons arranged in levels. */
export type CourseQuestionsArgs = {
  includeRemoved?: Scalars['Boolean']['input'];
};

/** A page of courses. */
export type CourseConnection = {
  __typename?: 'CourseConnection';
  /** The courses on this page, each with its cursor. */
  edges: Array<CourseEdge>;
  /** The courses on this page. */
  nodes: Array<Course>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. Null if the platform omits it. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A course in a list, with its cursor. */
export type CourseEdge = {
  __typename?: 'CourseEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The course. */
  node: Course;
};

/** A learning objective of a course. */
export type CourseObjective = {
  __typename?: 'CourseObjective';
  /** The objective's ID. */
  id: Scalars['ID']['output'];
  /** IDs of the lessons that teach the objective. */
  lessonIds: Maybe<Array<Scalars['ID']['output']>>;
  /** Lessons that teach the objective and are part of the course's levels. */
  lessons: Maybe<Array<Lesson>>;
  /** Name of the objective. */
  name: Maybe<Scalars['String']['output']>;
  /** The signed-in user's performance on the objective. Null if none is recorded. */
  performance: Maybe<ObjectivePerformance>;
};

/** Input of `createAnonymousUser`. */
export type CreateAnonymousUserInput = {
  /** Date of birth; it determines the account type. Of a date-time, the day as written. The gateway does not store it. */
  dateOfBirth?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** The device's push token (iOS device token or Android registration ID). */
  deviceToken?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `createAnonymousUser`. */
export type CreateAnonymousUserPayload = {
  __typename?: 'CreateAnonymousUserPayload';
  /** Details of the new user from the response, beyond the fields of `User`. */
  details: Maybe<ProfileDetails>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Tokens of the new user's session. Null if the platform returns none. */
  token: Maybe<AuthToken>;
  /** The new user. */
  user: Maybe<User>;
};

/** Input of `createBadge`. */
export type CreateBadgeInput = {
  /** Alignments of the badge. */
  alignments?: InputMaybe<Scalars['String']['input']>;
  /** Description of the badge. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Image of the badge. */
  image: Scalars['String']['input'];
  /** Name of the badge. */
  name: Scalars['String']['input'];
  /** Proficiency that the badge certifies. */
  proficiency: Scalars['Float']['input'];
  /** Tags of the badge. */
  tags?: InputMaybe<Scalars['String']['input']>;
  /** Type of badge. */
  type: Scalars['String']['input'];
};

/** Result of `createBadge`. */
export type CreateBadgePayload = {
  __typename?: 'CreateBadgePayload';
  /** The new badge. */
  badge: Maybe<Badge>;
  /** The new badge's ID. */
  badgeId: Scalars['ID']['output'];
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Input of `createBucket`. */
export type CreateBucketInput = {
  /** Initial data. If omitted, the bucket is empty. */
  data?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The bucket's ID, chosen by the app. */
  id: Scalars['ID']['input'];
  /** Whether every user of the app may read the bucket. */
  public?: Scalars['Boolean']['input'];
  /** IDs of the users who may read and write the bucket. The platform adds you. */
  userIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Result of `createBucket`. */
export type CreateBucketPayload = {
  __typename?: 'CreateBucketPayload';
  /** The new bucket. */
  bucket: Maybe<Bucket>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform omits it. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** IDs of the users who may read and write the bucket. Null if the platform omits them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** Input of `createNote`. */
export type CreateNoteInput = {
  /** ID of the class that the note is about. The platform adds its course. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the course that the note is about. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the lesson that the note is about. The platform adds its course. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the student that the note is about, from `ClassStudent.id`. The platform adds the user, class and courses. */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** Text of the note. */
  text: Scalars['String']['input'];
  /** ID of the user that the note is about. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `createNote`. */
export type CreateNotePayload = {
  __typename?: 'CreateNotePayload';
  /** Other properties of the response and of the note in it. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The new note. Read by its ID if the response to the write is not the whole note. */
  note: Maybe<Note>;
  /** The new note's ID. */
  noteId: Scalars['ID']['output'];
};

/** Input of `createTrainingNote`. */
export type CreateTrainingNoteInput = {
  /** ID of the class that the note is about. Defaults to the student's class. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the course that the note is about. Defaults to the lesson's course. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the lesson that the note is about. The platform adds its course. */
  lessonId: Scalars['ID']['input'];
  /** ID of the student that the note is about, from `ClassStudent.id`. The platform adds the user, class and courses. */
  studentId: Scalars['ID']['input'];
  /** Text of the note. */
  text: Scalars['String']['input'];
  /** ID of the user that the note is about. Defaults to the student's user. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `createTrainingNote`. */
export type CreateTrainingNotePayload = {
  __typename?: 'CreateTrainingNotePayload';
  /** Other properties of the response and of the note in it. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The new note. Read by its ID if the response to the write is not the whole note. */
  note: Maybe<Note>;
  /** The new note's ID. */
  noteId: Scalars['ID']['output'];
};

/** Kind of credential. */
export type CredentialKind =
  /** An ATO token from `completeAtoSignOn`: `Bearer <token>`. */
  | 'ATO'
  /** No credential. */
  | 'NONE'
  /** The plugin credential: `Basic <client ID:secret, base64>`, for servers only. */
  | 'PLUGIN'
  /** The plugin credential or an ATO token. */
  | 'PLUGIN_OR_ATO'
  /** A user token: `Bearer <token>`, from signing in. */
  | 'USER';

/** Input of `deleteBucket`. */
export type DeleteBucketInput = {
  /** The bucket's ID. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteBucket`. */
export type DeleteBucketPayload = {
  __typename?: 'DeleteBucketPayload';
  /** ID of the deleted bucket. */
  deletedId: Scalars['ID']['output'];
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Input of `deleteNote`. */
export type DeleteNoteInput = {
  /** The note's ID. */
  id: Scalars['ID']['input'];
};

/** Result of `deleteNote`. */
export type DeleteNotePayload = {
  __typename?: 'DeleteNotePayload';
  /** ID of the deleted note. */
  deletedId: Scalars['ID']['output'];
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Input of `exchangeCode`. */
export type ExchangeCodeInput = {
  /** The `code` from the redirect. */
  code: Scalars['String']['input'];
  /**
   * The `codeVerifier` from `beginSignIn`. Another must match the platform's pattern `^([A-Za-z0-9.-_~]){43,128}$`, whose
   * range `.-_` excludes `-`.
   */
  codeVerifier: Scalars['String']['input'];
  /**
   * The device's push token (iOS device token or Android registration ID). If given, the new session is also registered
   * for push notifications, which the platform requires at every sign-in.
   */
  deviceToken?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `exchangeCode`. */
export type ExchangeCodePayload = {
  __typename?: 'ExchangeCodePayload';
  /**
   * Whether the session was registered for push notifications. If registration fails, only this field fails; the tokens
   * are returned. Null if no `deviceToken` was given.
   */
  deviceRegistered: Maybe<Scalars['Boolean']['output']>;
  /** The new tokens. */
  token: Maybe<AuthToken>;
};

/** A friend of the signed-in user. */
export type Friend = {
  __typename?: 'Friend';
  /** Details of the friend from the list of friends, beyond the fields of `User`. */
  details: ProfileDetails;
  /** The friend. */
  user: User;
};

/** Reason for a gap in a stream. */
export type GapReason =
  /** Your cursor can no longer be verified; the stream restarts at your oldest retained event. */
  | 'CURSOR_UNKNOWN'
  /** The event log was reset or lost its most recent events. */
  | 'LOG_REPLACED'
  /** Events after your cursor have expired or exceeded the retention limit. */
  | 'TRIMMED'
  /** A change on the platform could not be written to the event log. */
  | 'UPSTREAM_INCOMPLETE';

/** A JPEG image. */
export type Image = {
  __typename?: 'Image';
  /** The image, base64-encoded. */
  base64: Scalars['String']['output'];
  /** Size of the image in bytes. */
  byteLength: Scalars['Int']['output'];
  /** The image as a data URI, for the `src` attribute of an image element. */
  dataUri: Scalars['String']['output'];
};

/** A page of leaderboard entries. */
export type LeaderboardConnection = {
  __typename?: 'LeaderboardConnection';
  /** The entries on this page, each with its cursor. */
  edges: Array<LeaderboardEdge>;
  /** The entries on this page. */
  nodes: Array<LeaderboardEntry>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * Total number of items in the list. Null if the platform omits it; `first: 0` then counts them itself, if they are fewer than
   * 100.
   */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A leaderboard entry in a list, with its cursor. */
export type LeaderboardEdge = {
  __typename?: 'LeaderboardEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The entry. */
  node: LeaderboardEntry;
};

/** A user's entry on the leaderboard. It has no ID: a user can have an entry for each combination of categories. */
export type LeaderboardEntry = {
  __typename?: 'LeaderboardEntry';
  /** Categories that the score counts in. */
  categories: Maybe<Array<Scalars['String']['output']>>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Name and picture of the user who holds the score, as the entry states them. Null if it names none. */
  holder: Maybe<PersonSummary>;
  /** Rank among the selected entries; 1 is the best. Null if the platform omits it. */
  rank: Maybe<Scalars['Int']['output']>;
  /** The score, in the app's own unit. */
  score: Maybe<Scalars['SafeInt']['output']>;
  /**
   * The user who holds the score, if that is the signed-in user or one of the user's friends. Null for anyone else; see
   * `holder` and `userId`.
   */
  user: Maybe<User>;
  /** ID of the user who holds the score. Null if the platform omits it. */
  userId: Maybe<Scalars['ID']['output']>;
};

/** A user as visible to a plugin: by ID, without a profile. */
export type Learner = {
  __typename?: 'Learner';
  /** Badges awarded to the user. */
  badgeAssertions: Maybe<Array<BadgeAssertion>>;
  /** The user's learning record. Null if it is not among those that the plugin may read. */
  learningRecord: Maybe<LearningRecord>;
  /** The user's hobbies and other skills, usually one record. */
  otherSkills: Maybe<Array<OtherSkills>>;
  /** The user's ID. */
  userId: Scalars['ID']['output'];
};

/** A user's learning record. The platform does not document its structure; see also `extra`. */
export type LearningRecord = {
  __typename?: 'LearningRecord';
  /** IDs of the user's badges. Null if the platform omits them. */
  badgeIds: Maybe<Array<Scalars['ID']['output']>>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The user with badges and skills. */
  learner: Learner;
  /** The user's ID. */
  userId: Scalars['ID']['output'];
};

/** A lesson of a course. */
export type Lesson = {
  __typename?: 'Lesson';
  /** Lessons nested in this one, in order. */
  childLessons: Maybe<Array<Lesson>>;
  /** The course of the lesson. Null if the platform no longer has it. */
  course: Maybe<Course>;
  /** ID of the course of the lesson. */
  courseId: Scalars['ID']['output'];
  /** ID of the cover photo. */
  coverPhotoId: Maybe<Scalars['ID']['output']>;
  /** Description of the lesson. */
  description: Maybe<Scalars['String']['output']>;
  /** Expected time to complete the lesson. The platform documents no unit. */
  expectedCompletionTime: Maybe<Scalars['Float']['output']>;
  /** The lesson's ID. */
  id: Scalars['ID']['output'];
  /** Whether an instructor grades the lesson. */
  instructorGraded: Maybe<Scalars['Boolean']['output']>;
  /** Whether the lesson is an assessment. */
  isAssessment: Maybe<Scalars['Boolean']['output']>;
  /** Parameters that the lesson is launched with. */
  launchParameters: Maybe<Array<Scalars['String']['output']>>;
  /**
   * Whether the lesson is locked for a student, given the student's progress against the prerequisites of the lesson and
   * its level: the locks of a student whose ID you have, in the call that reads the levels. `ClassStudent.lessons` has them
   * without an ID.
   */
  locked: Maybe<Scalars['Boolean']['output']>;
  /** URL of the lesson's media. */
  media: Maybe<Scalars['String']['output']>;
  /** Name of the lesson. */
  name: Maybe<Scalars['String']['output']>;
  /** Notes about the lesson. The list can change between pages: an item may repeat or be skipped. */
  notes: Maybe<NoteConnection>;
  /** ID of the lesson's picture. */
  profilePicId: Maybe<Scalars['ID']['output']>;
  /** Whether the lesson is public. */
  public: Maybe<Scalars['Boolean']['output']>;
};


/** A lesson of a course. */
export type LessonLockedArgs = {
  studentId: Scalars['ID']['input'];
};


/** A lesson of a course. */
export type LessonNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A student's score in one lesson of an objective. */
export type LessonScore = {
  __typename?: 'LessonScore';
  /** The lesson. Null if it is not part of the course's levels. */
  lesson: Maybe<Lesson>;
  /** The lesson's ID. */
  lessonId: Scalars['ID']['output'];
  /** Score. Null if there is none. */
  score: Maybe<Scalars['Float']['output']>;
  /** What the score measures. Observed values: `objective`, `lesson`. */
  scoreType: Maybe<Scalars['String']['output']>;
};

/** A level of a course. */
export type Level = {
  __typename?: 'Level';
  /** The level's ID. */
  id: Scalars['ID']['output'];
  /** Lessons of the level, in order. */
  lessons: Maybe<Array<Lesson>>;
  /** Name of the level. */
  name: Maybe<Scalars['String']['output']>;
};

/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type Mutation = {
  __typename?: 'Mutation';
  /** Marks a notification of the signed-in user as acknowledged. */
  acknowledgeNotification: Maybe<AcknowledgeNotificationPayload>;
  /** Gives a user access to read and write a bucket. You must be on its access list. */
  addBucketUser: Maybe<AddBucketUserPayload>;
  /** Adds information about a user. */
  addUserInfo: Maybe<AddUserInfoPayload>;
  /** Awards a badge to a user. */
  assertBadge: Maybe<AssertBadgePayload>;
  /**
   * Starts a sign-in, with the address of the platform's page for it. Open `url` in a browser, and store `codeVerifier` and
   * `state` until the browser returns to your redirect URI.
   */
  beginSignIn: Maybe<BeginSignInPayload>;
  /**
   * Exchanges the code of a user's sign-on for a token that authorizes updates of an ATO request. The redirect has both the
   * code and the request; a code works once. Fails with NOT_CONFIGURED if the gateway has no plugin.
   */
  completeAtoSignOn: Maybe<CompleteAtoSignOnPayload>;
  /**
   * Creates an anonymous user of the app. If the user signs out or the session is not refreshed in time, the user is lost
   * and must be created again.
   */
  createAnonymousUser: Maybe<CreateAnonymousUserPayload>;
  /** Creates a badge of the plugin. */
  createBadge: Maybe<CreateBadgePayload>;
  /** Creates a bucket. You have access to it, as do the users you list. Fails with CONFLICT if the ID is taken. */
  createBucket: Maybe<CreateBucketPayload>;
  /**
   * Creates a note about a lesson, class, student, user or course, or several of these. The platform adds related records:
   * the course of a lesson or class; the user, class and courses of a student.
   */
  createNote: Maybe<CreateNotePayload>;
  /** Creates a note for the training dashboard, about a student and a lesson. The dashboard shows only notes that have both. */
  createTrainingNote: Maybe<CreateTrainingNotePayload>;
  /** Deletes a bucket with all its data. You must be on its access list. */
  deleteBucket: Maybe<DeleteBucketPayload>;
  /** Deletes a note. */
  deleteNote: Maybe<DeleteNotePayload>;
  /** Exchanges the authorization code of a completed sign-in for tokens. A code works once. */
  exchangeCode: Maybe<ExchangeCodePayload>;
  /** Adds an alert to the progress view of an ATO package. Fails with FORBIDDEN if the token is bound to another request. */
  raiseAtoAlert: Maybe<RaiseAtoAlertPayload>;
  /**
   * Records learning activity in the platform's older, simpler format (version 1). It has a verb in your own words and its
   * object.
   */
  recordActivity: Maybe<RecordActivityPayload>;
  /**
   * Records learning activity as an xAPI statement (version 2 of the platform's route). The gateway fills in the
   * platform's URLs. Fails with NOT_CONFIGURED if the gateway lacks those URLs.
   */
  recordStatement: Maybe<RecordStatementPayload>;
  /**
   * Exchanges a refresh token for new tokens. `registration` is that of the sign-in: for a token of `completeAtoSignOn`, pass
   * `ATO`.
   */
  refreshSession: Maybe<RefreshSessionPayload>;
  /**
   * Registers a session for push notifications. The platform requires this at every sign-in; without it, the user receives
   * no notifications from others. `exchangeCode` does this if given a device token.
   */
  registerDevice: Maybe<RegisterDevicePayload>;
  /** Removes a user's access to a bucket. */
  removeBucketUser: Maybe<RemoveBucketUserPayload>;
  /** Sends a push notification to a user of the app. */
  sendNotification: Maybe<SendNotificationPayload>;
  /** Sets the value of a key in a bucket. You must be on its access list. */
  setBucketValue: Maybe<SetBucketValuePayload>;
  /** Signs out the user whose token this request carries, and ends the token's open subscriptions. */
  signOut: Maybe<SignOutPayload>;
  /** Submits a score for the signed-in user, replacing an earlier score in the same categories. */
  submitScore: Maybe<SubmitScorePayload>;
  /**
   * Updates the status of an ATO request, its flags, or both. Fails with FORBIDDEN if the token is bound to another
   * request.
   */
  updateAtoStatus: Maybe<UpdateAtoStatusPayload>;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationAcknowledgeNotificationArgs = {
  input: AcknowledgeNotificationInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationAddBucketUserArgs = {
  input: AddBucketUserInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationAddUserInfoArgs = {
  input: AddUserInfoInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationAssertBadgeArgs = {
  input: AssertBadgeInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationBeginSignInArgs = {
  input: BeginSignInInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCompleteAtoSignOnArgs = {
  input: CompleteAtoSignOnInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCreateAnonymousUserArgs = {
  input: CreateAnonymousUserInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCreateBadgeArgs = {
  input: CreateBadgeInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCreateBucketArgs = {
  input: CreateBucketInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCreateNoteArgs = {
  input: CreateNoteInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationCreateTrainingNoteArgs = {
  input: CreateTrainingNoteInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationDeleteBucketArgs = {
  input: DeleteBucketInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationDeleteNoteArgs = {
  input: DeleteNoteInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationExchangeCodeArgs = {
  input: ExchangeCodeInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRaiseAtoAlertArgs = {
  input: RaiseAtoAlertInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRecordActivityArgs = {
  input: RecordActivityInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRecordStatementArgs = {
  input: RecordStatementInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRefreshSessionArgs = {
  input: RefreshSessionInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRegisterDeviceArgs = {
  input: RegisterDeviceInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationRemoveBucketUserArgs = {
  input: RemoveBucketUserInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationSendNotificationArgs = {
  input: SendNotificationInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationSetBucketValueArgs = {
  input: SetBucketValueInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationSubmitScoreArgs = {
  input: SubmitScoreInput;
};


/**
 * Write operations, run in the order listed. Each is sent to the platform once. Errors are those of `Query`; an invalid
 * member of an input is named by its path, as in `["input", "text"]`.
 */
export type MutationUpdateAtoStatusArgs = {
  input: UpdateAtoStatusInput;
};

/** A note. The `edges` of a list have its undocumented properties, without another platform call. */
export type Note = {
  __typename?: 'Note';
  /** The user identified by `authorId`, if this is the signed-in user or one of the user's friends. Null for anyone else. */
  author: Maybe<User>;
  /**
   * ID of the user who wrote the note, as the note's own route states it. Null if the platform does not return it: its
   * response is not documented.
   */
  authorId: Maybe<Scalars['ID']['output']>;
  /** The class identified by `classId`. Null if none. */
  class: Maybe<Class>;
  /** ID of the class that the note is about, or that its student implies. Null if none. */
  classId: Maybe<Scalars['ID']['output']>;
  /** The course identified by `courseId`. Null if none. */
  course: Maybe<Course>;
  /** ID of the (first) course that the note is about, or that its lesson, class or student implies. Null if none. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** IDs of all courses that the note is about; a student may take several. Null if the platform names no course. */
  courseIds: Maybe<Array<Scalars['ID']['output']>>;
  /** When the note was written, as the note's own route states it. Null if the platform does not return it. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** Other properties that the note's own route returns. Null if the platform no longer returns the note by its ID. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The note's ID. */
  id: Scalars['ID']['output'];
  /**
   * The lesson that the note is about, read from the levels of the course, or of the class if no course is known. Null if
   * none.
   */
  lesson: Maybe<Lesson>;
  /** ID of the lesson that the note is about. Null if none. */
  lessonId: Maybe<Scalars['ID']['output']>;
  /** ID of the student that the note is about. Null if none. */
  studentId: Maybe<Scalars['ID']['output']>;
  /** Text of the note. Null if the platform omits it. */
  text: Maybe<Scalars['String']['output']>;
  /**
   * The user that the note is about, if that is the signed-in user or one of the user's friends. Null for anyone else; see
   * `userId`.
   */
  user: Maybe<User>;
  /** ID of the user that the note is about, not of its author. Null if none. */
  userId: Maybe<Scalars['ID']['output']>;
};

/** A page of notes. The platform returns the list as a whole, so each page reads all of it again. */
export type NoteConnection = {
  __typename?: 'NoteConnection';
  /** The notes on this page, each with its cursor and undocumented properties. */
  edges: Array<NoteEdge>;
  /** The notes on this page. */
  nodes: Array<Note>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/**
 * A note in a list, with its cursor and the undocumented properties of its row. Another list, or the note's own route, may
 * return different ones, so they belong to the item of the list and not to the note.
 */
export type NoteEdge = {
  __typename?: 'NoteEdge';
  /** Name and picture of the user who wrote the note, as this list states them. Null if it names none. */
  author: Maybe<PersonSummary>;
  /** ID of the user who wrote the note. Null if this list omits it. */
  authorId: Maybe<Scalars['ID']['output']>;
  /** When the note was written. Null if this list omits it. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** Other properties that this list returns for the note. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The note. */
  node: Note;
};

/** Conditions for notes. A note must meet all that are given. */
export type NoteFilter = {
  /** ID of the class that the note is about. */
  classId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the course that the note is about. */
  courseId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the lesson that the note is about. */
  lessonId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the student that the note is about, from `ClassStudent.id`. */
  studentId?: InputMaybe<Scalars['ID']['input']>;
  /** ID of the user that the note is about. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** A push notification. */
export type Notification = {
  __typename?: 'Notification';
  /**
   * Whether the receiver has acknowledged the notification. False for an event that just occurred, and if the platform
   * omits the flag. Null if the platform returns neither true nor false, or no longer lists the notification of a replayed
   * event.
   */
  acknowledged: Maybe<Scalars['Boolean']['output']>;
  /** When the notification was sent. Null if the platform omits it. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /**
   * Other properties in the receiver's list of notifications. Null if the signed-in user's list does not contain the
   * notification.
   */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification's ID. The gateway generates one for a notification that is not stored, if the platform returns none. */
  id: Scalars['ID']['output'];
  /** View of the app to open. Null if there is none. */
  path: Maybe<Scalars['String']['output']>;
  /** Whether the notification is stored and listed. Null if the platform returns neither true nor false. */
  persist: Maybe<Scalars['Boolean']['output']>;
  /**
   * The user who receives the notification, if that is the signed-in user or one of the user's friends. Null for anyone
   * else; see `receiverId`.
   */
  receiver: Maybe<User>;
  /** ID of the user who receives the notification. Null if the platform omits it. */
  receiverId: Maybe<Scalars['ID']['output']>;
  /** The user identified by `senderId`, if this is the signed-in user or one of the user's friends. Null for anyone else. */
  sender: Maybe<User>;
  /** ID of the user who sent the notification. Null if the platform does not return it: its response is not documented. */
  senderId: Maybe<Scalars['ID']['output']>;
  /** Text of the notification, with placeholders for `textParameters` if there are any. */
  text: Maybe<Scalars['String']['output']>;
  /** Values for the placeholders in the text. Null if there are none. */
  textParameters: Maybe<Scalars['String']['output']>;
};

/** A page of notifications. */
export type NotificationConnection = {
  __typename?: 'NotificationConnection';
  /** The notifications on this page, each with its cursor. */
  edges: Array<NotificationEdge>;
  /** The notifications on this page. */
  nodes: Array<Notification>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * Cursor of the notification stream from before this list was read. `notificationReceived` with it as `after` delivers every
   * notification that arrives later; one that is in both has the same ID. Null while the event log is unavailable: then open the
   * stream first, and read the list once it has a position. Reads the profile, before the list.
   */
  streamCursor: Maybe<Scalars['String']['output']>;
  /**
   * Total number of items in the list. Null if the platform omits it; `first: 0` then counts them itself, if they are fewer than
   * 100.
   */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A notification in a list, with its cursor. */
export type NotificationEdge = {
  __typename?: 'NotificationEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The notification. */
  node: Notification;
};

/** An item of the notification stream: the starting position, a notification or a gap. */
export type NotificationReceivedEvent = {
  __typename?: 'NotificationReceivedEvent';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** Marks a point where events may be missing. Null for all other items. */
  gap: Maybe<StreamGap>;
  /** The notification. Null for the starting position and for a gap. */
  notification: Maybe<Notification>;
  /**
   * Whether the event occurred before you subscribed. A stored notification that arrived in the last five seconds before may
   * count as new.
   */
  replayed: Scalars['Boolean']['output'];
};

/** A student's performance on an objective. */
export type ObjectivePerformance = {
  __typename?: 'ObjectivePerformance';
  /** Scores of the lessons that teach the objective. */
  lessonScores: Maybe<Array<LessonScore>>;
  /** Score. Null if there is no result. */
  score: Maybe<Scalars['Float']['output']>;
  /** Skill level reached; 0 if there is no result. Observed values: 1 (Basic), 3 (Expert). */
  skill: Maybe<Scalars['Int']['output']>;
  /** Name of the skill level. Null if there is no result. */
  skillDescription: Maybe<Scalars['String']['output']>;
};

/** A member of an organization, with the learning record. The platform does not document its structure; see also `extra`. */
export type OrgLearner = {
  __typename?: 'OrgLearner';
  /** Information added with `addUserInfo`. Null if the platform omits it. */
  additionalInfo: Maybe<Array<UserInfo>>;
  /** IDs of the user's badges. Null if the platform omits them. */
  badgeIds: Maybe<Array<Scalars['ID']['output']>>;
  /** Other properties returned by the platform, such as results. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The user with badges and skills. */
  learner: Learner;
  /**
   * ID of the organization: from the record, else the one of `orgIds` that was read, else the only one in which the user has a
   * role. Null if it is unknown.
   */
  organizationId: Maybe<Scalars['ID']['output']>;
  /** The user's roles in organizations. Null if the platform omits them. */
  organizationRoles: Maybe<Array<OrganizationRole>>;
  /** The user's ID. */
  userId: Scalars['ID']['output'];
};

/** A page of members. The platform returns the list as a whole, so each page reads all of it again. */
export type OrgLearnerConnection = {
  __typename?: 'OrgLearnerConnection';
  /** The members on this page, each with its cursor. */
  edges: Array<OrgLearnerEdge>;
  /** The members on this page. */
  nodes: Array<OrgLearner>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A member in a list, with its cursor. */
export type OrgLearnerEdge = {
  __typename?: 'OrgLearnerEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** The member. */
  node: OrgLearner;
};

/** A user's role in an organization. */
export type OrganizationRole = {
  __typename?: 'OrganizationRole';
  /** The organization's ID. */
  organizationId: Scalars['ID']['output'];
  /** The role, as the platform names it. */
  role: Maybe<Scalars['String']['output']>;
};

/** A user's hobbies and other skills. */
export type OtherSkills = {
  __typename?: 'OtherSkills';
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Names of the hobbies. Null if the platform omits them. */
  hobbies: Maybe<Array<Scalars['String']['output']>>;
  /** Names of the skills. Null if the platform omits them. */
  skills: Maybe<Array<Scalars['String']['output']>>;
  /** The signed-in user. Null with the plugin credential, which reads no profiles: use `userId`. */
  user: Maybe<User>;
  /** The user's ID. */
  userId: Scalars['ID']['output'];
};

/** Position of a page in its list. Lists are paged forward only. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** Cursor of the last item on this page; pass it as `after` to get the next page. Null if the page is empty. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether more items follow. If the total is unknown, true after every full page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether items precede this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first item on this page. Null if the page is empty. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** Parental controls of a child's account. */
export type ParentFlags = {
  __typename?: 'ParentFlags';
  /** Whether the camera is disabled. */
  cameraDisabled: Maybe<Scalars['Boolean']['output']>;
  /** Whether the child may add friends nearby. */
  proximityFriends: Maybe<Scalars['Boolean']['output']>;
};

/**
 * Profile fields that the graph has for every user. Profile data may be displayed but must not be stored; an app may store
 * only its own data, keyed by `id`. The platform documents `handle`, `userType`, `accountType`, `country` and, unless the user
 * is anonymous, both names for every user: if it omits one, the field fails with UPSTREAM_BAD_RESPONSE.
 */
export type Person = {
  /** Account type. Observed values: `Parent`, `Kid`, `Adult`. Null if the platform sends null. */
  accountType: Maybe<Scalars['String']['output']>;
  /** Whether the user is anonymous. If the platform omits it: whether the user has neither a first nor a last name. */
  anonymous: Scalars['Boolean']['output'];
  /** Country code. Null if the platform sends null. */
  country: Maybe<Scalars['String']['output']>;
  /** ID of the cover photo; `Viewer.coverImage` returns your own. Null if there is none. */
  coverPhotoId: Maybe<Scalars['ID']['output']>;
  /** First name. Null if the user is anonymous, or if the platform sends null. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Name chosen by the user; starts with `@`. Null if the platform sends null. */
  handle: Maybe<Scalars['String']['output']>;
  /** The user's ID, the same throughout the app. */
  id: Scalars['ID']['output'];
  /** Last name. Null if the user is anonymous, or if the platform sends null. */
  lastName: Maybe<Scalars['String']['output']>;
  /** ID of the profile picture; `Viewer.profileImage` returns your own. Null if there is none. */
  profilePicId: Maybe<Scalars['ID']['output']>;
  /** User type. Observed values: `adult`, `child`, `teen-minor`. Null if the platform sends null. */
  userType: Maybe<Scalars['String']['output']>;
};

/**
 * Name and picture of a user, as one row of a list states them. It is a value without an ID, part of that row: another list
 * may state others, and `User` has those of the documented user routes.
 */
export type PersonSummary = {
  __typename?: 'PersonSummary';
  /** First name. Null if the row omits it. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Name chosen by the user; starts with `@`. Null if the row omits it. */
  handle: Maybe<Scalars['String']['output']>;
  /** Last name. Null if the row omits it. */
  lastName: Maybe<Scalars['String']['output']>;
  /** ID of the profile picture. Null if the row omits it. */
  profilePicId: Maybe<Scalars['ID']['output']>;
};

/**
 * Details of a user from one response, beyond the fields of `User`. Each list includes different details, so they belong to
 * the item of the list and not to the user.
 */
export type ProfileDetails = {
  __typename?: 'ProfileDetails';
  /** Civilian pay band. Null if the user has none, or if this list omits it. */
  civilianBand: Maybe<Scalars['String']['output']>;
  /** Civilian grade. Null if the user has none, or if this list omits it. */
  civilianGrade: Maybe<Scalars['String']['output']>;
  /** Duty title, for display. Null if the user has none, or if this list omits it. */
  displayDutyTitle: Maybe<Scalars['String']['output']>;
  /** Military rank, for display. Null if the user has none, or if this list omits it. */
  displayRank: Maybe<Scalars['String']['output']>;
  /** Gender. Null if the user has not stated it, or if this list omits it. */
  gender: Maybe<Scalars['String']['output']>;
  /** Job series number. Null if the user has none, or if this list omits it. */
  jobSeriesNumber: Maybe<Scalars['String']['output']>;
  /** Job title. Null if the user has none, or if this list omits it. */
  jobTitle: Maybe<Scalars['String']['output']>;
  /** Military grade. Null if the user has none, or if this list omits it. */
  militaryGrade: Maybe<Scalars['String']['output']>;
  /** Roles in organizations. Null if this list omits them. */
  organizationRoles: Maybe<Array<OrganizationRole>>;
  /** Parental controls of a child's account. Null if the user is not a child, or if this list omits them. */
  parentFlags: Maybe<ParentFlags>;
  /** Position. Null if the user has none, or if this list omits it: the platform includes it for members of a class. */
  position: Maybe<Scalars['String']['output']>;
  /** Role. Null if the user has none, or if this list omits it: the platform includes it for members of a class. */
  role: Maybe<Scalars['String']['output']>;
};

/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type Query = {
  __typename?: 'Query';
  /**
   * An ATO request for the plugin that this gateway serves. An ATO token gives access only to its own request. Null if the
   * gateway has not received the request.
   */
  atoRequest: Maybe<AtoRequest>;
  /** ATO requests for the plugin that this gateway serves, newest first. An ATO token gives access only to its own request. */
  atoRequests: Maybe<AtoRequestConnection>;
  /**
   * Badges awarded to these users.
   * @deprecated Use `Query.learners`, with `badgeAssertions` of each.
   */
  badgeAssertions: Maybe<Array<BadgeAssertion>>;
  /**
   * A bucket of the app with its data, by its ID. Null if no bucket has this ID. Fails with FORBIDDEN if the bucket is neither public nor shared
   * with you.
   */
  bucket: Maybe<Bucket>;
  /**
   * People who have at least one of these capabilities, those with the most first. Includes only people whose learning
   * records the plugin may read.
   */
  candidates: Maybe<Array<Candidate>>;
  /** Badges that candidates can be searched by. They are those of all courses and objectives that the plugin may read. */
  capabilities: Maybe<Array<Badge>>;
  /**
   * A class with its course and members, by its ID. Null if it does not exist. `class` is a reserved word in many languages; alias it, as in
   * `theClass: class(id: "…")`.
   */
  class: Maybe<Class>;
  /** Classes of the signed-in user, in pages. The list can change between pages: an item may repeat or be skipped. */
  classes: Maybe<ClassConnection>;
  /** A course with its levels, lessons and objectives, by its ID. Null if it does not exist. */
  course: Maybe<Course>;
  /** Badges of the courses that members of the organizations take. */
  courseBadges: Maybe<Array<Badge>>;
  /** All courses of the platform, in pages. The list can change between pages: an item may repeat or be skipped. */
  courses: Maybe<CourseConnection>;
  /** Entries of the app's leaderboard, in the platform's order. The list can change between pages: an item may repeat or be skipped. */
  leaderboard: Maybe<LeaderboardConnection>;
  /** A user's entry with its rank. Null if the user has no entry in these categories. */
  leaderboardRank: Maybe<LeaderboardEntry>;
  /**
   * Users with the data that the plugin may read, each once, in the order given. Each kind of data costs one call for up to
   * 100 users.
   */
  learners: Maybe<Array<Learner>>;
  /**
   * Learning records of members of the organizations. Their `learner` has the badges and skills.
   * @deprecated Use `Query.orgLearners`.
   */
  learningRecords: Maybe<Array<LearningRecord>>;
  /**
   * The signed-in user, with profile, friends, notifications, badges and skills. Costs no call itself: the profile is read if one of its members is selected, `id` included, so
   * `me { notifications { totalCount } }` does not read it.
   */
  me: Maybe<Viewer>;
  /** A note with its related records, by its ID. Null if it does not exist. */
  note: Maybe<Note>;
  /**
   * Notes that match the filter, in pages or all at once. They have the platform's order, which may put a new note last. The
   * list can change between pages: an item may repeat or be skipped.
   */
  notes: Maybe<NoteConnection>;
  /** Badges of the objectives of the courses that members of the organizations take. */
  objectiveBadges: Maybe<Array<Badge>>;
  /**
   * Members of organizations with their learning records. Each organization is read with its own call, so that every row has
   * its organization; a member of several has a row in each.
   */
  orgLearners: Maybe<OrgLearnerConnection>;
  /**
   * Hobbies and other skills of these users.
   * @deprecated Use `Query.learners`, with `otherSkills` of each.
   */
  otherSkills: Maybe<Array<OtherSkills>>;
  /** Randomly selected users of the app who have public search enabled. */
  randomUsers: Maybe<Array<RandomUser>>;
  /**
   * Users of the app who have public search enabled, by handle or full name. The list can change between pages: an item
   * may repeat or be skipped.
   */
  searchUsers: Maybe<UserSearchConnection>;
  /** Validity of the token sent with this request, and of its session. */
  session: Maybe<Session>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryAtoRequestArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryAtoRequestsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryBadgeAssertionsArgs = {
  userIds: Array<Scalars['ID']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryBucketArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryCandidatesArgs = {
  capabilityIds: Array<Scalars['ID']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryCapabilitiesArgs = {
  term?: InputMaybe<Scalars['String']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryClassArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryClassesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryCourseArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryCourseBadgesArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryCoursesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryLeaderboardArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryLeaderboardRankArgs = {
  categories?: InputMaybe<Array<Scalars['String']['input']>>;
  userId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryLearnersArgs = {
  userIds: Array<Scalars['ID']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryLearningRecordsArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryNoteArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<NoteFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryObjectiveBadgesArgs = {
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryOrgLearnersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orgIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryOtherSkillsArgs = {
  userIds: Array<Scalars['ID']['input']>;
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QueryRandomUsersArgs = {
  count?: Scalars['Int']['input'];
};


/**
 * Read operations. Each field states the credential it requires; send it in the `Authorization` header. Without
 * a credential, the field fails with UNAUTHENTICATED; with the wrong kind of credential, it fails with
 * FORBIDDEN. A required text or ID must not be empty. An invalid argument is BAD_USER_INPUT, and its path is in
 * `argument`. A failed field is null and has an entry in `errors` with a `code`; the rest of the response is
 * unaffected. The platform calls of a field are stated as a maximum: fields of an operation share what they read.
 */
export type QuerySearchUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  term?: InputMaybe<Scalars['String']['input']>;
};

/** A question of a course. */
export type Question = {
  __typename?: 'Question';
  /** Answer options, in order. Empty for a short-answer question. */
  answers: Maybe<Array<Scalars['String']['output']>>;
  /** Index of the correct answer in `answers`, from 0. Null for a short-answer question. */
  correctAnswerIndex: Maybe<Scalars['Int']['output']>;
  /** The course of the question. Null if the platform omits it or no longer has it. */
  course: Maybe<Course>;
  /** ID of the course of the question. Null if the platform omits it. */
  courseId: Maybe<Scalars['ID']['output']>;
  /** When the question was created. */
  createdDate: Maybe<Scalars['DateTime']['output']>;
  /** The question's ID. */
  id: Scalars['ID']['output'];
  /** Kind of record. Observed value: `CourseQuestion`. */
  kind: Maybe<Scalars['String']['output']>;
  /** Type of question. Observed values: `multiple-choice`, `short-answer`. */
  questionType: Maybe<Scalars['String']['output']>;
  /** When the question was removed. Null if it has not been removed. */
  removedDate: Maybe<Scalars['DateTime']['output']>;
  /** Revision number of the record. */
  revision: Maybe<Scalars['Int']['output']>;
  /** Text of the question. */
  text: Maybe<Scalars['String']['output']>;
};

/** Input of `raiseAtoAlert`. */
export type RaiseAtoAlertInput = {
  /** ID that the plugin uses internally. */
  providerId?: InputMaybe<Scalars['ID']['input']>;
  /** The request's ID. */
  requestId: Scalars['ID']['input'];
  /** Status of the alert, as free text. */
  status?: InputMaybe<Scalars['String']['input']>;
  /** Text of the alert. */
  text: Scalars['String']['input'];
  /** Title of the alert. */
  title: Scalars['String']['input'];
  /** Type of alert. */
  type?: AtoAlertType;
};

/** Result of `raiseAtoAlert`. */
export type RaiseAtoAlertPayload = {
  __typename?: 'RaiseAtoAlertPayload';
  /** The alert. */
  alert: Maybe<AtoAlert>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether the alert is in the event streams. */
  streamOutcome: StreamOutcome;
  /**
   * Whether `streamOutcome` is SENT.
   * @deprecated Use `streamOutcome`.
   */
  streamed: Scalars['Boolean']['output'];
};

/** A randomly selected user. */
export type RandomUser = {
  __typename?: 'RandomUser';
  /** Details of the user from the selection, beyond the fields of `User`. */
  details: ProfileDetails;
  /** The user. */
  user: User;
};

/** Input of `recordActivity`: an activity in the older format. */
export type RecordActivityInput = {
  /** ID of the user who performed the activity. Defaults to the signed-in user. */
  actorId?: InputMaybe<Scalars['ID']['input']>;
  /** What the activity was about. */
  object: ActivityObjectInput;
  /** When the activity took place: a date or date-time. If omitted, the platform sets it. */
  timestamp?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /**
   * What the user did, in your own words. Activities are grouped by this text. Predefined: `Correct Item Selected`,
   * `Incorrect Item Selected`, `Perfect Sequence`, `Repeated Steps`.
   */
  verb: Scalars['String']['input'];
};

/** Result of `recordActivity`. */
export type RecordActivityPayload = {
  __typename?: 'RecordActivityPayload';
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** ID of the stored statement. Null if the platform omits it. */
  statementId: Maybe<Scalars['ID']['output']>;
};

/** Input of `recordStatement`: an xAPI statement. */
export type RecordStatementInput = {
  /** Who performed the activity. */
  actor: XapiActorInput;
  /** Who asserts that the statement is true: an xAPI agent or group. */
  authority?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Context of the activity. Class, student and lesson IDs here let the platform link the statement correctly. */
  context?: InputMaybe<XapiContextInput>;
  /** What the activity was about. */
  object: XapiObjectInput;
  /** Outcome: an xAPI result, as in `{ score: { scaled: 0.9 }, success: true }`. */
  result?: InputMaybe<Scalars['JSONObject']['input']>;
  /** When the activity took place. Defaults to the time at which the platform stores the statement. */
  timestamp?: InputMaybe<Scalars['DateTime']['input']>;
  /** What the actor did. */
  verb: XapiVerbInput;
};

/** Result of `recordStatement`. */
export type RecordStatementPayload = {
  __typename?: 'RecordStatementPayload';
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** ID of the stored statement. Null if the platform omits it. */
  statementId: Maybe<Scalars['ID']['output']>;
};

/** Input of `refreshSession`. */
export type RefreshSessionInput = {
  /** Refresh token of the session. */
  refreshToken: Scalars['String']['input'];
  /** The registration that obtained the refresh token. The platform refuses any other. */
  registration?: SessionRegistration;
};

/** Result of `refreshSession`. */
export type RefreshSessionPayload = {
  __typename?: 'RefreshSessionPayload';
  /** ATO request that the new tokens are bound to. Null for sessions of the app, and if the old ones were not bound. */
  requestId: Maybe<Scalars['ID']['output']>;
  /** The new tokens. The old refresh token may no longer work. */
  token: Maybe<AuthToken>;
};

/** Input of `registerDevice`. */
export type RegisterDeviceInput = {
  /** The device's push token (iOS device token or Android registration ID). */
  deviceToken: Scalars['String']['input'];
  /** Refresh token of the session to register, from `AuthToken.refreshToken`. */
  refreshToken: Scalars['String']['input'];
};

/** Result of `registerDevice`. */
export type RegisterDevicePayload = {
  __typename?: 'RegisterDevicePayload';
  /** Properties returned by the platform. If registration fails, the mutation fails. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Input of `removeBucketUser`. */
export type RemoveBucketUserInput = {
  /** The bucket's ID. */
  id: Scalars['ID']['input'];
  /** The user's ID. */
  userId: Scalars['ID']['input'];
};

/** Result of `removeBucketUser`. */
export type RemoveBucketUserPayload = {
  __typename?: 'RemoveBucketUserPayload';
  /** The updated bucket. */
  bucket: Maybe<Bucket>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform omits it. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** IDs of the users who may read and write the bucket. Null if the platform omits them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** Input of `sendNotification`. */
export type SendNotificationInput = {
  /** View of the app to open. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** Whether to store the notification and list it for the receiver. If false, it is only pushed. */
  persist?: Scalars['Boolean']['input'];
  /** ID of the user who receives the notification. */
  receiverId: Scalars['ID']['input'];
  /** Text of the notification, with placeholders for `textParameters` if there are any. */
  text: Scalars['String']['input'];
  /** Values for the placeholders in the text. */
  textParameters?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `sendNotification`. */
export type SendNotificationPayload = {
  __typename?: 'SendNotificationPayload';
  /** Other properties of the response and of the notification in it. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** The notification. Null if the platform returns only its ID, or nothing. */
  notification: Maybe<Notification>;
  /** The notification's ID. Null if the platform returns none. */
  notificationId: Maybe<Scalars['ID']['output']>;
  /** Whether the notification is in the receiver's event stream, for one that is not stored. */
  streamOutcome: StreamOutcome;
  /**
   * Whether `streamOutcome` is SENT; null if it is NOT_STREAMED, as it is for a stored notification, which arrives from its
   * receiver's list.
   * @deprecated Use `streamOutcome`.
   */
  streamed: Maybe<Scalars['Boolean']['output']>;
};

/** Validity of a token and its session. */
export type Session = {
  __typename?: 'Session';
  /** Response to the session validation. Null if the token was rejected. */
  sessionExtra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether the token's session is valid. False if the platform rejects the token. */
  sessionValid: Maybe<Scalars['Boolean']['output']>;
  /** Response to the token validation. Null if the token was rejected. */
  tokenExtra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether the token is valid. False if the platform rejects it. */
  tokenValid: Maybe<Scalars['Boolean']['output']>;
};

/** What a session was opened with. */
export type SessionRegistration =
  /** The app: `exchangeCode` or `createAnonymousUser`. */
  | 'APP'
  /** The plugin: `completeAtoSignOn`. */
  | 'ATO';

/** Input of `setBucketValue`. */
export type SetBucketValueInput = {
  /** The bucket's ID. */
  id: Scalars['ID']['input'];
  /**
   * Key to write: property names and array indexes (from 0) separated by dots, as in `huts.0.beds`. No segment may be
   * empty, `__proto__`, `constructor` or `prototype`. Required: the platform documents no update of the whole data.
   */
  key: Scalars['String']['input'];
  /** New value, any JSON. Required; null sets the value to null. */
  value?: InputMaybe<Scalars['JSON']['input']>;
};

/** Result of `setBucketValue`. */
export type SetBucketValuePayload = {
  __typename?: 'SetBucketValuePayload';
  /** The updated bucket. */
  bucket: Maybe<Bucket>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /** Whether every user of the app may read the bucket. Null if the platform omits it. */
  public: Maybe<Scalars['Boolean']['output']>;
  /** IDs of the users who may read and write the bucket. Null if the platform omits them. */
  userIds: Maybe<Array<Scalars['ID']['output']>>;
};

/** How a sign-in returns its tokens. */
export type SignInResponseType =
  /** As a code in the redirect's query string, to pass to `exchangeCode`. Recommended. */
  | 'CODE'
  /** As tokens in the redirect's fragment, directly to the browser. The platform may discontinue it. */
  | 'IMPLICIT';

/** Result of `signOut`. */
export type SignOutPayload = {
  __typename?: 'SignOutPayload';
  /** Properties returned by the platform. If the sign-out fails, the mutation fails. */
  extra: Maybe<Scalars['JSONObject']['output']>;
};

/** Marks a point in the stream where events may be missing. */
export type StreamGap = {
  __typename?: 'StreamGap';
  /** Why events may be missing. */
  reason: GapReason;
};

/** Outcome of adding a write's event to the event streams. The write itself succeeded. */
export type StreamOutcome =
  /**
   * The write has no event of its own: a stored notification arrives from its receiver's list, and a gateway that serves no
   * plugin has no streams of ATO requests.
   */
  | 'NOT_STREAMED'
  /** The event is in the streams and reaches their subscribers. */
  | 'SENT'
  /** The platform accepted the write, but the event log did not confirm the event: subscribers of the stream receive a gap. */
  | 'UNKNOWN';

/** A lesson with its lock for one student. */
export type StudentLesson = {
  __typename?: 'StudentLesson';
  /** The lesson. */
  lesson: Lesson;
  /** Whether the lesson is locked, given the student's progress against the prerequisites of the lesson and its level. */
  locked: Maybe<Scalars['Boolean']['output']>;
  /**
   * Notes about the student that name this lesson, as the training dashboard shows them. Found in `ClassStudent.notes`: one
   * call per student reads those of all lessons. The list can change between pages: an item may repeat or be skipped.
   */
  notes: Maybe<NoteConnection>;
};


/** A lesson with its lock for one student. */
export type StudentLessonNotesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Input of `submitScore`. */
export type SubmitScoreInput = {
  /**
   * Categories that the score counts in. At least one is required. A single category must not contain a comma: the platform
   * would split it.
   */
  categories: Array<Scalars['String']['input']>;
  /** The score, in the app's own unit. */
  score: Scalars['SafeInt']['input'];
};

/** Result of `submitScore`. */
export type SubmitScorePayload = {
  __typename?: 'SubmitScorePayload';
  /** The current entry. Read if the response to the write does not contain it. */
  entry: Maybe<LeaderboardEntry>;
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /**
   * The user's rank in these categories, now that the score counts; 1 is the best. Read if the response to the write does not
   * state it, as `entry` need not have it. Null if the platform states none.
   */
  rank: Maybe<Scalars['Int']['output']>;
};

/**
 * Real-time event streams, over WebSocket (`graphql-transport-ws`) or server-sent events, at the same URL as queries.
 *
 * The first item of a stream carries only a cursor: the starting position. To resume after a lost connection, pass the
 * last cursor you received as `after`. Every event arrives once and in order; an item with a `gap` marks each point where
 * events may be missing.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /** Alerts of an ATO request that are raised through this gateway. An ATO token gives access only to its own request. */
  atoAlertRaised: Maybe<AtoAlertRaisedEvent>;
  /**
   * Distributions that users add to and remove from ATO packages. An ATO token gives access only to its own request. A
   * change that names no request is sent only to streams opened for all requests with the plugin credential.
   */
  atoDistributionsChanged: Maybe<AtoDistributionsChangedEvent>;
  /**
   * ATO requests, as the platform sends them and as their status is updated through this gateway. An ATO token gives
   * access only to its own request.
   */
  atoRequestChanged: Maybe<AtoRequestChangedEvent>;
  /**
   * Notifications of the signed-in user, in real time.
   *
   * Stored notifications from any sender arrive within the gateway's poll interval. Notifications that are not stored arrive
   * only if they were sent through this gateway.
   */
  notificationReceived: Maybe<NotificationReceivedEvent>;
};


/**
 * Real-time event streams, over WebSocket (`graphql-transport-ws`) or server-sent events, at the same URL as queries.
 *
 * The first item of a stream carries only a cursor: the starting position. To resume after a lost connection, pass the
 * last cursor you received as `after`. Every event arrives once and in order; an item with a `gap` marks each point where
 * events may be missing.
 */
export type SubscriptionAtoAlertRaisedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId: Scalars['ID']['input'];
};


/**
 * Real-time event streams, over WebSocket (`graphql-transport-ws`) or server-sent events, at the same URL as queries.
 *
 * The first item of a stream carries only a cursor: the starting position. To resume after a lost connection, pass the
 * last cursor you received as `after`. Every event arrives once and in order; an item with a `gap` marks each point where
 * events may be missing.
 */
export type SubscriptionAtoDistributionsChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Real-time event streams, over WebSocket (`graphql-transport-ws`) or server-sent events, at the same URL as queries.
 *
 * The first item of a stream carries only a cursor: the starting position. To resume after a lost connection, pass the
 * last cursor you received as `after`. Every event arrives once and in order; an item with a `gap` marks each point where
 * events may be missing.
 */
export type SubscriptionAtoRequestChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  requestId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Real-time event streams, over WebSocket (`graphql-transport-ws`) or server-sent events, at the same URL as queries.
 *
 * The first item of a stream carries only a cursor: the starting position. To resume after a lost connection, pass the
 * last cursor you received as `after`. Every event arrives once and in order; an item with a `gap` marks each point where
 * events may be missing.
 */
export type SubscriptionNotificationReceivedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Input of `updateAtoStatus`. At least one of `status`, `complete` and `cancellable` is required. */
export type UpdateAtoStatusInput = {
  /** Whether the user may cancel the request in the developer console. If omitted, it is not changed. */
  cancellable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the request is complete. If omitted, it is not changed. */
  complete?: InputMaybe<Scalars['Boolean']['input']>;
  /** The request's ID. */
  id: Scalars['ID']['input'];
  /** New status. If omitted, it is not changed. */
  status?: InputMaybe<AtoStatus>;
};

/** Result of `updateAtoStatus`. */
export type UpdateAtoStatusPayload = {
  __typename?: 'UpdateAtoStatusPayload';
  /** Other properties returned by the platform. */
  extra: Maybe<Scalars['JSONObject']['output']>;
  /**
   * The request as this gateway stores it, with the update if `streamOutcome` is SENT. Null if `requestVisible` is false, and
   * if the gateway does not store the request.
   */
  request: Maybe<AtoRequest>;
  /** The request's ID. */
  requestId: Scalars['ID']['output'];
  /**
   * Whether the token may read the request, because `completeAtoSignOn` has bound it. The platform also accepts updates with
   * other tokens.
   */
  requestVisible: Scalars['Boolean']['output'];
  /** Whether the update is in the event streams. */
  streamOutcome: StreamOutcome;
  /**
   * Whether `streamOutcome` is SENT.
   * @deprecated Use `streamOutcome`.
   */
  streamed: Scalars['Boolean']['output'];
};

/**
 * A user of the app, possibly anonymous, with the fields visible to everyone. A field has the same value wherever the user was
 * loaded from.
 */
export type User = Person & {
  __typename?: 'User';
  /** Account type. Observed values: `Parent`, `Kid`, `Adult`. Null if the platform sends null. */
  accountType: Maybe<Scalars['String']['output']>;
  /** Whether the user is anonymous. If the platform omits it: whether the user has neither a first nor a last name. */
  anonymous: Scalars['Boolean']['output'];
  /** Country code. Null if the platform sends null. */
  country: Maybe<Scalars['String']['output']>;
  /** ID of the cover photo; `Viewer.coverImage` returns your own. Null if there is none. */
  coverPhotoId: Maybe<Scalars['ID']['output']>;
  /** First name. Null if the user is anonymous, or if the platform sends null. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Name chosen by the user; starts with `@`. Null if the platform sends null. */
  handle: Maybe<Scalars['String']['output']>;
  /** The user's ID, the same throughout the app. */
  id: Scalars['ID']['output'];
  /** Last name. Null if the user is anonymous, or if the platform sends null. */
  lastName: Maybe<Scalars['String']['output']>;
  /** ID of the profile picture; `Viewer.profileImage` returns your own. Null if there is none. */
  profilePicId: Maybe<Scalars['ID']['output']>;
  /** User type. Observed values: `adult`, `child`, `teen-minor`. Null if the platform sends null. */
  userType: Maybe<Scalars['String']['output']>;
};

/** An item of information about a user. */
export type UserInfo = {
  __typename?: 'UserInfo';
  /** The information itself. */
  description: Maybe<Scalars['String']['output']>;
  /** Title of the information. */
  title: Maybe<Scalars['String']['output']>;
};

/** An item of information about a user. */
export type UserInfoInput = {
  /** The information itself. */
  description: Scalars['String']['input'];
  /** Title of the information. */
  title: Scalars['String']['input'];
};

/** A page of users found by `searchUsers`. */
export type UserSearchConnection = {
  __typename?: 'UserSearchConnection';
  /** The users on this page, each with its cursor. */
  edges: Array<UserSearchEdge>;
  /** The users on this page. */
  nodes: Array<User>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Total number of items in the list. Null if the platform omits it. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A user found by `searchUsers`, with its cursor. */
export type UserSearchEdge = {
  __typename?: 'UserSearchEdge';
  /** Cursor of this item; pass it as `after` to continue from here. */
  cursor: Scalars['String']['output'];
  /** Details of the user from the search result, beyond the fields of `User`. */
  details: ProfileDetails;
  /** The user. */
  node: User;
};

/**
 * The signed-in user, with fields visible only to that user. Caches keep a `Viewer` apart from the `User` with the same `id`.
 * A failed profile affects only its members, but `me` as a whole if `id` is one of those selected.
 */
export type Viewer = Person & {
  __typename?: 'Viewer';
  /** Account type. Observed values: `Parent`, `Kid`, `Adult`. Null if the platform sends null. */
  accountType: Maybe<Scalars['String']['output']>;
  /** Whether the user is anonymous. If the platform omits it: whether the user has neither a first nor a last name. */
  anonymous: Scalars['Boolean']['output'];
  /** Badges awarded to the user. Requires a plugin to be configured on the gateway. */
  badgeAssertions: Maybe<Array<BadgeAssertion>>;
  /** Civilian pay band. Null if the user has none. */
  civilianBand: Maybe<Scalars['String']['output']>;
  /** Civilian grade. Null if the user has none. */
  civilianGrade: Maybe<Scalars['String']['output']>;
  /** Country code. Null if the platform sends null. */
  country: Maybe<Scalars['String']['output']>;
  /** Cover photo. Null if there is none. */
  coverImage: Maybe<Image>;
  /** ID of the cover photo; `Viewer.coverImage` returns your own. Null if there is none. */
  coverPhotoId: Maybe<Scalars['ID']['output']>;
  /** Duty title, for display. Null if the user has none. */
  displayDutyTitle: Maybe<Scalars['String']['output']>;
  /** Military rank, for display. Null if the user has none. */
  displayRank: Maybe<Scalars['String']['output']>;
  /** Email address. Null if the user has none. */
  email: Maybe<Scalars['String']['output']>;
  /** First name. Null if the user is anonymous, or if the platform sends null. */
  firstName: Maybe<Scalars['String']['output']>;
  /** Friends of the user. */
  friends: Maybe<Array<Friend>>;
  /** Gender. Null if the user has not stated it. */
  gender: Maybe<Scalars['String']['output']>;
  /** Name chosen by the user; starts with `@`. Null if the platform sends null. */
  handle: Maybe<Scalars['String']['output']>;
  /** The user's ID, the same throughout the app. */
  id: Scalars['ID']['output'];
  /** Job series number. Null if the user has none. */
  jobSeriesNumber: Maybe<Scalars['String']['output']>;
  /** Job title. Null if the user has none. */
  jobTitle: Maybe<Scalars['String']['output']>;
  /** Last name. Null if the user is anonymous, or if the platform sends null. */
  lastName: Maybe<Scalars['String']['output']>;
  /** Military grade. Null if the user has none. */
  militaryGrade: Maybe<Scalars['String']['output']>;
  /**
   * Stored notifications of the user, by default the unread ones, which are not acknowledged. For their number, use
   * `totalCount` with `first: 0`: null if there are 100 or more and the platform does not count them. The list can change between pages: an item may repeat or be
   * skipped.
   */
  notifications: Maybe<NotificationConnection>;
  /** Roles in organizations. Null if the platform omits them. */
  organizationRoles: Maybe<Array<OrganizationRole>>;
  /** The user's hobbies and other skills, usually one record. Requires a plugin to be configured on the gateway. */
  otherSkills: Maybe<Array<OtherSkills>>;
  /** Parental controls of a child's account. Null if the user is not a child. */
  parentFlags: Maybe<ParentFlags>;
  /** Position. Null if the user has none. */
  position: Maybe<Scalars['String']['output']>;
  /** Profile picture. Null if there is none. */
  profileImage: Maybe<Image>;
  /** ID of the profile picture; `Viewer.profileImage` returns your own. Null if there is none. */
  profilePicId: Maybe<Scalars['ID']['output']>;
  /** Role. Null if the user has none. */
  role: Maybe<Scalars['String']['output']>;
  /** Whether the user is being trained. Null if the platform omits it. */
  trainee: Maybe<Scalars['Boolean']['output']>;
  /** Whether the user trains others. Null if the platform omits it. */
  trainer: Maybe<Scalars['Boolean']['output']>;
  /** User type. Observed values: `adult`, `child`, `teen-minor`. Null if the platform sends null. */
  userType: Maybe<Scalars['String']['output']>;
};


/**
 * The signed-in user, with fields visible only to that user. Caches keep a `Viewer` apart from the `User` with the same `id`.
 * A failed profile affects only its members, but `me` as a whole if `id` is one of those selected.
 */
export type ViewerNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeAcknowledged?: Scalars['Boolean']['input'];
  since?: InputMaybe<Scalars['DateOrDateTime']['input']>;
};

/** Actor of a statement. */
export type XapiActorInput = {
  /** The actor's account name on the platform. The gateway adds the account's home page. */
  accountName: Scalars['String']['input'];
  /** Members of a group. Requires `objectType: GROUP`. */
  members?: InputMaybe<Array<XapiAgentInput>>;
  /** Display name of the actor. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Type of actor. If omitted, the xAPI specification assumes an agent. */
  objectType?: InputMaybe<XapiActorType>;
};

/** Type of actor. */
export type XapiActorType =
  /** A person or system. */
  | 'AGENT'
  /** A group of agents. */
  | 'GROUP';

/** A member of a group. Exactly one of `accountName`, `mbox`, `mboxSha1sum` and `openid` is required. */
export type XapiAgentInput = {
  /** The member's account name on the platform. The gateway adds the account's home page. */
  accountName?: InputMaybe<Scalars['String']['input']>;
  /** Email address as a `mailto` IRI, as in `mailto:ana@school.example`. */
  mbox?: InputMaybe<Scalars['String']['input']>;
  /** SHA-1 hash of the `mbox` IRI, in hexadecimal. */
  mboxSha1sum?: InputMaybe<Scalars['String']['input']>;
  /** Display name of the member. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** OpenID URI of the member. */
  openid?: InputMaybe<Scalars['String']['input']>;
};

/** Context of a statement. */
export type XapiContextInput = {
  /** Further xAPI extensions, by URL. */
  extensions?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Platform IDs of related records other than the object. */
  ids?: InputMaybe<XapiIdsInput>;
  /** Further properties of the xAPI context, such as `registration`, `platform`, `language` or `contextActivities`. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Platform IDs, by kind of object. */
export type XapiIdsInput = {
  /** The badge's ID. */
  badge?: InputMaybe<Scalars['ID']['input']>;
  /** The course's ID. */
  course?: InputMaybe<Scalars['ID']['input']>;
  /** The class's ID. */
  educationClass?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson's ID. */
  lesson?: InputMaybe<Scalars['ID']['input']>;
  /** The lesson result's ID. */
  lessonResult?: InputMaybe<Scalars['ID']['input']>;
  /** The objective's ID. */
  objective?: InputMaybe<Scalars['ID']['input']>;
  /** The student's ID, from `ClassStudent.id`. */
  student?: InputMaybe<Scalars['ID']['input']>;
  /** The user's ID. */
  user?: InputMaybe<Scalars['ID']['input']>;
};

/** Kind of object that a statement is about. */
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

/** Object of a statement. */
export type XapiObjectInput = {
  /** Description of the object: an xAPI activity definition, as in `{ name: { en: "Knots" } }`. */
  definition?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Further xAPI extensions, by URL. */
  extensions?: InputMaybe<Scalars['JSONObject']['input']>;
  /**
   * Absolute URL of the object in your own system, or the UUID of a statement if `objectType` is `STATEMENT_REF`. Defaults
   * to the platform's URL for objects of this kind.
   */
  id?: InputMaybe<Scalars['String']['input']>;
  /** Platform IDs of the object. The ID of its own kind is required. */
  ids: XapiIdsInput;
  /** Kind of object. */
  kind: XapiKind;
  /** Type of object. If omitted, the xAPI specification assumes an activity. */
  objectType?: InputMaybe<XapiObjectType>;
  /** Further properties of the xAPI object, such as the `name` of an agent or the `verb` of a nested statement. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Type of object, as the xAPI specification defines it. */
export type XapiObjectType =
  /** An activity. */
  | 'ACTIVITY'
  /** A person or system. */
  | 'AGENT'
  /** A group of agents. */
  | 'GROUP'
  /** A reference to an earlier statement. */
  | 'STATEMENT_REF'
  /** A nested statement. */
  | 'SUB_STATEMENT';

/** Verb of a statement. */
export type XapiVerbInput = {
  /** Display text by language tag, as in `{ en: "completed" }`. */
  display?: InputMaybe<Scalars['JSONObject']['input']>;
  /**
   * Verb ID, an absolute URL, as in `http://adlnet.gov/expapi/verbs/completed`. It must be one of the verbs that the
   * platform allows.
   */
  id: Scalars['String']['input'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

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




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  ClassMember:
    | ( InstructorRow )
    | ( ObserverRow )
    | ( StudentRow )
  ;
  Person:
    | ( UserRow )
    | ( SignedInUser )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcknowledgeNotificationInput: AcknowledgeNotificationInput;
  AcknowledgeNotificationPayload: ResolverTypeWrapper<AcknowledgedNotification>;
  ActivityObjectInput: ActivityObjectInput;
  AddBucketUserInput: AddBucketUserInput;
  AddBucketUserPayload: ResolverTypeWrapper<WrittenBucket>;
  AddUserInfoInput: AddUserInfoInput;
  AddUserInfoPayload: ResolverTypeWrapper<UserWithInfo>;
  AssertBadgeInput: AssertBadgeInput;
  AssertBadgePayload: ResolverTypeWrapper<AssertedBadge>;
  AtoAlert: ResolverTypeWrapper<AtoAlertState>;
  AtoAlertConnection: ResolverTypeWrapper<AtoAlertPage>;
  AtoAlertEdge: ResolverTypeWrapper<Edge<AtoAlertState>>;
  AtoAlertRaisedEvent: ResolverTypeWrapper<AlertItem>;
  AtoAlertType: AtoAlertType;
  AtoDistribution: ResolverTypeWrapper<JsonObject>;
  AtoDistributionsChangedEvent: ResolverTypeWrapper<DistributionsItem>;
  AtoRequest: ResolverTypeWrapper<AtoRequestState>;
  AtoRequestChangedEvent: ResolverTypeWrapper<RequestItem>;
  AtoRequestConnection: ResolverTypeWrapper<AtoRequestPage>;
  AtoRequestEdge: ResolverTypeWrapper<Edge<AtoRequestState>>;
  AtoStatus: AtoStatus;
  AuthToken: ResolverTypeWrapper<TokenResponse>;
  Badge: ResolverTypeWrapper<BadgeRow>;
  BadgeAssertion: ResolverTypeWrapper<Assertion>;
  BeginSignInInput: BeginSignInInput;
  BeginSignInPayload: ResolverTypeWrapper<BeginSignInPayload>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Bucket: ResolverTypeWrapper<BucketReference>;
  BucketAccess: ResolverTypeWrapper<KnownAccess>;
  Candidate: ResolverTypeWrapper<FoundCandidate>;
  Class: ResolverTypeWrapper<ClassRow>;
  ClassConnection: ResolverTypeWrapper<Connection<ClassRow>>;
  ClassEdge: ResolverTypeWrapper<Edge<ClassRow>>;
  ClassInstructor: ResolverTypeWrapper<InstructorRow>;
  ClassMember: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['ClassMember']>;
  ClassObserver: ResolverTypeWrapper<ObserverRow>;
  ClassStudent: ResolverTypeWrapper<StudentRow>;
  CompleteAtoSignOnInput: CompleteAtoSignOnInput;
  CompleteAtoSignOnPayload: ResolverTypeWrapper<Omit<CompleteAtoSignOnPayload, 'token'> & { token?: Maybe<ResolversTypes['AuthToken']> }>;
  Course: ResolverTypeWrapper<CourseRow>;
  CourseConnection: ResolverTypeWrapper<Connection<CourseRow>>;
  CourseEdge: ResolverTypeWrapper<Edge<CourseRow>>;
  CourseObjective: ResolverTypeWrapper<Objective>;
  CreateAnonymousUserInput: CreateAnonymousUserInput;
  CreateAnonymousUserPayload: ResolverTypeWrapper<CreatedAnonymousUser>;
  CreateBadgeInput: CreateBadgeInput;
  CreateBadgePayload: ResolverTypeWrapper<CreatedBadge>;
  CreateBucketInput: CreateBucketInput;
  CreateBucketPayload: ResolverTypeWrapper<WrittenBucket>;
  CreateNoteInput: CreateNoteInput;
  CreateNotePayload: ResolverTypeWrapper<CreatedNote>;
  CreateTrainingNoteInput: CreateTrainingNoteInput;
  CreateTrainingNotePayload: ResolverTypeWrapper<CreatedNote>;
  CredentialKind: CredentialKind;
  DateOrDateTime: ResolverTypeWrapper<Scalars['DateOrDateTime']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteBucketInput: DeleteBucketInput;
  DeleteBucketPayload: ResolverTypeWrapper<DeleteBucketPayload>;
  DeleteNoteInput: DeleteNoteInput;
  DeleteNotePayload: ResolverTypeWrapper<DeleteNotePayload>;
  ExchangeCodeInput: ExchangeCodeInput;
  ExchangeCodePayload: ResolverTypeWrapper<ExchangedCode>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Friend: ResolverTypeWrapper<UserRow>;
  GapReason: GapReason;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Image: ResolverTypeWrapper<Picture>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  LeaderboardConnection: ResolverTypeWrapper<Connection<EntryRow>>;
  LeaderboardEdge: ResolverTypeWrapper<Edge<EntryRow>>;
  LeaderboardEntry: ResolverTypeWrapper<EntryRow>;
  Learner: ResolverTypeWrapper<LearnerReference>;
  LearningRecord: ResolverTypeWrapper<LearnerRecord>;
  Lesson: ResolverTypeWrapper<LessonRow>;
  LessonScore: ResolverTypeWrapper<ScoredLesson>;
  Level: ResolverTypeWrapper<LevelRow>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Note: ResolverTypeWrapper<NoteRow>;
  NoteConnection: ResolverTypeWrapper<Connection<NoteRow>>;
  NoteEdge: ResolverTypeWrapper<Edge<NoteRow>>;
  NoteFilter: NoteFilter;
  Notification: ResolverTypeWrapper<KnownNotification>;
  NotificationConnection: ResolverTypeWrapper<Connection<KnownNotification>>;
  NotificationEdge: ResolverTypeWrapper<Edge<KnownNotification>>;
  NotificationReceivedEvent: ResolverTypeWrapper<NotificationItem>;
  ObjectivePerformance: ResolverTypeWrapper<Performance>;
  OrgLearner: ResolverTypeWrapper<RecordOfMember>;
  OrgLearnerConnection: ResolverTypeWrapper<Connection<RecordOfMember>>;
  OrgLearnerEdge: ResolverTypeWrapper<Edge<RecordOfMember>>;
  OrganizationRole: ResolverTypeWrapper<OrganizationRole>;
  OtherSkills: ResolverTypeWrapper<Skills>;
  PageInfo: ResolverTypeWrapper<Connection<unknown>>;
  ParentFlags: ResolverTypeWrapper<ParentFlagsRow>;
  Person: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Person']>;
  PersonSummary: ResolverTypeWrapper<PersonSummary>;
  ProfileDetails: ResolverTypeWrapper<UserRow>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Question: ResolverTypeWrapper<QuestionRow>;
  RaiseAtoAlertInput: RaiseAtoAlertInput;
  RaiseAtoAlertPayload: ResolverTypeWrapper<RaisedAtoAlert>;
  RandomUser: ResolverTypeWrapper<UserRow>;
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
  SessionRegistration: SessionRegistration;
  SetBucketValueInput: SetBucketValueInput;
  SetBucketValuePayload: ResolverTypeWrapper<WrittenBucket>;
  SignInResponseType: SignInResponseType;
  SignOutPayload: ResolverTypeWrapper<SignOutPayload>;
  StreamGap: ResolverTypeWrapper<Gap>;
  StreamOutcome: StreamOutcome;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StudentLesson: ResolverTypeWrapper<LessonRow>;
  SubmitScoreInput: SubmitScoreInput;
  SubmitScorePayload: ResolverTypeWrapper<SubmittedScore>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  UpdateAtoStatusInput: UpdateAtoStatusInput;
  UpdateAtoStatusPayload: ResolverTypeWrapper<UpdatedAtoStatus>;
  User: ResolverTypeWrapper<UserRow>;
  UserInfo: ResolverTypeWrapper<Record<string, unknown>>;
  UserInfoInput: UserInfoInput;
  UserSearchConnection: ResolverTypeWrapper<Connection<UserRow>>;
  UserSearchEdge: ResolverTypeWrapper<Edge<UserRow>>;
  Viewer: ResolverTypeWrapper<SignedInUser>;
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
  AddUserInfoPayload: UserWithInfo;
  AssertBadgeInput: AssertBadgeInput;
  AssertBadgePayload: AssertedBadge;
  AtoAlert: AtoAlertState;
  AtoAlertConnection: AtoAlertPage;
  AtoAlertEdge: Edge<AtoAlertState>;
  AtoAlertRaisedEvent: AlertItem;
  AtoDistribution: JsonObject;
  AtoDistributionsChangedEvent: DistributionsItem;
  AtoRequest: AtoRequestState;
  AtoRequestChangedEvent: RequestItem;
  AtoRequestConnection: AtoRequestPage;
  AtoRequestEdge: Edge<AtoRequestState>;
  AuthToken: TokenResponse;
  Badge: BadgeRow;
  BadgeAssertion: Assertion;
  BeginSignInInput: BeginSignInInput;
  BeginSignInPayload: BeginSignInPayload;
  Boolean: Scalars['Boolean']['output'];
  Bucket: BucketReference;
  BucketAccess: KnownAccess;
  Candidate: FoundCandidate;
  Class: ClassRow;
  ClassConnection: Connection<ClassRow>;
  ClassEdge: Edge<ClassRow>;
  ClassInstructor: InstructorRow;
  ClassMember: ResolversInterfaceTypes<ResolversParentTypes>['ClassMember'];
  ClassObserver: ObserverRow;
  ClassStudent: StudentRow;
  CompleteAtoSignOnInput: CompleteAtoSignOnInput;
  CompleteAtoSignOnPayload: Omit<CompleteAtoSignOnPayload, 'token'> & { token?: Maybe<ResolversParentTypes['AuthToken']> };
  Course: CourseRow;
  CourseConnection: Connection<CourseRow>;
  CourseEdge: Edge<CourseRow>;
  CourseObjective: Objective;
  CreateAnonymousUserInput: CreateAnonymousUserInput;
  CreateAnonymousUserPayload: CreatedAnonymousUser;
  CreateBadgeInput: CreateBadgeInput;
  CreateBadgePayload: CreatedBadge;
  CreateBucketInput: CreateBucketInput;
  CreateBucketPayload: WrittenBucket;
  CreateNoteInput: CreateNoteInput;
  CreateNotePayload: CreatedNote;
  CreateTrainingNoteInput: CreateTrainingNoteInput;
  CreateTrainingNotePayload: CreatedNote;
  DateOrDateTime: Scalars['DateOrDateTime']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeleteBucketInput: DeleteBucketInput;
  DeleteBucketPayload: DeleteBucketPayload;
  DeleteNoteInput: DeleteNoteInput;
  DeleteNotePayload: DeleteNotePayload;
  ExchangeCodeInput: ExchangeCodeInput;
  ExchangeCodePayload: ExchangedCode;
  Float: Scalars['Float']['output'];
  Friend: UserRow;
  ID: Scalars['ID']['output'];
  Image: Picture;
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  LeaderboardConnection: Connection<EntryRow>;
  LeaderboardEdge: Edge<EntryRow>;
  LeaderboardEntry: EntryRow;
  Learner: LearnerReference;
  LearningRecord: LearnerRecord;
  Lesson: LessonRow;
  LessonScore: ScoredLesson;
  Level: LevelRow;
  Mutation: Record<PropertyKey, never>;
  Note: NoteRow;
  NoteConnection: Connection<NoteRow>;
  NoteEdge: Edge<NoteRow>;
  NoteFilter: NoteFilter;
  Notification: KnownNotification;
  NotificationConnection: Connection<KnownNotification>;
  NotificationEdge: Edge<KnownNotification>;
  NotificationReceivedEvent: NotificationItem;
  ObjectivePerformance: Performance;
  OrgLearner: RecordOfMember;
  OrgLearnerConnection: Connection<RecordOfMember>;
  OrgLearnerEdge: Edge<RecordOfMember>;
  OrganizationRole: OrganizationRole;
  OtherSkills: Skills;
  PageInfo: Connection<unknown>;
  ParentFlags: ParentFlagsRow;
  Person: ResolversInterfaceTypes<ResolversParentTypes>['Person'];
  PersonSummary: PersonSummary;
  ProfileDetails: UserRow;
  Query: Record<PropertyKey, never>;
  Question: QuestionRow;
  RaiseAtoAlertInput: RaiseAtoAlertInput;
  RaiseAtoAlertPayload: RaisedAtoAlert;
  RandomUser: UserRow;
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
  SetBucketValueInput: SetBucketValueInput;
  SetBucketValuePayload: WrittenBucket;
  SignOutPayload: SignOutPayload;
  StreamGap: Gap;
  String: Scalars['String']['output'];
  StudentLesson: LessonRow;
  SubmitScoreInput: SubmitScoreInput;
  SubmitScorePayload: SubmittedScore;
  Subscription: Record<PropertyKey, never>;
  UpdateAtoStatusInput: UpdateAtoStatusInput;
  UpdateAtoStatusPayload: UpdatedAtoStatus;
  User: UserRow;
  UserInfo: Record<string, unknown>;
  UserInfoInput: UserInfoInput;
  UserSearchConnection: Connection<UserRow>;
  UserSearchEdge: Edge<UserRow>;
  Viewer: SignedInUser;
  XapiActorInput: XapiActorInput;
  XapiAgentInput: XapiAgentInput;
  XapiContextInput: XapiContextInput;
  XapiIdsInput: XapiIdsInput;
  XapiObjectInput: XapiObjectInput;
  XapiVerbInput: XapiVerbInput;
};

export type AcceptsKeyDirectiveArgs = {
  check: Scalars['String']['input'];
};

export type AcceptsKeyDirectiveResolver<Result, Parent, ContextType = Context, Args = AcceptsKeyDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ChangesDirectiveArgs = {
  fields: Array<Scalars['String']['input']>;
};

export type ChangesDirectiveResolver<Result, Parent, ContextType = Context, Args = ChangesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['Int']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = Context, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CredentialDirectiveArgs = {
  kind: CredentialKind;
};

export type CredentialDirectiveResolver<Result, Parent, ContextType = Context, Args = CredentialDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type IdempotentDirectiveArgs = {
  key: Scalars['String']['input'];
};

export type IdempotentDirectiveResolver<Result, Parent, ContextType = Context, Args = IdempotentDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LengthDirectiveArgs = {
  max: Scalars['Int']['input'];
};

export type LengthDirectiveResolver<Result, Parent, ContextType = Context, Args = LengthDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars['Int']['input']>;
  requireOneSlicingArgument?: Maybe<Scalars['Boolean']['input']>;
  sizedFields?: Maybe<Array<Scalars['String']['input']>>;
  slicingArguments?: Maybe<Array<Scalars['String']['input']>>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = Context, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SemanticNonNullDirectiveArgs = {
  levels?: Maybe<Array<Maybe<Scalars['Int']['input']>>>;
};

export type SemanticNonNullDirectiveResolver<Result, Parent, ContextType = Context, Args = SemanticNonNullDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

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
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  learner?: Resolver<ResolversTypes['Learner'], ParentType, ContextType>;
};

export type AssertBadgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssertBadgePayload'] = ResolversParentTypes['AssertBadgePayload']> = {
  assertion?: Resolver<Maybe<ResolversTypes['BadgeAssertion']>, ParentType, ContextType>;
  assertionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type AtoAlertConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoAlertConnection'] = ResolversParentTypes['AtoAlertConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AtoAlertEdge']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AtoAlert']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type AtoAlertEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoAlertEdge'] = ResolversParentTypes['AtoAlertEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AtoAlert'], ParentType, ContextType>;
};

export type AtoAlertRaisedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoAlertRaisedEvent'] = ResolversParentTypes['AtoAlertRaisedEvent']> = {
  alert?: Resolver<Maybe<ResolversTypes['AtoAlert']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type AtoDistributionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoDistribution'] = ResolversParentTypes['AtoDistribution']> = {
  distributionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  platform?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  alerts?: Resolver<Maybe<ResolversTypes['AtoAlertConnection']>, ParentType, ContextType, RequireFields<AtoRequestAlertsArgs, 'first'>>;
  cancellable?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  complete?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  distributions?: Resolver<Array<ResolversTypes['AtoDistribution']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organizationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  receivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['AtoStatus']>, ParentType, ContextType>;
  updatedDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AtoRequestChangedEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequestChangedEvent'] = ResolversParentTypes['AtoRequestChangedEvent']> = {
  cancellable?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  complete?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  distributions?: Resolver<Maybe<Array<ResolversTypes['AtoDistribution']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['StreamGap']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  request?: Resolver<Maybe<ResolversTypes['AtoRequest']>, ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['AtoStatus']>, ParentType, ContextType>;
};

export type AtoRequestConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AtoRequestConnection'] = ResolversParentTypes['AtoRequestConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AtoRequestEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AtoRequest']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  streamCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  courseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  issuedOn?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  issuerName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  versionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type BeginSignInPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BeginSignInPayload'] = ResolversParentTypes['BeginSignInPayload']> = {
  codeVerifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nonce?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BucketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Bucket'] = ResolversParentTypes['Bucket']> = {
  access?: Resolver<Maybe<ResolversTypes['BucketAccess']>, ParentType, ContextType>;
  data?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, Partial<BucketDataArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type BucketAccessResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BucketAccess'] = ResolversParentTypes['BucketAccess']> = {
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export type CandidateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Candidate'] = ResolversParentTypes['Candidate']> = {
  capabilities?: Resolver<Array<ResolversTypes['Badge']>, ParentType, ContextType>;
  capabilityIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  learner?: Resolver<ResolversTypes['Learner'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ClassResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Class'] = ResolversParentTypes['Class']> = {
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instructors?: Resolver<Maybe<Array<ResolversTypes['ClassInstructor']>>, ParentType, ContextType>;
  joinCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  levels?: Resolver<Maybe<Array<ResolversTypes['Level']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<ClassNotesArgs>>;
  observers?: Resolver<Maybe<Array<ResolversTypes['ClassObserver']>>, ParentType, ContextType>;
  students?: Resolver<Maybe<Array<ResolversTypes['ClassStudent']>>, ParentType, ContextType>;
  viewer?: Resolver<Maybe<ResolversTypes['ClassStudent']>, ParentType, ContextType>;
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
  details?: Resolver<Maybe<ResolversTypes['ProfileDetails']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClassMemberResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassMember'] = ResolversParentTypes['ClassMember']> = {
  __resolveType: TypeResolveFn<'ClassInstructor' | 'ClassObserver' | 'ClassStudent', ParentType, ContextType>;
};

export type ClassObserverResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassObserver'] = ResolversParentTypes['ClassObserver']> = {
  details?: Resolver<Maybe<ResolversTypes['ProfileDetails']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClassStudentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClassStudent'] = ResolversParentTypes['ClassStudent']> = {
  details?: Resolver<Maybe<ResolversTypes['ProfileDetails']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['StudentLesson']>>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<ClassStudentNotesArgs>>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CompleteAtoSignOnPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CompleteAtoSignOnPayload'] = ResolversParentTypes['CompleteAtoSignOnPayload']> = {
  bound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
};

export type CourseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Course'] = ResolversParentTypes['Course']> = {
  coverPhotoId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType, RequireFields<CourseLessonArgs, 'id'>>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  levels?: Resolver<Maybe<Array<ResolversTypes['Level']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<CourseNotesArgs>>;
  objectives?: Resolver<Maybe<Array<ResolversTypes['CourseObjective']>>, ParentType, ContextType>;
  profilePicId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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

export type CourseObjectiveResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CourseObjective'] = ResolversParentTypes['CourseObjective']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lessonIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  performance?: Resolver<Maybe<ResolversTypes['ObjectivePerformance']>, ParentType, ContextType>;
};

export type CreateAnonymousUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateAnonymousUserPayload'] = ResolversParentTypes['CreateAnonymousUserPayload']> = {
  details?: Resolver<Maybe<ResolversTypes['ProfileDetails']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type CreateBadgePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateBadgePayload'] = ResolversParentTypes['CreateBadgePayload']> = {
  badge?: Resolver<Maybe<ResolversTypes['Badge']>, ParentType, ContextType>;
  badgeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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
  noteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CreateTrainingNotePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTrainingNotePayload'] = ResolversParentTypes['CreateTrainingNotePayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType>;
  noteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type FriendResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Friend'] = ResolversParentTypes['Friend']> = {
  details?: Resolver<ResolversTypes['ProfileDetails'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
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
  holder?: Resolver<Maybe<ResolversTypes['PersonSummary']>, ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type LearnerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Learner'] = ResolversParentTypes['Learner']> = {
  badgeAssertions?: Resolver<Maybe<Array<ResolversTypes['BadgeAssertion']>>, ParentType, ContextType>;
  learningRecord?: Resolver<Maybe<ResolversTypes['LearningRecord']>, ParentType, ContextType>;
  otherSkills?: Resolver<Maybe<Array<ResolversTypes['OtherSkills']>>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type LearningRecordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LearningRecord'] = ResolversParentTypes['LearningRecord']> = {
  badgeIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  learner?: Resolver<ResolversTypes['Learner'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type LessonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Lesson'] = ResolversParentTypes['Lesson']> = {
  childLessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  courseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  coverPhotoId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expectedCompletionTime?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instructorGraded?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isAssessment?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  launchParameters?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  locked?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<LessonLockedArgs, 'studentId'>>;
  media?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<LessonNotesArgs>>;
  profilePicId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type LessonScoreResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LessonScore'] = ResolversParentTypes['LessonScore']> = {
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  scoreType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LevelResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Level'] = ResolversParentTypes['Level']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lessons?: Resolver<Maybe<Array<ResolversTypes['Lesson']>>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  setBucketValue?: Resolver<Maybe<ResolversTypes['SetBucketValuePayload']>, ParentType, ContextType, RequireFields<MutationSetBucketValueArgs, 'input'>>;
  signOut?: Resolver<Maybe<ResolversTypes['SignOutPayload']>, ParentType, ContextType>;
  submitScore?: Resolver<Maybe<ResolversTypes['SubmitScorePayload']>, ParentType, ContextType, RequireFields<MutationSubmitScoreArgs, 'input'>>;
  updateAtoStatus?: Resolver<Maybe<ResolversTypes['UpdateAtoStatusPayload']>, ParentType, ContextType, RequireFields<MutationUpdateAtoStatusArgs, 'input'>>;
};

export type NoteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Note'] = ResolversParentTypes['Note']> = {
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  class?: Resolver<Maybe<ResolversTypes['Class']>, ParentType, ContextType>;
  classId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  courseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  courseIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lesson?: Resolver<Maybe<ResolversTypes['Lesson']>, ParentType, ContextType>;
  lessonId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  studentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type NoteConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NoteConnection'] = ResolversParentTypes['NoteConnection']> = {
  edges?: Resolver<Array<ResolversTypes['NoteEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Note']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type NoteEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NoteEdge'] = ResolversParentTypes['NoteEdge']> = {
  author?: Resolver<Maybe<ResolversTypes['PersonSummary']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Note'], ParentType, ContextType>;
};

export type NotificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Notification'] = ResolversParentTypes['Notification']> = {
  acknowledged?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  path?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  persist?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  receiver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  receiverId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sender?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  senderId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  textParameters?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NotificationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationConnection'] = ResolversParentTypes['NotificationConnection']> = {
  edges?: Resolver<Array<ResolversTypes['NotificationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Notification']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  streamCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  skill?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  skillDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrgLearnerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrgLearner'] = ResolversParentTypes['OrgLearner']> = {
  additionalInfo?: Resolver<Maybe<Array<ResolversTypes['UserInfo']>>, ParentType, ContextType>;
  badgeIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  learner?: Resolver<ResolversTypes['Learner'], ParentType, ContextType>;
  organizationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  organizationRoles?: Resolver<Maybe<Array<ResolversTypes['OrganizationRole']>>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type OrgLearnerConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrgLearnerConnection'] = ResolversParentTypes['OrgLearnerConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OrgLearnerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['OrgLearner']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type OrgLearnerEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrgLearnerEdge'] = ResolversParentTypes['OrgLearnerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['OrgLearner'], ParentType, ContextType>;
};

export type OrganizationRoleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizationRole'] = ResolversParentTypes['OrganizationRole']> = {
  organizationId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OtherSkillsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OtherSkills'] = ResolversParentTypes['OtherSkills']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  hobbies?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  skills?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
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

export type PersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Person'] = ResolversParentTypes['Person']> = {
  __resolveType: TypeResolveFn<'User' | 'Viewer', ParentType, ContextType>;
};

export type PersonSummaryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PersonSummary'] = ResolversParentTypes['PersonSummary']> = {
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  handle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profilePicId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ProfileDetailsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProfileDetails'] = ResolversParentTypes['ProfileDetails']> = {
  civilianBand?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  civilianGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayDutyTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayRank?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  gender?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  jobSeriesNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  jobTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  militaryGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  organizationRoles?: Resolver<Maybe<Array<ResolversTypes['OrganizationRole']>>, ParentType, ContextType>;
  parentFlags?: Resolver<Maybe<ResolversTypes['ParentFlags']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  atoRequest?: Resolver<Maybe<ResolversTypes['AtoRequest']>, ParentType, ContextType, RequireFields<QueryAtoRequestArgs, 'id'>>;
  atoRequests?: Resolver<Maybe<ResolversTypes['AtoRequestConnection']>, ParentType, ContextType, RequireFields<QueryAtoRequestsArgs, 'first'>>;
  badgeAssertions?: Resolver<Maybe<Array<ResolversTypes['BadgeAssertion']>>, ParentType, ContextType, RequireFields<QueryBadgeAssertionsArgs, 'userIds'>>;
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType, RequireFields<QueryBucketArgs, 'id'>>;
  candidates?: Resolver<Maybe<Array<ResolversTypes['Candidate']>>, ParentType, ContextType, RequireFields<QueryCandidatesArgs, 'capabilityIds'>>;
  capabilities?: Resolver<Maybe<Array<ResolversTypes['Badge']>>, ParentType, ContextType, Partial<QueryCapabilitiesArgs>>;
  class?: Resolver<Maybe<ResolversTypes['Class']>, ParentType, ContextType, RequireFields<QueryClassArgs, 'id'>>;
  classes?: Resolver<Maybe<ResolversTypes['ClassConnection']>, ParentType, ContextType, RequireFields<QueryClassesArgs, 'first'>>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType, RequireFields<QueryCourseArgs, 'id'>>;
  courseBadges?: Resolver<Maybe<Array<ResolversTypes['Badge']>>, ParentType, ContextType, Partial<QueryCourseBadgesArgs>>;
  courses?: Resolver<Maybe<ResolversTypes['CourseConnection']>, ParentType, ContextType, RequireFields<QueryCoursesArgs, 'first'>>;
  leaderboard?: Resolver<Maybe<ResolversTypes['LeaderboardConnection']>, ParentType, ContextType, RequireFields<QueryLeaderboardArgs, 'first'>>;
  leaderboardRank?: Resolver<Maybe<ResolversTypes['LeaderboardEntry']>, ParentType, ContextType, Partial<QueryLeaderboardRankArgs>>;
  learners?: Resolver<Maybe<Array<ResolversTypes['Learner']>>, ParentType, ContextType, RequireFields<QueryLearnersArgs, 'userIds'>>;
  learningRecords?: Resolver<Maybe<Array<ResolversTypes['LearningRecord']>>, ParentType, ContextType, Partial<QueryLearningRecordsArgs>>;
  me?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['Note']>, ParentType, ContextType, RequireFields<QueryNoteArgs, 'id'>>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<QueryNotesArgs>>;
  objectiveBadges?: Resolver<Maybe<Array<ResolversTypes['Badge']>>, ParentType, ContextType, Partial<QueryObjectiveBadgesArgs>>;
  orgLearners?: Resolver<Maybe<ResolversTypes['OrgLearnerConnection']>, ParentType, ContextType, Partial<QueryOrgLearnersArgs>>;
  otherSkills?: Resolver<Maybe<Array<ResolversTypes['OtherSkills']>>, ParentType, ContextType, RequireFields<QueryOtherSkillsArgs, 'userIds'>>;
  randomUsers?: Resolver<Maybe<Array<ResolversTypes['RandomUser']>>, ParentType, ContextType, RequireFields<QueryRandomUsersArgs, 'count'>>;
  searchUsers?: Resolver<Maybe<ResolversTypes['UserSearchConnection']>, ParentType, ContextType, RequireFields<QuerySearchUsersArgs, 'first'>>;
  session?: Resolver<Maybe<ResolversTypes['Session']>, ParentType, ContextType>;
};

export type QuestionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Question'] = ResolversParentTypes['Question']> = {
  answers?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  correctAnswerIndex?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  course?: Resolver<Maybe<ResolversTypes['Course']>, ParentType, ContextType>;
  courseId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  createdDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  questionType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  removedDate?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revision?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RaiseAtoAlertPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RaiseAtoAlertPayload'] = ResolversParentTypes['RaiseAtoAlertPayload']> = {
  alert?: Resolver<Maybe<ResolversTypes['AtoAlert']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  streamOutcome?: Resolver<ResolversTypes['StreamOutcome'], ParentType, ContextType>;
  streamed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RandomUserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RandomUser'] = ResolversParentTypes['RandomUser']> = {
  details?: Resolver<ResolversTypes['ProfileDetails'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
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
  requestId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['AuthToken']>, ParentType, ContextType>;
};

export type RegisterDevicePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RegisterDevicePayload'] = ResolversParentTypes['RegisterDevicePayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
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
  notificationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  streamOutcome?: Resolver<ResolversTypes['StreamOutcome'], ParentType, ContextType>;
  streamed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SessionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  sessionExtra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  sessionValid?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  tokenExtra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  tokenValid?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SetBucketValuePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SetBucketValuePayload'] = ResolversParentTypes['SetBucketValuePayload']> = {
  bucket?: Resolver<Maybe<ResolversTypes['Bucket']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  public?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
};

export type SignOutPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
};

export type StreamGapResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StreamGap'] = ResolversParentTypes['StreamGap']> = {
  reason?: Resolver<ResolversTypes['GapReason'], ParentType, ContextType>;
};

export type StudentLessonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StudentLesson'] = ResolversParentTypes['StudentLesson']> = {
  lesson?: Resolver<ResolversTypes['Lesson'], ParentType, ContextType>;
  locked?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['NoteConnection']>, ParentType, ContextType, Partial<StudentLessonNotesArgs>>;
};

export type SubmitScorePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SubmitScorePayload'] = ResolversParentTypes['SubmitScorePayload']> = {
  entry?: Resolver<Maybe<ResolversTypes['LeaderboardEntry']>, ParentType, ContextType>;
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  atoAlertRaised?: SubscriptionResolver<Maybe<ResolversTypes['AtoAlertRaisedEvent']>, "atoAlertRaised", ParentType, ContextType, RequireFields<SubscriptionAtoAlertRaisedArgs, 'requestId'>>;
  atoDistributionsChanged?: SubscriptionResolver<Maybe<ResolversTypes['AtoDistributionsChangedEvent']>, "atoDistributionsChanged", ParentType, ContextType, Partial<SubscriptionAtoDistributionsChangedArgs>>;
  atoRequestChanged?: SubscriptionResolver<Maybe<ResolversTypes['AtoRequestChangedEvent']>, "atoRequestChanged", ParentType, ContextType, Partial<SubscriptionAtoRequestChangedArgs>>;
  notificationReceived?: SubscriptionResolver<Maybe<ResolversTypes['NotificationReceivedEvent']>, "notificationReceived", ParentType, ContextType, Partial<SubscriptionNotificationReceivedArgs>>;
};

export type UpdateAtoStatusPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateAtoStatusPayload'] = ResolversParentTypes['UpdateAtoStatusPayload']> = {
  extra?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  request?: Resolver<Maybe<ResolversTypes['AtoRequest']>, ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  requestVisible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  streamOutcome?: Resolver<ResolversTypes['StreamOutcome'], ParentType, ContextType>;
  streamed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  accountType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  anonymous?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  coverPhotoId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  handle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profilePicId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserInfo'] = ResolversParentTypes['UserInfo']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type UserSearchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserSearchConnection'] = ResolversParentTypes['UserSearchConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UserSearchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type UserSearchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserSearchEdge'] = ResolversParentTypes['UserSearchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['ProfileDetails'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  accountType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  anonymous?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  badgeAssertions?: Resolver<Maybe<Array<ResolversTypes['BadgeAssertion']>>, ParentType, ContextType>;
  civilianBand?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  civilianGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  coverImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  coverPhotoId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  displayDutyTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  displayRank?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  friends?: Resolver<Maybe<Array<ResolversTypes['Friend']>>, ParentType, ContextType>;
  gender?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  handle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jobSeriesNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  jobTitle?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  militaryGrade?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  notifications?: Resolver<Maybe<ResolversTypes['NotificationConnection']>, ParentType, ContextType, RequireFields<ViewerNotificationsArgs, 'first' | 'includeAcknowledged'>>;
  organizationRoles?: Resolver<Maybe<Array<ResolversTypes['OrganizationRole']>>, ParentType, ContextType>;
  otherSkills?: Resolver<Maybe<Array<ResolversTypes['OtherSkills']>>, ParentType, ContextType>;
  parentFlags?: Resolver<Maybe<ResolversTypes['ParentFlags']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profileImage?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  profilePicId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trainee?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  trainer?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  AcknowledgeNotificationPayload?: AcknowledgeNotificationPayloadResolvers<ContextType>;
  AddBucketUserPayload?: AddBucketUserPayloadResolvers<ContextType>;
  AddUserInfoPayload?: AddUserInfoPayloadResolvers<ContextType>;
  AssertBadgePayload?: AssertBadgePayloadResolvers<ContextType>;
  AtoAlert?: AtoAlertResolvers<ContextType>;
  AtoAlertConnection?: AtoAlertConnectionResolvers<ContextType>;
  AtoAlertEdge?: AtoAlertEdgeResolvers<ContextType>;
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
  BucketAccess?: BucketAccessResolvers<ContextType>;
  Candidate?: CandidateResolvers<ContextType>;
  Class?: ClassResolvers<ContextType>;
  ClassConnection?: ClassConnectionResolvers<ContextType>;
  ClassEdge?: ClassEdgeResolvers<ContextType>;
  ClassInstructor?: ClassInstructorResolvers<ContextType>;
  ClassMember?: ClassMemberResolvers<ContextType>;
  ClassObserver?: ClassObserverResolvers<ContextType>;
  ClassStudent?: ClassStudentResolvers<ContextType>;
  CompleteAtoSignOnPayload?: CompleteAtoSignOnPayloadResolvers<ContextType>;
  Course?: CourseResolvers<ContextType>;
  CourseConnection?: CourseConnectionResolvers<ContextType>;
  CourseEdge?: CourseEdgeResolvers<ContextType>;
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
  Friend?: FriendResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  LeaderboardConnection?: LeaderboardConnectionResolvers<ContextType>;
  LeaderboardEdge?: LeaderboardEdgeResolvers<ContextType>;
  LeaderboardEntry?: LeaderboardEntryResolvers<ContextType>;
  Learner?: LearnerResolvers<ContextType>;
  LearningRecord?: LearningRecordResolvers<ContextType>;
  Lesson?: LessonResolvers<ContextType>;
  LessonScore?: LessonScoreResolvers<ContextType>;
  Level?: LevelResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Note?: NoteResolvers<ContextType>;
  NoteConnection?: NoteConnectionResolvers<ContextType>;
  NoteEdge?: NoteEdgeResolvers<ContextType>;
  Notification?: NotificationResolvers<ContextType>;
  NotificationConnection?: NotificationConnectionResolvers<ContextType>;
  NotificationEdge?: NotificationEdgeResolvers<ContextType>;
  NotificationReceivedEvent?: NotificationReceivedEventResolvers<ContextType>;
  ObjectivePerformance?: ObjectivePerformanceResolvers<ContextType>;
  OrgLearner?: OrgLearnerResolvers<ContextType>;
  OrgLearnerConnection?: OrgLearnerConnectionResolvers<ContextType>;
  OrgLearnerEdge?: OrgLearnerEdgeResolvers<ContextType>;
  OrganizationRole?: OrganizationRoleResolvers<ContextType>;
  OtherSkills?: OtherSkillsResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  ParentFlags?: ParentFlagsResolvers<ContextType>;
  Person?: PersonResolvers<ContextType>;
  PersonSummary?: PersonSummaryResolvers<ContextType>;
  ProfileDetails?: ProfileDetailsResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Question?: QuestionResolvers<ContextType>;
  RaiseAtoAlertPayload?: RaiseAtoAlertPayloadResolvers<ContextType>;
  RandomUser?: RandomUserResolvers<ContextType>;
  RecordActivityPayload?: RecordActivityPayloadResolvers<ContextType>;
  RecordStatementPayload?: RecordStatementPayloadResolvers<ContextType>;
  RefreshSessionPayload?: RefreshSessionPayloadResolvers<ContextType>;
  RegisterDevicePayload?: RegisterDevicePayloadResolvers<ContextType>;
  RemoveBucketUserPayload?: RemoveBucketUserPayloadResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  SendNotificationPayload?: SendNotificationPayloadResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SetBucketValuePayload?: SetBucketValuePayloadResolvers<ContextType>;
  SignOutPayload?: SignOutPayloadResolvers<ContextType>;
  StreamGap?: StreamGapResolvers<ContextType>;
  StudentLesson?: StudentLessonResolvers<ContextType>;
  SubmitScorePayload?: SubmitScorePayloadResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  UpdateAtoStatusPayload?: UpdateAtoStatusPayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserInfo?: UserInfoResolvers<ContextType>;
  UserSearchConnection?: UserSearchConnectionResolvers<ContextType>;
  UserSearchEdge?: UserSearchEdgeResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = Context> = {
  acceptsKey?: AcceptsKeyDirectiveResolver<any, any, ContextType>;
  changes?: ChangesDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  credential?: CredentialDirectiveResolver<any, any, ContextType>;
  idempotent?: IdempotentDirectiveResolver<any, any, ContextType>;
  length?: LengthDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  semanticNonNull?: SemanticNonNullDirectiveResolver<any, any, ContextType>;
};
