import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { type Connection, type PageArguments, readConnection } from '../../graph/connection.ts';
import { isWithinLimit } from '../../graph/id-limit.ts';
import { oncePerKey } from '../../graph/loader.ts';
import { fieldsBelow, type SelectionInfo, textArgument } from '../../graph/selection.ts';
import type { Platform } from '../../platform/client.ts';
import * as routes from '../../platform/routes/course.ts';
import { type CourseLevels, LevelsLoader, type LevelsOf } from './levels.ts';

/** A row without a course ID, with that of the course it was requested for. No executor copies its members. */
interface OfCourse<Row> {
  courseId: string;
  row: Row;
}
export type Objective = OfCourse<routes.ObjectiveRow>;
export type Performance = OfCourse<routes.PerformanceRow>;
export type ScoredLesson = OfCourse<routes.LessonScoreRow>;

/** Reference to a lesson from another record, with the course and class if the record names them. */
export interface LessonReference {
  lessonId: string | null;
  courseId: string | null;
  classId: string | null;
}

/**
 * Course reads of one operation.
 *
 * byId: course ID -> row, or null if absent or hidden. One call per distinct ID; primed by the whole rows of the course
 * list, class rows, class structures and course levels. A row without a documented member is not whole: see `facet` in
 * `resolvers.ts`.
 * list: one call per distinct page. objectives, performance: course ID -> rows; one call per distinct course.
 * levels: see {@link LevelsLoader}.
 * lesson: a lesson that another record references, from the levels of its course, or of its class if no course is known.
 * Each fails with UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE or
 * UPSTREAM_BAD_RESPONSE.
 */
export function courseLoaders(platform: Platform) {
  const byId = oncePerKey(platform, (courseId: string) => platform.read(routes.readCourse, { courseId }));
  const prime = (row: routes.CourseRow): void => byId.prime(row, idOfWholeCourse);
  const pages = oncePerKey(
    platform,
    async ({ limit, page }: { limit: number; page: number }) => {
      const response = await platform.read(routes.listCourses, { limit, page });
      for (const row of response.rows) prime(row);
      return response;
    },
    ({ limit, page }) => `${limit}:${page}`,
  );
  const performance = oncePerKey(platform, async (courseId: string): Promise<Map<string, Performance>> => {
    const rows = (await platform.read(routes.listPerformance, { courseId })) ?? [];
    return new Map(rows.map((row) => [String(row.objectiveId), { courseId, row }]));
  });
  const levels = new LevelsLoader(platform, prime);
  const students = new WeakMap<routes.LessonRow, string>();
  const levelsOf = (of: LevelsOf, info: GraphQLResolveInfo): Promise<CourseLevels | null> =>
    levels.levels(of, selectedStudent(info));
  return {
    byId,
    prime,
    list: (paging: PageArguments): Promise<Connection<routes.CourseRow>> =>
      readConnection(paging, 'courses', (limit, page) => pages.load({ limit, page })),
    objectives: oncePerKey(platform, async (courseId: string): Promise<Objective[] | null> => {
      const rows = await platform.read(routes.listObjectives, { courseId });
      return rows?.map((row) => ({ courseId, row })) ?? null;
    }),
    performance,
    /** Levels, with the locks of a student if the operation selects them below. */
    levelsOf,
    locks: (of: LevelsOf, studentId: string) => levels.locks(of, studentId),
    /** All lessons, with the locks of a student. */
    lessonsOf: async (of: LevelsOf, studentId: string): Promise<routes.LessonRow[] | null> => {
      const lessons = (await levels.locks(of, studentId))?.lessons() ?? null;
      for (const lesson of lessons ?? []) students.set(lesson, studentId);
      return lessons;
    },
    /** The student that a row of `lessonsOf` was read for. */
    studentOf: (lesson: routes.LessonRow): string => {
      const studentId = students.get(lesson);
      if (studentId === undefined) throw new Error('This lesson was not read for a student.');
      return studentId;
    },
    lesson: async (
      { lessonId, courseId, classId }: LessonReference,
      info: GraphQLResolveInfo,
    ): Promise<routes.LessonRow | null> => {
      if (lessonId === null || (courseId === null && classId === null)) return null;
      const of = courseId === null ? { classId: String(classId) } : { courseId };
      return (await levelsOf(of, info))?.lesson(lessonId) ?? null;
    },
    /** Discards performance and locks after a write that may have changed results. */
    clearProgress: (): void => {
      performance.clear();
      levels.clear();
    },
  };
}

/** Null: the course's own route may return more. */
const idOfWholeCourse = (row: routes.CourseRow): string | null =>
  routes.isWholeCourse(row) ? String(row.courseId) : null;

export type CourseLoaders = ReturnType<typeof courseLoaders>;

const LOCK_FIELD = 'locked';
const STUDENT_ARGUMENT = 'studentId';

/**
 * The first student whose locks are selected below a field that reads levels, so that one call returns both. Null: none.
 * Only `Lesson` has a field `locked`.
 */
function selectedStudent(info: SelectionInfo): string | null {
  const { fragments, variableValues } = info;
  for (const field of fieldsBelow(info)) {
    const student =
      field.name.value === LOCK_FIELD
        ? studentArgument(field, info)
        : selectedStudent({ fieldNodes: [field], fragments, variableValues });
    if (student !== null) return student;
  }
  return null;
}

/** Null for an ID that the field itself refuses. */
function studentArgument(field: FieldNode, info: SelectionInfo): string | null {
  const student = textArgument(field, STUDENT_ARGUMENT, info);
  return student && isWithinLimit(student) ? student : null;
}
