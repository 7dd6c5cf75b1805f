import type { AtoRequest } from './ato.ts';
import type { App, Plugin } from './developer-console.ts';
import type { Dialect } from './dialect.ts';
import type {
  Badge,
  BadgeAssertion,
  Bucket,
  Class,
  Course,
  LeaderboardEntry,
  Lesson,
  LessonResult,
  Note,
  Notification,
  Objective,
  Question,
  School,
  User,
} from './school.ts';
import { Sessions, type StoredSessions } from './sessions.ts';
import type { StoredStatement, XapiVocabulary } from './xapi.ts';

/** One app's data on the platform. */
export interface AppData {
  readonly buckets: Map<string, Bucket>;
  leaderboard: LeaderboardEntry[];
  /** Oldest first. */
  readonly notifications: Notification[];
}

/** The state that requests can change, except for sessions. */
interface ChangingState {
  readonly users: Map<string, User>;
  /** Results by student ID, then by lesson ID. */
  readonly progress: Map<string, Map<string, LessonResult>>;
  readonly notes: Map<string, Note>;
  /** By client ID. */
  readonly appData: Map<string, AppData>;
  readonly statements: StoredStatement[];
  readonly badges: Map<string, Badge>;
  readonly badgeAssertions: BadgeAssertion[];
  /** Additional info from AI plugins, by user ID. */
  readonly additionalInfo: Map<string, { title: string; description: string }[]>;
  readonly atoRequests: Map<string, AtoRequest>;
}

/** The state that survives a restart. */
export type StoredState = ChangingState & { sessions: StoredSessions };

/** The complete state of one platform; platforms share nothing. */
export interface State extends ChangingState {
  readonly now: () => number;
  readonly dialect: Dialect;
  readonly apps: ReadonlyMap<string, App>;
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly xapi: XapiVocabulary;
  /** Maximum bucket data per app, in bytes. */
  readonly bucketStorage: number;
  readonly sessions: Sessions;
  /** Of every user, on the sign-in page. */
  readonly password: string;
  /** Whether other machines can reach the platform: it then shows the password to no one. */
  readonly isShared: boolean;
  readonly friendships: readonly (readonly [string, string])[];
  readonly courses: ReadonlyMap<string, Course>;
  readonly classes: ReadonlyMap<string, Class>;
  /** All lessons of all courses, including child lessons. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly questions: readonly Question[];
}

export interface StateOptions {
  now: () => number;
  dialect: Dialect;
  tokenLifetime: number;
  password: string;
  isShared: boolean;
  /** Seed data. */
  school: School;
  /** The first one owns the app data in the seed data. */
  apps: App[];
  plugins: Plugin[];
  xapi: XapiVocabulary;
  bucketStorage: number;
  /** Null: start with the seed data. */
  stored: StoredState | null;
}

/** Creates the initial state of a platform: the stored one, or else the seed data without sessions. */
export function createState(options: StateOptions): State {
  const { now, apps, stored } = options;
  const seed = structuredClone(options.school);
  const changing = stored ?? seeded(seed, apps);
  return {
    now,
    dialect: options.dialect,
    apps: byKey(apps, (app) => app.clientId),
    plugins: byKey(options.plugins, (plugin) => plugin.clientId),
    xapi: options.xapi,
    bucketStorage: options.bucketStorage,
    password: options.password,
    isShared: options.isShared,
    friendships: seed.friendships,
    courses: byKey(seed.courses, (course) => course.courseId),
    classes: byKey(seed.classes, (group) => group.groupId),
    lessons: byKey(seed.courses.flatMap(lessonsIn), (lesson) => lesson.lessonId),
    questions: seed.questions,
    ...changing,
    appData: new Map(apps.map(({ clientId }) => [clientId, changing.appData.get(clientId) ?? noData()])),
    sessions: new Sessions(now, options.tokenLifetime, stored?.sessions),
  };
}

function seeded(seed: School, apps: readonly App[]): ChangingState {
  const [owner] = apps;
  const data: AppData = {
    buckets: byKey(seed.buckets, (bucket) => bucket.id),
    leaderboard: [...seed.leaderboard],
    notifications: [...seed.notifications],
  };
  return {
    users: byKey(seed.users, (user) => user.userId),
    progress: new Map(
      Object.entries(seed.progress).map(([studentId, results]) => [
        studentId,
        byKey(results, (result) => result.lessonId),
      ]),
    ),
    notes: byKey(seed.notes, (note) => note.noteId),
    appData: new Map(owner ? [[owner.clientId, data]] : []),
    statements: [],
    badges: byKey(seed.badges, (badge) => badge.badgeId),
    badgeAssertions: [...seed.badgeAssertions],
    additionalInfo: new Map(),
    atoRequests: new Map(),
  };
}

const noData = (): AppData => ({ buckets: new Map(), leaderboard: [], notifications: [] });

/** The part of a state that survives a restart. */
export const storedStateOf = ({ sessions, ...state }: State): StoredState => ({
  sessions: sessions.stored,
  users: state.users,
  progress: state.progress,
  notes: state.notes,
  appData: state.appData,
  statements: state.statements,
  badges: state.badges,
  badgeAssertions: state.badgeAssertions,
  additionalInfo: state.additionalInfo,
  atoRequests: state.atoRequests,
});

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
