import type { GraphQLResolveInfo } from 'graphql';
import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import {
  type CourseRow,
  type LessonRow,
  type LessonScoreRow,
  listCourses,
  listObjectives,
  listPerformance,
  type ObjectiveRow,
  type PerformanceRow,
  readCourse,
} from '../../platform/routes/course.ts';
import { LevelsLoader } from './levels.ts';
import { studentAskedForBelow } from './selected-student.ts';

export type CourseWindow = Connection<CourseRow>;
export type CourseWindowRow = Edge<CourseRow>;

/** Rows that do not name their course, with the course they were asked for under. */
export interface Objective {
  courseId: string;
  row: ObjectiveRow;
}
export interface Performance {
  courseId: string;
  row: PerformanceRow;
}
export interface ScoredLesson {
  courseId: string;
  row: LessonScoreRow;
}

/** A lesson that a record of another kind names, with whatever that record says about where the lesson stands. */
export interface LessonNamed {
  lessonId: string | null;
  courseId: string | null;
  classId: string | null;
}

/**
 * Course reads of one operation.
 *
 * byId: course id -> row, or null when absent or hidden. One call per distinct id; filled by the course list, class
 * rows, class structures and course levels.
 * list: one call per distinct page. objectives, performance: course id -> rows; one call per distinct course.
 * levels: see {@link LevelsLoader}.
 * lesson: a lesson that another record names, from the levels of its course, or of its class where no course is known.
 * Each fails with UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE or
 * UPSTREAM_BAD_RESPONSE.
 */
export function courseLoaders(platform: Platform) {
  const byId = oncePerKey(platform, (courseId: string) => platform.read(readCourse, { courseId }));
  const see = (row: CourseRow): void => byId.prime(String(row.courseId), row);
  const pages = oncePerKey(
    platform,
    async ({ limit, page }: { limit: number; page: number }) => {
      const reply = await platform.read(listCourses, { limit, page });
      for (const row of reply?.rows ?? []) see(row);
      return reply;
    },
    ({ limit, page }) => `${limit}:${page}`,
  );
  const performance = oncePerKey(platform, async (courseId: string): Promise<Map<string, Performance>> => {
    const rows = (await platform.read(listPerformance, { courseId })) ?? [];
    return new Map(rows.map((row) => [String(row.objectiveId), { courseId, row }]));
  });
  const levels = new LevelsLoader(platform, see);
  return {
    byId,
    see,
    list: (window: PageArguments): Promise<CourseWindow | null> =>
      readConnection(window, 'courses', (limit, page) => pages.load({ limit, page })),
    objectives: oncePerKey(platform, async (courseId: string): Promise<Objective[] | null> => {
      const rows = await platform.read(listObjectives, { courseId });
      return rows?.map((row) => ({ courseId, row })) ?? null;
    }),
    performance,
    levels,
    lesson: async (
      { lessonId, courseId, classId }: LessonNamed,
      info: GraphQLResolveInfo,
    ): Promise<LessonRow | null> => {
      if (lessonId === null || (courseId === null && classId === null)) return null;
      const of = courseId === null ? { classId: String(classId) } : { courseId };
      return (await levels.levels(of, studentAskedForBelow(info)))?.lesson(lessonId) ?? null;
    },
    /** Somebody's results have changed, and with them performance and locks. */
    clearProgress: (): void => {
      performance.clear();
      levels.clear();
    },
  };
}

export type CourseLoaders = ReturnType<typeof courseLoaders>;
