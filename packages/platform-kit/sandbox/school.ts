import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import * as contract from '../contract/resources.ts';

const Strings = Type.Array(Type.String());

const User = Type.Object({
  ...contract.OwnProfile.properties,
  userType: Type.Union([Type.Literal('adult'), Type.Literal('child'), Type.Literal('teen-minor')]),
  accountType: Type.Union([Type.Literal('Parent'), Type.Literal('Kid'), Type.Literal('Adult')]),
  anonymous: Type.Boolean(),
  /** The app that created an anonymous user. Null: a user of every app. */
  appId: Type.Union([Type.String(), Type.Null()]),
  publicSearch: Type.Boolean(),
  hobbies: Strings,
  skills: Type.Array(Type.Object({ name: Type.String(), proficiency: Type.Number() })),
});

/** A lesson as the platform stores it, with the lessons to complete before it is unlocked. */
const Lesson = Type.Cyclic({ Lesson: Type.Object({ ...contract.lesson, prerequisites: Strings }) }, 'Lesson');

const Level = Type.Object({
  levelId: Type.String(),
  name: Type.String(),
  /** Levels to complete before the lessons of this one are unlocked. */
  prerequisites: Strings,
  lessons: Type.Array(Lesson),
});

const Course = Type.Object({
  ...contract.Course.properties,
  /** Users who manage the course's content, including its questions. */
  managerIds: Strings,
  objectives: Type.Array(contract.CourseObjective),
  levels: Type.Array(Level),
});

/** Contract: Resources, Class. */
const Class = Type.Object({
  groupId: Type.String(),
  name: Type.String(),
  joinCode: Type.String(),
  courseId: Type.String(),
  /** ISO 8601. The newest of a student's classes in one course is the current one. */
  createdDate: Type.String(),
  instructors: Type.Array(Type.Object({ instructorId: Type.String(), userId: Type.String() })),
  students: Type.Array(Type.Object({ studentId: Type.String(), userId: Type.String() })),
  observers: Type.Array(Type.Object({ observerId: Type.String(), userId: Type.String() })),
});

/** A student's result in one lesson. Lock status and objective performance are computed from results. */
const LessonResult = Type.Object({
  lessonId: Type.String(),
  completed: Type.Boolean(),
  score: Type.Union([Type.Number(), Type.Null()]),
  /** Scores for single objectives of the course, instead of the lesson as a whole. */
  objectiveScores: Type.Record(Type.String(), Type.Number()),
});

/** A note with the metadata that the platform derives. */
const Note = Type.Object({
  ...contract.Note.properties,
  noteId: Type.String(),
  text: Type.String(),
  /** The author. */
  creatorId: Type.String(),
  createdDate: Type.String(),
  /** The courses of the student whom it is about. */
  courseIds: Type.Optional(Strings),
});

/** A user's score in one set of categories. Contract: Leaderboard. */
const LeaderboardEntry = Type.Object({
  userId: Type.String(),
  /** Sorted, so that the order of categories does not matter. */
  categories: Strings,
  score: Type.Number(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
});

/** A stored notification. Contract: Resources, Notification. */
const Notification = Type.Object({
  notificationId: Type.String(),
  receiver: Type.String(),
  sender: Type.String(),
  text: Type.String(),
  textParameters: Type.Union([Type.String(), Type.Null()]),
  /** The view to open. */
  path: Type.Union([Type.String(), Type.Null()]),
  persist: Type.Boolean(),
  acknowledge: Type.Boolean(),
  createdDate: Type.String(),
});

const Badge = Type.Object({
  ...contract.Badge.properties,
  badgeId: Type.String(),
  /** A service badge belongs to a course or an objective; a plugin's badge to neither. */
  origin: Type.Union([Type.Literal('service'), Type.Literal('plugin')]),
  courseId: Type.Optional(Type.String()),
  objectiveId: Type.Optional(Type.String()),
  versionId: Type.Optional(Type.String()),
});

/** A badge awarded to a user. */
const BadgeAssertion = Type.Object({ ...contract.BadgeAssertion.properties, assertionId: Type.String() });

/** A user with all stored fields; each route returns a subset. */
export type User = Static<typeof User>;
export type Lesson = Static<typeof Lesson>;
export type Level = Static<typeof Level>;
export type Objective = Static<typeof contract.CourseObjective>;
export type Course = Static<typeof Course>;
export type Class = Static<typeof Class>;
export type LessonResult = Static<typeof LessonResult>;
export type Note = Static<typeof Note>;
/** An app's data, shared by a list of users. */
export type Bucket = Static<typeof contract.Bucket>;
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;
export type Notification = Static<typeof Notification>;
export type Badge = Static<typeof Badge>;
export type BadgeAssertion = Static<typeof BadgeAssertion>;

/**
 * Each list in the platform's order. Buckets, scores and notifications are the production app's, oldest first. Each member is
 * in the file of its name in `school/`.
 */
export const School = Type.Object({
  users: Type.Array(User),
  /** Pairs of friends; friendship is mutual. */
  friendships: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  courses: Type.Array(Course),
  classes: Type.Array(Class),
  /** Results by student ID. Students without an entry have not started. */
  progress: Type.Record(Type.String(), Type.Array(LessonResult)),
  questions: Type.Array(contract.Question),
  notes: Type.Array(Note),
  buckets: Type.Array(contract.Bucket),
  leaderboard: Type.Array(LeaderboardEntry),
  notifications: Type.Array(Notification),
  /** One per course and one per objective. */
  badges: Type.Array(Badge),
  badgeAssertions: Type.Array(BadgeAssertion),
});
export type School = Readonly<Static<typeof School>>;

/** A member of the school, from its file. */
const memberOf = (name: string) => [
  name,
  JSON.parse(readFileSync(new URL(`school/${name}.json`, import.meta.url), 'utf8')),
];

/**
 * Seed data of a platform. Never modified: each platform works on its own copy. The files are part of this package:
 * `test/sandbox/school.test.ts` compares them with the schema, which would take a tenth of a start.
 */
export const school: School = Object.fromEntries(Object.keys(School.properties).map(memberOf));
