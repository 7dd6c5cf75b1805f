import { callerOf } from '../credential.ts';
import { levelsOf } from '../locks.ts';
import { findEnrollment, isInstructor, newestEnrollment } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { performanceIn } from '../performance.ts';
import { forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Course } from '../school/course.ts';
import type { LessonResult } from '../school/progress.ts';
import type { State } from '../state.ts';
import type { Values } from '../values.ts';

/** Contract: Endpoints, Courses. */
export const courseHandlers = (state: State) =>
  ({
    readCourse: (c) => {
      callerOf(c, state);
      return c.json(shownCourse(findCourse(state, c.var.values.text('courseId'))));
    },

    listCourses: (c) => {
      callerOf(c, state);
      return c.json(pageOf([...state.courses.values()].map(shownCourse), windowOf(c.var.values)));
    },

    listObjectives: (c) => {
      callerOf(c, state);
      return c.json(findCourse(state, c.var.values.text('courseId')).objectives);
    },

    listPerformance: (c) => {
      const { user } = callerOf(c, state);
      const course = findCourse(state, c.var.values.text('courseId'));
      const enrollment = newestEnrollment(state, user.userId, course.courseId);
      const results = resultsOf(state, enrollment?.studentId);
      return c.json(course.objectives.map((objective) => performanceIn(objective, results)));
    },

    readLevels: (c) => {
      const { user } = callerOf(c, state);
      const { values } = c.var;
      const course = courseAskedFor(state, values);
      const studentId = values.optionalText('studentId');
      const completed =
        studentId === undefined ? null : lessonsCompleted(state, course, studentId, user.userId);
      return c.json({ ...shownCourse(course), levels: levelsOf(course, completed) });
    },
  }) satisfies Handlers;

/** A course as the platform sends it. Contract: Resources, Course. */
export function shownCourse({ courseId, name, description, profilePic, coverPhoto }: Course) {
  return { courseId, name, description, profilePic, coverPhoto };
}

export function findCourse(state: State, courseId: string): Course {
  const course = state.courses.get(courseId);
  if (!course) throw notFound('course not found');
  return course;
}

/** If both are given, the class ID is ignored, even an unknown one. Contract: Courses, Course levels rules. */
function courseAskedFor(state: State, values: Values): Course {
  const courseId = values.optionalText('courseId');
  if (courseId !== undefined) return findCourse(state, courseId);
  const group = state.classes.get(values.text('classId'));
  if (!group) throw notFound('class not found');
  return findCourse(state, group.courseId);
}

/** Only the student and the instructors of the class may read a student's progress. */
function lessonsCompleted(state: State, course: Course, studentId: string, callerId: string): Set<string> {
  const enrollment = findEnrollment(state, studentId);
  if (!enrollment || enrollment.group.courseId !== course.courseId) {
    throw notFound('student not found in this course');
  }
  if (enrollment.userId !== callerId && !isInstructor(enrollment.group, callerId)) {
    throw forbidden('only the student and the instructors of the class may read this progress');
  }
  const completed = [...resultsOf(state, studentId).values()].filter((result) => result.completed);
  return new Set(completed.map((result) => result.lessonId));
}

function resultsOf(state: State, studentId: string | undefined): ReadonlyMap<string, LessonResult> {
  return state.progress.get(studentId ?? '') ?? new Map();
}
