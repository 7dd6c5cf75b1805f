import { type Static, Type } from 'typebox';
import { recordedPage, recordedRow } from '../recorded.ts';
import { readRoute } from '../route.ts';
import { documented, flag, id, maybe, noun, number, row, rows, text, texts } from '../wire.ts';

/** Members of every course. The cover photo may be null, so a row may omit it. */
const PROMISED = ['name', 'description', 'profilePic'] as const;
const courseFields = { courseId: id, name: text, description: text, profilePic: text, coverPhoto: text };

/** A course. Contract: Resources, Course. */
export const courseRow = Type.Object(courseFields, documented(...PROMISED));
export type CourseRow = Static<typeof courseRow>;
const COURSE_NAMES = ['course', 'courses'];
const COURSE = noun(courseRow, COURSE_NAMES);

/** Whether a row has every documented member of a course, but for the cover photo, which may be missing. */
export const isWholeCourse = (row: CourseRow): boolean =>
  PROMISED.every((member) => row[member] !== undefined);

/** An objective of a course. Contract: Resources, Course objective. */
const objectiveRow = Type.Object(
  { objectiveId: id, name: text, lessonIds: maybe(Type.Array(id)) },
  documented('name', 'lessonIds'),
);
export type ObjectiveRow = Static<typeof objectiveRow>;
const OBJECTIVE = noun(objectiveRow, ['objectives']);

const lessonScoreRow = Type.Object({ lessonId: id, score: number, scoreType: text }, documented());
export type LessonScoreRow = Static<typeof lessonScoreRow>;

/** The student's performance on one objective. Contract: Resources, Objective performance entry. */
const performanceRow = Type.Object(
  {
    objectiveId: id,
    name: text,
    skill: number,
    skillDescription: text,
    score: number,
    lessonScores: maybe(Type.Array(lessonScoreRow)),
  },
  documented('name', 'skill', 'lessonScores'),
);
export type PerformanceRow = Static<typeof performanceRow>;
const PERFORMANCE = noun(performanceRow, ['performance', 'objectives']);

/** A lesson, with its child lessons in order. Contract: Resources, Course levels result, Lesson item. */
const lessonRow = Type.Cyclic(
  {
    Lesson: Type.Object(
      {
        lessonId: id,
        courseId: id,
        name: text,
        description: text,
        profilePic: text,
        coverPhoto: text,
        media: text,
        isAssessment: flag,
        expectedCompletionTime: number,
        instructorGraded: flag,
        public: flag,
        childLessons: maybe(Type.Array(Type.Ref('Lesson'))),
        launchParameters: texts,
        locked: flag,
      },
      documented('name', 'description', 'isAssessment', 'instructorGraded', 'public', 'locked'),
    ),
  },
  'Lesson',
);
export type LessonRow = Static<typeof lessonRow>;

const levelRow = Type.Object(
  { levelId: id, name: text, lessons: maybe(Type.Array(lessonRow)) },
  documented('name', 'lessons'),
);
export type LevelRow = Static<typeof levelRow>;

/** A course with its levels and lessons in order. Contract: Resources, Course levels result. */
const courseLevelsRow = Type.Object(
  { ...courseFields, levels: maybe(Type.Array(levelRow)) },
  documented(...PROMISED, 'levels'),
);
export type CourseLevelsRow = Static<typeof courseLevelsRow>;
const COURSE_WITH_LEVELS = noun(courseLevelsRow, COURSE_NAMES);

/** GET /edu/v1/course: one course. Contract: Endpoints, Courses. */
export const readCourse = readRoute<{ courseId: string }>().at('/edu/v1/course', row(COURSE), {
  absent: null,
});

/** GET /edu/v1/course/list: a page of all courses, from 1. Contract: Endpoints, Courses. */
export const listCourses = readRoute<{ limit: number; page: number }>().at(
  '/edu/v1/course/list',
  recordedPage(COURSE),
);

/** GET /edu/v1/course/objectives: the objectives of a course. Contract: Endpoints, Courses. */
export const listObjectives = readRoute<{ courseId: string }>().at(
  '/edu/v1/course/objectives',
  rows(OBJECTIVE),
  { absent: null },
);

/** GET /edu/v1/course/objectives/performance: the signed-in student's. Contract: Endpoints, Courses. */
export const listPerformance = readRoute<{ courseId: string }>().at(
  '/edu/v1/course/objectives/performance',
  rows(PERFORMANCE),
  { absent: null },
);

/**
 * GET /edu/v1/course/levels: a course with levels and lessons in order. With `studentId`, `locked` is for that student;
 * without it, `locked` is always false. Contract: Endpoints, Courses, Course levels rules.
 */
export const readCourseLevels = readRoute<{ courseId?: string; classId?: string; studentId?: string }>().at(
  '/edu/v1/course/levels',
  recordedRow(COURSE_WITH_LEVELS),
  { absent: null },
);
