import { Hono } from 'hono';
import { callerOf } from '../credential.ts';
import type { Fields } from '../fields.ts';
import { queryOf } from '../fields.ts';
import { levelsOf } from '../locks.ts';
import { findEnrollment, isInstructor, newestEnrollment } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { performanceIn } from '../performance.ts';
import { badRequest, forbidden, notFound } from '../refusal.ts';
import type { Course } from '../school/course.ts';
import type { LessonResult } from '../school/progress.ts';
import type { State } from '../state.ts';

/** Contract: Endpoints, Courses. */
export function courseRoutes(state: State): Hono {
  const routes = new Hono();

  routes.get('/edu/v1/course', (c) => {
    callerOf(c, state);
    return c.json(shownCourse(findCourse(state, queryOf(c).text('courseId'))));
  });

  routes.get('/edu/v1/course/list', (c) => {
    callerOf(c, state);
    return c.json(pageOf([...state.courses.values()].map(shownCourse), windowOf(queryOf(c))));
  });

  routes.get('/edu/v1/course/objectives', (c) => {
    callerOf(c, state);
    return c.json(findCourse(state, queryOf(c).text('courseId')).objectives);
  });

  routes.get('/edu/v1/course/objectives/performance', (c) => {
    const { user } = callerOf(c, state);
    const course = findCourse(state, queryOf(c).text('courseId'));
    const enrollment = newestEnrollment(state, user.userId, course.courseId);
    const results = resultsOf(state, enrollment?.studentId);
    return c.json(course.objectives.map((objective) => performanceIn(objective, results)));
  });

  routes.get('/edu/v1/course/levels', (c) => {
    const { user } = callerOf(c, state);
    const query = queryOf(c);
    const course = courseAskedFor(state, query);
    const studentId = query.optionalText('studentId');
    const completed =
      studentId === undefined ? null : lessonsCompleted(state, course, studentId, user.userId);
    return c.json({ ...shownCourse(course), levels: levelsOf(course, completed) });
  });

  return routes;
}

/** A course as the platform sends it. Contract: Resources, Course. */
export function shownCourse({ courseId, name, description, profilePic, coverPhoto }: Course) {
  return { courseId, name, description, profilePic, coverPhoto };
}

export function findCourse(state: State, courseId: string): Course {
  const course = state.courses.get(courseId);
  if (!course) throw notFound('there is no such course');
  return course;
}

/** When both are given the class is ignored, whatever it names. Contract: Courses, Course levels rules. */
function courseAskedFor(state: State, query: Fields): Course {
  const courseId = query.optionalText('courseId');
  if (courseId !== undefined) return findCourse(state, courseId);
  const classId = query.optionalText('classId');
  if (classId === undefined) throw badRequest('courseId or classId is required');
  const group = state.classes.get(classId);
  if (!group) throw notFound('there is no such class');
  return findCourse(state, group.courseId);
}

/** A student's progress is for that student and for the instructors of the class. */
function lessonsCompleted(state: State, course: Course, studentId: string, callerId: string): Set<string> {
  const enrollment = findEnrollment(state, studentId);
  if (!enrollment || enrollment.group.courseId !== course.courseId) {
    throw notFound('there is no such student in this course');
  }
  if (enrollment.userId !== callerId && !isInstructor(enrollment.group, callerId)) {
    throw forbidden('only the student and the instructors of the class may see this progress');
  }
  const completed = [...resultsOf(state, studentId).values()].filter((result) => result.completed);
  return new Set(completed.map((result) => result.lessonId));
}

function resultsOf(state: State, studentId: string | undefined): ReadonlyMap<string, LessonResult> {
  return state.progress.get(studentId ?? '') ?? new Map();
}
