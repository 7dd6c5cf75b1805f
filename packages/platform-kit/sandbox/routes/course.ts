import { forUsers } from '../callers.ts';
import { levelsOf } from '../locks.ts';
import { findEnrollment, isInstructor, newestEnrollment } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { performanceIn } from '../performance.ts';
import { forbidden, found, notFound } from '../refusal.ts';
import type { Course, LessonResult } from '../school.ts';
import { shownCourse } from '../shown.ts';
import type { State } from '../state.ts';

/** Contract: Endpoints, Courses. */
export const courseHandlers = (state: State) =>
  forUsers(state, {
    readCourse: ({ values }) => shownCourse(findCourse(state, values.courseId)),

    listCourses: ({ values }) => pageOf([...state.courses.values()].map(shownCourse), windowOf(values)),

    listObjectives: ({ values }) => findCourse(state, values.courseId).objectives,

    listPerformance: ({ user, values }) => {
      const course = findCourse(state, values.courseId);
      const enrollment = newestEnrollment(state, user.userId, course.courseId);
      const results = resultsOf(state, enrollment?.studentId);
      return course.objectives.map((objective) => performanceIn(objective, results));
    },

    readLevels: ({ user, values: { courseId, classId = '', studentId } }) => {
      // If both are given, the class ID is ignored, even an unknown one. Contract: Courses, Course levels rules.
      const course = findCourse(state, courseId ?? found(state.classes.get(classId), 'class').courseId);
      const completed =
        studentId === undefined ? null : lessonsCompleted(state, course, studentId, user.userId);
      return { ...shownCourse(course), levels: levelsOf(course, completed) };
    },
  });

/** @throws Refusal 404 */
export const findCourse = (state: State, courseId: string): Course =>
  found(state.courses.get(courseId), 'course');

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
