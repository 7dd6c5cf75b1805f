import type { Class, Course } from './school.ts';
import type { State } from './state.ts';

/** The enrollment of one user in one class, identified by a student ID. */
export interface Enrollment {
  studentId: string;
  userId: string;
  group: Class;
}

export function findEnrollment(state: State, studentId: string): Enrollment | undefined {
  return [...enrollments(state)].find((enrollment) => enrollment.studentId === studentId);
}

/** A user's enrollment in the newest class of a course. */
export function newestEnrollment(state: State, userId: string, courseId: string): Enrollment | undefined {
  return enrollmentsOf(state, userId)
    .filter(({ group }) => group.courseId === courseId)
    .sort((one, other) => other.group.createdDate.localeCompare(one.group.createdDate))[0];
}

/** The distinct courses that a user takes. */
export function coursesOf(state: State, userId: string): string[] {
  return [...new Set(enrollmentsOf(state, userId).map(({ group }) => group.courseId))];
}

/** True for the user, and for the instructors of the user's classes. */
export function mayActFor(state: State, userId: string, callerId: string): boolean {
  if (userId === callerId) return true;
  return enrollmentsOf(state, userId).some(({ group }) => isInstructor(group, callerId));
}

/** A user's enrollments in all classes. */
export function enrollmentsOf(state: State, userId: string): Enrollment[] {
  return [...enrollments(state)].filter((enrollment) => enrollment.userId === userId);
}

export function isInstructor(group: Class, userId: string): boolean {
  return group.instructors.some((instructor) => instructor.userId === userId);
}

export function isMember(group: Class, userId: string): boolean {
  return [...group.instructors, ...group.students, ...group.observers].some(
    (member) => member.userId === userId,
  );
}

/** True for the users who may see a course's questions: its managers and instructors. Contract: Questions. */
export function managesQuestions(state: State, course: Course, userId: string): boolean {
  if (course.managerIds.includes(userId)) return true;
  return [...state.classes.values()].some(
    (group) => group.courseId === course.courseId && isInstructor(group, userId),
  );
}

function* enrollments(state: State): Iterable<Enrollment> {
  for (const group of state.classes.values()) {
    for (const { studentId, userId } of group.students) yield { studentId, userId, group };
  }
}
