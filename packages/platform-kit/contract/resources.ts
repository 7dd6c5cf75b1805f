import { type TLiteral, type TSchema, type TSchemaOptions, type TUnion, Type } from 'typebox';

import { ATO_ALERT_TYPE_DEFAULT, ATO_ALERT_TYPES, ATO_STATUSES } from './facts.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);
const ImageId = Type.Union([Type.String(), Type.Null()], { description: 'An image ID.' });
const NullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** "Date string" and "ISO date string": the contract does not say whether they include a time, so both forms are valid. */
export const DateString = Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })]);
/** "Array or comma-separated string". */
export const StringList = Type.Union([Type.Array(Type.String()), Type.String()]);
/** One of these texts. */
export const oneOf = <const Texts extends readonly string[]>(texts: Texts, options?: TSchemaOptions) =>
  Type.Union(
    texts.map((text) => Type.Literal(text)),
    options,
  ) as unknown as TUnion<{ -readonly [Index in keyof Texts]: TLiteral<Texts[Index]> }>;
/** An object with members of any name. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());

// Users

const identity = {
  handle: Type.String({ pattern: '^@' }),
  userType: Type.String({ examples: ['adult', 'child', 'teen-minor'] }),
  accountType: Type.String({ examples: ['Parent', 'Kid', 'Adult'] }),
  country: Type.String({ description: 'A country code.' }),
  userId: Type.String(),
};

/** Members of every profile but the result of creating an anonymous user. */
const profile = {
  ...identity,
  firstName: Type.Optional(Type.String({ description: 'Anonymous users have no names.' })),
  lastName: Type.Optional(Type.String()),
  profilePic: ImageId,
  coverPhoto: ImageId,
  organizationRoles: Type.Record(Type.String(), Type.String(), {
    description: 'Texts by name; may be empty.',
  }),
  parentFlags: Type.Optional(
    Type.Object(
      { cameraDisabled: Type.Boolean(), proximityFriends: Type.Boolean() },
      { description: 'Child users only.' },
    ),
  ),
  militaryGrade: Type.Optional(Type.String()),
  displayRank: Type.Optional(Type.String()),
  displayDutyTitle: Type.Optional(Type.String()),
  gender: Type.Optional(Type.String()),
  civilianGrade: Type.Optional(Type.String()),
  civilianBand: Type.Optional(Type.String()),
  jobSeriesNumber: Type.Optional(Type.String()),
  jobTitle: Type.Optional(Type.String()),
};

/** The contract's complete table; fields that depend on the route are optional. */
const UserProfile = Type.Object({
  ...profile,
  anonymous: Type.Optional(Type.Boolean()),
  position: Type.Optional(NullableString),
  role: Type.Optional(NullableString),
  email: Type.Optional(Type.String()),
  trainer: Type.Optional(Type.Boolean()),
  trainee: Type.Optional(Type.Boolean()),
});

/** The profile of the logged-in user. `email` is optional because anonymous users can have none. */
export const OwnProfile = Type.Object({
  ...profile,
  position: NullableString,
  role: NullableString,
  email: Type.Optional(Type.String()),
  trainer: Type.Boolean(),
  trainee: Type.Boolean(),
});

/** A friend, a search result or a random user. */
export const ListedUser = Type.Object({ ...profile, anonymous: Type.Boolean() });

/** The `user` of an instructor, student or observer of a class. */
export const ClassMember = Type.Object({
  ...profile,
  anonymous: Type.Boolean(),
  position: NullableString,
  role: NullableString,
});

/** The result of creating an anonymous user. */
export const AnonymousUser = Type.Object({
  ...identity,
  profilePic: Type.Null(),
  coverPhoto: Type.Null(),
  anonymous: Type.Literal(true),
});

// Paged lists

/** The wrapper of the course list and the class list. */
export const PagedList = <Item extends TSchema>(item: Item) =>
  Type.Object({
    docs: Type.Array(item),
    total: Type.Number(),
    page: Type.Number(),
    limit: Type.Number(),
    pages: Type.Number(),
  });

/** The wrapper of the user search, which shows neither `limit` nor `pages`. */
export const PagedSearch = <Item extends TSchema>(item: Item) =>
  Type.Object({ docs: Type.Array(item), total: Type.Number(), page: Type.Number() });

// Courses

const course = {
  courseId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  profilePic: Type.String(),
  coverPhoto: NullableString,
};

export const Course = Type.Object(course);

export const CourseObjective = Type.Object({
  objectiveId: Type.String(),
  name: Type.String(),
  lessonIds: Type.Array(Type.String()),
});

const LessonScore = Type.Object({
  lessonId: Type.String(),
  score: NullableNumber,
  scoreType: Type.Union([Type.String(), Type.Null()], { examples: ['objective', 'lesson'] }),
});

export const ObjectivePerformance = Type.Object({
  objectiveId: Type.String(),
  name: Type.String(),
  skill: Type.Integer({ description: 'A level; 0 without a result.', examples: [0, 1, 3] }),
  skillDescription: Type.Union([Type.String(), Type.Null()], {
    description: 'Basic for level 1, Expert for level 3.',
    examples: ['Basic', 'Expert'],
  }),
  score: NullableNumber,
  lessonScores: Type.Array(LessonScore),
});

/** Members of a lesson in a course, for every reader. */
export const lesson = {
  lessonId: Type.String(),
  courseId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  profilePic: Type.String(),
  coverPhoto: Type.String(),
  media: Type.String({ format: 'uri' }),
  isAssessment: Type.Boolean(),
  expectedCompletionTime: Type.Number(),
  instructorGraded: Type.Boolean(),
  public: Type.Boolean(),
  childLessons: Type.Array(Type.Ref('Lesson')),
  launchParameters: Type.Array(Type.String()),
};

/** Recursive: child lessons are lessons, in order. */
const Lesson = Type.Cyclic({ Lesson: Type.Object({ ...lesson, locked: Type.Boolean() }) }, 'Lesson');

const Level = Type.Object({
  levelId: Type.String(),
  name: Type.String(),
  lessons: Type.Array(Lesson),
});

export const CourseLevels = Type.Object({ ...course, levels: Type.Array(Level) });

// Classes

export const ClassListItem = Type.Object({
  groupId: Type.String(),
  name: Type.String(),
  joinCode: Type.String(),
  studentId: Type.String(),
  course: Course,
});

export const ClassStructure = Type.Object({
  groupId: Type.String(),
  name: Type.String(),
  course: Course,
  instructors: Type.Array(Type.Object({ instructorId: Type.String(), user: ClassMember })),
  students: Type.Array(Type.Object({ studentId: Type.String(), user: ClassMember })),
  observers: Type.Array(Type.Object({ observerId: Type.String(), user: ClassMember })),
});

// Questions

export const Question = Type.Object({
  id: Type.String({ description: 'The same value as `_id`.' }),
  _id: Type.String(),
  __t: Type.String({ examples: ['CourseQuestion'] }),
  __v: Type.Integer(),
  course: Type.String({ description: 'A course ID.' }),
  text: Type.String(),
  questionType: Type.String({ examples: ['multiple-choice', 'short-answer'] }),
  answers: Type.Array(Type.String(), { description: 'Empty for short answers.' }),
  correctAnswerIndex: Type.Integer({ description: 'Counted from zero; -1 for short answers.', minimum: -1 }),
  createdDate: Type.String({ format: 'date-time' }),
  removedDate: Type.Optional(Type.String({ description: 'Removed questions only.', format: 'date-time' })),
});

// Notes

/** The members of requests; notes as read are not shown beyond them. */
export const Note = Type.Partial(
  Type.Object({
    text: Type.String(),
    lessonId: Type.String(),
    userId: Type.String(),
    classId: Type.String(),
    studentId: Type.String(),
    courseId: Type.String(),
  }),
);

// Buckets

export const Bucket = Type.Object({
  id: Type.String({ description: 'Chosen by the app.' }),
  public: Type.Boolean({ description: 'Public within the app.' }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'Addressed by keys in dot notation.' }),
  users: Type.Array(Type.String(), {
    description: 'IDs of the users with access; the creator is always added.',
  }),
});

// Badges

/** The members of a badge at creation. */
export const Badge = Type.Object({
  name: Type.String(),
  type: Type.String(),
  image: Type.String(),
  proficiency: Type.Number(),
  description: Type.Optional(Type.String()),
  alignments: Type.Optional(Type.String()),
  tags: Type.Optional(Type.String()),
});

const IdOfNoType = Type.String({
  description: 'The type is not listed; identifiers are generally strings.',
});
const OfServiceBadge = Type.String({ description: 'Required for a badge that originates from the service.' });

/** The members of a badge assertion at creation. */
export const BadgeAssertion = Type.Object({
  userId: IdOfNoType,
  badgeId: IdOfNoType,
  name: Type.String(),
  type: Type.String(),
  image: Type.String(),
  issuerName: Type.String(),
  issuedOn: DateString,
  lessonId: Type.Optional(OfServiceBadge),
  classId: Type.Optional(OfServiceBadge),
  versionId: Type.Optional(OfServiceBadge),
});

export const AdditionalInfo = Type.Object({ title: Type.String(), description: Type.String() });

// Notifications

/** The members of a notification at creation. */
export const Notification = Type.Partial(
  Type.Object({
    receiver: Type.String({ description: 'A user ID.' }),
    text: Type.String(),
    textParameters: Type.String({ description: 'Dynamic strings to insert into the text.' }),
    path: Type.String({ description: 'The view to open.' }),
    persist: Type.String({ description: "Whether the notification is stored in the receiver's list." }),
  }),
);

/** A notification as read; other members, including the acknowledge flag's name, are not shown. */
export const NotificationRecord = Type.Object({
  notificationId: Type.String(),
  ...Notification.properties,
});

// ATO

export const AtoStatus = oneOf(ATO_STATUSES);

export const AtoAlertType = oneOf(ATO_ALERT_TYPES, { default: ATO_ALERT_TYPE_DEFAULT });

/** On a first request many members are unset, which may mean absent or null. */
const settable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

export const AtoRequest = Type.Object({
  requestId: Type.String(),
  status: settable(AtoStatus, 'The status of the request as a whole.'),
  cancellable: settable(Type.Boolean(), 'Whether the user may cancel the request.'),
  complete: settable(Type.Boolean(), 'Whether the request is complete.'),
});

export const AtoAlert = Type.Object({
  requestId: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'The body of the alert.' }),
  providerId: Type.String({ description: "The plugin's own ID." }),
  status: Type.String(),
  type: Type.Optional(AtoAlertType),
});

// xAPI

export const XapiActor = Type.Object({
  account: Type.Object({
    homePage: Type.String({ description: "The service's home page, verbatim." }),
    name: Type.String({ description: 'The account name of the actor on the platform.' }),
  }),
});

export const XapiVerb = Type.Object({
  id: Type.String({ description: "From the service's list of allowed verbs." }),
});

export const XapiObject = Type.Object({
  id: Type.Optional(Type.String({ format: 'uri' })),
  extensions: Type.Record(Type.String(), Type.Unknown(), {
    description: 'At least the ID of the object itself, under the extension ID URI of its kind.',
    minProperties: 1,
  }),
});

export const XapiContext = Type.Object({ extensions: Type.Optional(JsonObject) });

/** The types of `error`, `assist`, `safety` and `knowledge` are not stated. Other keys are possible; these index the statement. */
export const XapiV1Object = Type.Partial(
  Type.Object({
    lessonId: Type.String({
      description: "The lesson. Without it, the statement does not appear in a student's results.",
    }),
    classId: Type.String({ description: 'The class in which it happened.' }),
    studentId: Type.String({
      description:
        'The student in a class who acted. Without it, the service uses the newest class of the acting user that has the lesson.',
    }),
    lessonResultId: Type.String({ description: 'The lesson result of the statement.' }),
    objectiveId: Type.String({ description: 'The course objective of the statement.' }),
    questionText: Type.String({ description: 'The text of a question. Requires a lessonId.' }),
    questionIndex: Type.Integer({
      description: 'Like questionText, but identifies the question by its index in the array of questions.',
      minimum: 0,
    }),
    error: Type.Unknown({ description: 'The student made an error.' }),
    assist: Type.Unknown({ description: 'The student was assisted.' }),
    safety: Type.Unknown({ description: 'A safety by the student.' }),
    knowledge: Type.Unknown({ description: 'The student demonstrated a skill or knowledge.' }),
    target: Type.String({ description: 'Free text for anything that the IDs cannot identify.' }),
  }),
);

/** A resource under the contract's name for it. */
export interface Resource {
  title: string;
  schema: TSchema;
  description?: string;
  /** Nested resources with their own names. */
  parts?: readonly Resource[];
  /** The subsets that different routes return. */
  variants?: readonly { title: string; schema: TSchema }[];
}

/** The resources in the order of the contract. */
export const RESOURCES: readonly Resource[] = [
  {
    title: 'User profile',
    schema: UserProfile,
    description:
      'The members of a profile depend on the route: the profile of the logged-in user, a friend or another listed user, ' +
      'the user in an entry of a class, or the result of creating an anonymous user.',
    variants: [
      { title: 'Own profile', schema: OwnProfile },
      { title: 'Listed user', schema: ListedUser },
      { title: 'Class member', schema: ClassMember },
      { title: 'Anonymous user result', schema: AnonymousUser },
    ],
  },
  { title: 'Course', schema: Course, description: 'A course has any number of lessons.' },
  { title: 'Course objective', schema: CourseObjective },
  {
    title: 'Objective performance entry',
    schema: ObjectivePerformance,
    parts: [{ title: 'Lesson score', schema: LessonScore }],
  },
  {
    title: 'Course levels result',
    schema: CourseLevels,
    description: 'A course with its levels.',
    parts: [
      { title: 'Course level', schema: Level },
      { title: 'Lesson item', schema: Lesson, description: 'Child lessons are lessons, in order.' },
    ],
  },
  {
    title: 'Class',
    schema: ClassListItem,
    description: 'A class in the class list.',
    parts: [{ title: 'Class structure', schema: ClassStructure }],
  },
  { title: 'Question', schema: Question },
  {
    title: 'Note',
    schema: Note,
    description: 'The members of requests. Other members of a note as read are not shown.',
  },
  { title: 'Bucket', schema: Bucket },
  {
    title: 'Badge and badge assertion',
    schema: Badge,
    description: 'The members at creation.',
    parts: [{ title: 'Badge assertion', schema: BadgeAssertion, description: 'The members at creation.' }],
  },
  {
    title: 'Notification',
    schema: Notification,
    description: 'The members at creation.',
    parts: [
      {
        title: 'Notification as read',
        schema: NotificationRecord,
        description: "Other members, including the acknowledge flag's name, are not shown.",
      },
    ],
  },
  {
    title: 'ATO request and alert',
    schema: AtoRequest,
    description: 'A request. On a first request many members are unset, which may mean absent or null.',
    parts: [{ title: 'ATO alert', schema: AtoAlert }],
  },
  {
    title: 'Additional info',
    schema: AdditionalInfo,
    description: 'An item of information that a plugin adds to a user.',
  },
  {
    title: 'xAPI statement parts',
    schema: XapiActor,
    description: 'The actor of a version 2 statement.',
    parts: [
      { title: 'xAPI verb', schema: XapiVerb },
      { title: 'xAPI object', schema: XapiObject },
      { title: 'xAPI context', schema: XapiContext },
      {
        title: 'xAPI version 1 object',
        schema: XapiV1Object,
        description: 'The keys that index a statement; others are possible.',
      },
    ],
  },
];
