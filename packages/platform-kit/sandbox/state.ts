import type { App, Plugin } from './developer-console.ts';
import type { AtoRequest } from './school/ato.ts';
import type { Badge, BadgeAssertion } from './school/badge.ts';
import type { Bucket } from './school/bucket.ts';
import type { Class } from './school/class.ts';
import type { Course, Lesson, Objective } from './school/course.ts';
import type { LeaderboardEntry } from './school/leaderboard.ts';
import type { Note } from './school/note.ts';
import type { Notification } from './school/notification.ts';
import type { LessonResult } from './school/progress.ts';
import type { Question } from './school/question.ts';
import type { User } from './school/user.ts';
import type { School } from './school.ts';
import { Sessions } from './sessions.ts';
import type { StoredStatement, XapiVocabulary } from './xapi.ts';

/** One app's data on the platform. */
export interface AppData {
  readonly buckets: Map<string, Bucket>;
  leaderboard: LeaderboardEntry[];
  /** Oldest first. */
  readonly notifications: Notification[];
}

/** The complete state of one platform; platforms share nothing. */
export interface State {
  readonly now: () => number;
  readonly apps: ReadonlyMap<string, App>;
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly xapi: XapiVocabulary;
  /** Maximum bucket data per app, in bytes. */
  readonly bucketStorage: number;
  readonly sessions: Sessions;
  readonly users: Map<string, User>;
  readonly friendships: readonly (readonly [string, string])[];
  readonly courses: ReadonlyMap<string, Course>;
  readonly classes: ReadonlyMap<string, Class>;
  /** All lessons of all courses, including child lessons. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  /** Results by student ID, then by lesson ID. */
  readonly progress: Map<string, Map<string, LessonResult>>;
  readonly questions: readonly Question[];
  readonly notes: Map<string, Note>;
  /** By client ID. */
  readonly appData: ReadonlyMap<string, AppData>;
  readonly statements: StoredStatement[];
  readonly badges: Map<string, Badge>;
  readonly badgeAssertions: BadgeAssertion[];
  /** Additional info from AI plugins, by user ID. */
  readonly additionalInfo: Map<string, { title: string; description: string }[]>;
  readonly atoRequests: Map<string, AtoRequest>;
}

export interface StateOptions {
  now: () => number;
  tokenLifetime: number;
  /** Seed data. */
  school: School;
  /** The first one owns the app data in the seed data. */
  apps: App[];
  plugins: Plugin[];
  xapi: XapiVocabulary;
  bucketStorage: number;
}

/** Creates a platform's initial state: the seed data, and no sessions. */
export function createState(options: StateOptions): State {
  const start = structuredClone(options.school);
  return {
    now: options.now,
    apps: byKey(options.apps, (app) => app.clientId),
    plugins: byKey(options.plugins, (plugin) => plugin.clientId),
    xapi: options.xapi,
    bucketStorage: options.bucketStorage,
    sessions: new Sessions(options.now, options.tokenLifetime),
    users: byKey(start.users, (user) => user.userId),
    friendships: start.friendships,
    courses: byKey(start.courses, (course) => course.courseId),
    classes: byKey(start.classes, (group) => group.groupId),
    lessons: byKey(start.courses.flatMap(lessonsIn), (lesson) => lesson.lessonId),
    progress: new Map(
      Object.entries(start.progress).map(([studentId, results]) => [
        studentId,
        byKey(results, (result) => result.lessonId),
      ]),
    ),
    questions: start.questions,
    notes: byKey(start.notes, (note) => note.noteId),
    appData: new Map(
      options.apps.map(({ clientId }, index) => [
        clientId,
        {
          buckets: byKey(index === 0 ? start.buckets : [], (bucket) => bucket.id),
          leaderboard: index === 0 ? [...start.leaderboard] : [],
          notifications: index === 0 ? [...start.notifications] : [],
        },
      ]),
    ),
    statements: [],
    badges: byKey(start.badges, (badge) => badge.badgeId),
    badgeAssertions: [...start.badgeAssertions],
    additionalInfo: new Map(),
    atoRequests: new Map(),
  };
}

/** The current time in the platform's format. */
export function timestamp(state: State): string {
  return new Date(state.now()).toISOString();
}

/** An objective of any course. */
export const findObjective = (state: State, objectiveId: string): Objective | undefined =>
  [...state.courses.values()]
    .flatMap(({ objectives }) => objectives)
    .find((objective) => objective.objectiveId === objectiveId);

function byKey<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [key(item), item]));
}

function lessonsIn(course: Course): Lesson[] {
  return course.levels.flatMap((level) => level.lessons.flatMap(withChildren));
}

function withChildren(lesson: Lesson): Lesson[] {
  return [lesson, ...lesson.childLessons.flatMap(withChildren)];
}
