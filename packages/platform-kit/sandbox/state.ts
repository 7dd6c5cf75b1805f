import type { AtoRequest } from './ato.ts';
import type { App, Plugin, XapiVocabulary } from './developer-console.ts';
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
  School,
  User,
} from './school.ts';
import { Sessions, type StoredSessions } from './sessions.ts';
import type { StoredStatement } from './xapi.ts';

/** One app's data on the platform. */
export interface AppData {
  readonly buckets: Map<string, Bucket>;
  readonly leaderboard: LeaderboardEntry[];
  /** Oldest first. */
  readonly notifications: Notification[];
}

/** The state that survives a restart: collections that requests change. */
export interface StoredState {
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
  readonly signedIn: StoredSessions;
}

/** What a platform is started with. */
interface Settings {
  readonly now: () => number;
  readonly dialect: Dialect;
  readonly xapi: XapiVocabulary;
  /** Maximum bucket data per app, in bytes. */
  readonly bucketStorage: number;
  /** Of every user, on the sign-in page. */
  readonly password: string;
  /** Whether other machines can reach the platform: it then shows the password to no one. */
  readonly isShared: boolean;
}

/** The complete state of one platform; platforms share nothing. */
export interface State extends Settings, StoredState, Pick<School, 'friendships' | 'questions'> {
  readonly apps: ReadonlyMap<string, App>;
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly courses: ReadonlyMap<string, Course>;
  readonly classes: ReadonlyMap<string, Class>;
  /** All lessons of all courses, including child lessons. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly sessions: Sessions;
  /** The part that survives a restart. */
  readonly stored: StoredState;
}

export interface StateOptions extends Settings {
  tokenLifetime: number;
  /** Seed data. */
  school: School;
  /** The first one owns the app data in the seed data. */
  apps: App[];
  plugins: Plugin[];
  /** Null: start with the seed data. */
  stored: StoredState | null;
}

/** Creates the initial state of a platform: the stored one, or else the seed data without sessions. */
export function createState({ school, apps, plugins, tokenLifetime, ...options }: StateOptions): State {
  const seed = structuredClone(school);
  const stored = options.stored ?? seeded(seed, apps);
  for (const { clientId } of apps)
    if (!stored.appData.has(clientId))
      stored.appData.set(clientId, { buckets: new Map(), leaderboard: [], notifications: [] });
  return {
    ...options,
    ...stored,
    stored,
    apps: byKey(apps, 'clientId'),
    plugins: byKey(plugins, 'clientId'),
    friendships: seed.friendships,
    courses: byKey(seed.courses, 'courseId'),
    classes: byKey(seed.classes, 'groupId'),
    lessons: byKey(seed.courses.flatMap(lessonsIn), 'lessonId'),
    questions: seed.questions,
    sessions: new Sessions(options.now, tokenLifetime, stored.signedIn),
  };
}

function seeded(seed: School, [owner]: readonly App[]): StoredState {
  const { leaderboard, notifications, badgeAssertions } = seed;
  const data: AppData = { buckets: byKey(seed.buckets, 'id'), leaderboard, notifications };
  return {
    users: byKey(seed.users, 'userId'),
    progress: new Map(
      Object.entries(seed.progress).map(([studentId, results]) => [studentId, byKey(results, 'lessonId')]),
    ),
    notes: byKey(seed.notes, 'noteId'),
    appData: new Map(owner ? [[owner.clientId, data]] : []),
    statements: [],
    badges: byKey(seed.badges, 'badgeId'),
    badgeAssertions,
    additionalInfo: new Map(),
    atoRequests: new Map(),
    signedIn: { sessions: new Map(), tokens: new Map() },
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

const byKey = <Key extends string, Item extends Readonly<Record<Key, string>>>(
  items: readonly Item[],
  key: Key,
): Map<string, Item> => new Map(items.map((item) => [item[key], item]));

function lessonsIn(course: Course): Lesson[] {
  return course.levels.flatMap((level) => level.lessons.flatMap(withChildren));
}

function withChildren(lesson: Lesson): Lesson[] {
  return [lesson, ...lesson.childLessons.flatMap(withChildren)];
}
