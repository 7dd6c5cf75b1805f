import type { App, Plugin } from './registration.ts';
import type { Class } from './school/class.ts';
import type { Course, Lesson } from './school/course.ts';
import type { LessonResult } from './school/progress.ts';
import type { User } from './school/user.ts';
import { school } from './school.ts';
import { Sessions } from './sessions.ts';

/** Everything one platform knows. Each platform has its own; nothing is shared between two. */
export interface State {
  readonly now: () => number;
  readonly apps: ReadonlyMap<string, App>;
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly sessions: Sessions;
  readonly users: Map<string, User>;
  readonly friendships: readonly (readonly [string, string])[];
  readonly courses: ReadonlyMap<string, Course>;
  readonly classes: ReadonlyMap<string, Class>;
  /** Every lesson of every course, child lessons included. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  /** Results by student ID, then by lesson ID. */
  readonly progress: Map<string, Map<string, LessonResult>>;
}

export interface StateOptions {
  now: () => number;
  tokenLifetime: number;
  apps: App[];
  plugins: Plugin[];
}

/** A platform's state on its first day: the school, and nobody signed in. */
export function createState({ now, tokenLifetime, apps, plugins }: StateOptions): State {
  const { users, friendships, courses, classes, progress } = structuredClone(school);
  return {
    now,
    apps: new Map(apps.map((app) => [app.clientId, app])),
    plugins: new Map(plugins.map((plugin) => [plugin.clientId, plugin])),
    sessions: new Sessions(now, tokenLifetime),
    users: new Map(users.map((user) => [user.userId, user])),
    friendships,
    courses: new Map(courses.map((course) => [course.courseId, course])),
    classes: new Map(classes.map((group) => [group.groupId, group])),
    lessons: new Map(courses.flatMap(lessonsIn).map((lesson) => [lesson.lessonId, lesson])),
    progress: new Map(
      Object.entries(progress).map(([studentId, results]) => [
        studentId,
        new Map(results.map((result) => [result.lessonId, result])),
      ]),
    ),
  };
}

/** The time as the platform writes it. */
export function timestamp(state: State): string {
  return new Date(state.now()).toISOString();
}

function lessonsIn(course: Course): Lesson[] {
  return course.levels.flatMap((level) => level.lessons.flatMap(withChildren));
}

function withChildren(lesson: Lesson): Lesson[] {
  return [lesson, ...lesson.childLessons.flatMap(withChildren)];
}
