import { callerOf } from '../credential.ts';
import { isMember } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { memberProfile } from '../profile.ts';
import { forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Class } from '../school/class.ts';
import type { State } from '../state.ts';
import { findCourse, shownCourse } from './course.ts';

/** Contract: Endpoints, Classes. */
export const classHandlers = (state: State) =>
  ({
    listClasses: (c) => {
      const { user } = callerOf(c, state);
      const own = [...state.classes.values()].filter((group) => isMember(group, user.userId));
      return c.json(
        pageOf(
          own.map((group) => listItem(state, group, user.userId)),
          windowOf(c.var.values),
        ),
      );
    },

    readClass: (c) => {
      const { user } = callerOf(c, state);
      const group = findClass(state, c.var.values.text('classId'));
      if (!isMember(group, user.userId)) throw forbidden('only members may read a class');
      return c.json(structure(state, group));
    },
  }) satisfies Handlers;

export function findClass(state: State, classId: string): Class {
  const group = state.classes.get(classId);
  if (!group) throw notFound('class not found');
  return group;
}

/** A class for the caller: `studentId` for its students, the caller's own member ID for others. */
function listItem(state: State, group: Class, userId: string) {
  const instructor = group.instructors.find((member) => member.userId === userId);
  const student = group.students.find((member) => member.userId === userId);
  const observer = group.observers.find((member) => member.userId === userId);
  return {
    groupId: group.groupId,
    name: group.name,
    joinCode: group.joinCode,
    ...(student && { studentId: student.studentId }),
    ...(instructor && { instructorId: instructor.instructorId }),
    ...(observer && { observerId: observer.observerId }),
    course: shownCourse(findCourse(state, group.courseId)),
  };
}

function structure(state: State, group: Class) {
  return {
    groupId: group.groupId,
    name: group.name,
    course: shownCourse(findCourse(state, group.courseId)),
    instructors: group.instructors.map(({ instructorId, userId }) => ({
      instructorId,
      user: member(state, userId),
    })),
    students: group.students.map(({ studentId, userId }) => ({ studentId, user: member(state, userId) })),
    observers: group.observers.map(({ observerId, userId }) => ({ observerId, user: member(state, userId) })),
  };
}

function member(state: State, userId: string) {
  const user = state.users.get(userId);
  if (!user) throw notFound('user not found');
  return memberProfile(user);
}
