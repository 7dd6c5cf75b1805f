import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { calls, free, pages, perNearest, perParent, perResult, rows } from '../../graph/cost.ts';
import { idFrom, ofMember, theRow } from '../../graph/member.ts';
import type { ClassRow } from '../../platform/routes/class.ts';
import * as routes from '../../platform/routes/course.ts';
import {
  courseAbove,
  courseOfClass,
  courseOfParent,
  lessonsOfClass,
  lessonsOfCourse,
  levelsOf,
} from '../loader-costs.ts';
import type { LevelsOf } from './levels.ts';
import type { CourseLoaders } from './loaders.ts';

/**
 * Resolves a member that every route documents: from the row, else from the course's own route. Only a platform that deviates
 * from its contract causes a call.
 */
const facet = <Field extends keyof routes.CourseRow>(field: Field) =>
  ofMember(
    field,
    free(
      (
        course: routes.CourseRow,
        _arguments: object,
        { loaders }: { loaders: { course: CourseLoaders } },
      ): routes.CourseRow[Field] | null | Promise<routes.CourseRow[Field] | null> =>
        course[field] === undefined && !routes.isWholeCourse(course)
          ? loaders.course.byId.load(String(course.courseId)).then((row) => row?.[field] ?? null)
          : (course[field] ?? null),
    ),
  );

/** The course of a class. */
const courseIn = ({ groupId, course }: ClassRow): LevelsOf =>
  course ? { courseId: String(course.courseId) } : { classId: String(groupId) };

export const courseResolvers = {
  Query: {
    course: calls(perResult(routes.readCourse), (_root, { id }, { loaders }) => loaders.course.byId.load(id)),
    courses: calls(pages(routes.listCourses), (_root, paging, { loaders }) => loaders.course.list(paging)),
  },
  Course: {
    id: idFrom('courseId'),
    name: facet('name'),
    description: facet('description'),
    profilePicId: facet('profilePic'),
    coverPhotoId: facet('coverPhoto'),
    objectives: calls(perParent(routes.listObjectives), ({ courseId }, _arguments, { loaders }) =>
      loaders.course.objectives.load(String(courseId)),
    ),
    levels: calls(
      levelsOf(({ parent }) => parent),
      async ({ courseId }, _arguments, { loaders }, info) =>
        (await loaders.course.levelsOf({ courseId: String(courseId) }, info))?.row.levels ?? null,
    ),
    lessons: calls(
      levelsOf(({ parent }) => parent),
      async ({ courseId }, _arguments, { loaders }, info) =>
        (await loaders.course.levelsOf({ courseId: String(courseId) }, info))?.lessons() ?? null,
      { yields: lessonsOfCourse },
    ),
    lesson: calls(
      levelsOf(({ parent }) => parent),
      async ({ courseId }, { id }, { loaders }, info) =>
        (await loaders.course.levelsOf({ courseId: String(courseId) }, info))?.lesson(id) ?? null,
    ),
  },
  Class: {
    levels: calls(
      levelsOf(courseOfParent),
      async (theClass, _arguments, { loaders }, info) =>
        (await loaders.course.levelsOf(courseIn(theClass), info))?.row.levels ?? null,
      { introduces: { Course: courseOfParent } },
    ),
  },
  ClassStudent: {
    lessons: calls(
      perParent(routes.readCourseLevels),
      async ({ studentId }, _arguments, { loaders }) => {
        const theClass = loaders.class.ofStudent(String(studentId));
        return theClass && loaders.course.lessonsOf(courseIn(theClass), String(studentId));
      },
      { yields: lessonsOfClass, introduces: { Course: courseOfClass } },
    ),
  },
  StudentLesson: { lesson: theRow },
  CourseObjective: {
    id: ({ row }) => String(row.objectiveId),
    name: ({ row }) => row.name ?? null,
    lessonIds: ({ row }) => row.lessonIds?.map(String) ?? null,
    lessons: calls(
      levelsOf(courseAbove),
      async ({ courseId, row }, _arguments, { loaders }, info) => {
        if (!row.lessonIds) return null;
        const levels = await loaders.course.levelsOf({ courseId }, info);
        return row.lessonIds
          .map((id) => levels?.lesson(String(id)))
          .filter((lesson): lesson is routes.LessonRow => !!lesson);
      },
      { yields: lessonsOfCourse },
    ),
    performance: calls(
      perNearest('Course', routes.listPerformance),
      async ({ courseId, row }, _arguments, { loaders }) =>
        (await loaders.course.performance.load(courseId)).get(String(row.objectiveId)) ?? null,
    ),
  },
  ObjectivePerformance: {
    skill: ({ row }) => row.skill ?? null,
    skillDescription: ({ row }) => row.skillDescription ?? null,
    score: ({ row }) => row.score ?? null,
    lessonScores: ({ courseId, row }) => row.lessonScores?.map((score) => ({ courseId, row: score })) ?? null,
  },
  LessonScore: {
    lessonId: ({ row }) => String(row.lessonId),
    score: ({ row }) => row.score ?? null,
    scoreType: ({ row }) => row.scoreType ?? null,
    lesson: calls(
      levelsOf(courseAbove),
      async ({ courseId, row }, _arguments, { loaders }, info) =>
        (await loaders.course.levelsOf({ courseId }, info))?.lesson(String(row.lessonId)) ?? null,
      { yields: lessonsOfCourse },
    ),
  },
  Level: { id: idFrom('levelId'), lessons: rows(lessonsOfCourse) },
  Lesson: {
    id: idFrom('lessonId'),
    courseId: idFrom('courseId'),
    profilePicId: ofMember('profilePic', ({ profilePic }: routes.LessonRow) => profilePic ?? null),
    coverPhotoId: ofMember('coverPhoto', ({ coverPhoto }: routes.LessonRow) => coverPhoto ?? null),
    childLessons: rows(lessonsOfCourse),
    locked: calls(
      perNearest('Course', routes.readCourseLevels, 'studentId'),
      async ({ courseId, lessonId }, { studentId }, { loaders }) => {
        const levels = await loaders.course.locks({ courseId: String(courseId) }, studentId);
        return levels?.lesson(String(lessonId))?.locked ?? null;
      },
    ),
    course: calls(
      perResult(routes.readCourse),
      ({ courseId }, _arguments, { loaders }) => loaders.course.byId.load(String(courseId)),
      { yields: courseAbove },
    ),
  },
  CourseConnection: connectionResolvers,
  CourseEdge: edgeResolvers,
} satisfies Resolvers;
