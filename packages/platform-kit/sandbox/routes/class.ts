import { forUsers } from '../callers.ts';
import { isMember } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { memberProfile } from '../profile.ts';
import { forbidden, found } from '../refusal.ts';
import type { Class } from '../school.ts';
import type { State } from '../state.ts';
import { findCourse, shownCourse } from './course.ts';

/** Contract: Endpoints, Classes. */
export const classHandlers = (state: State) =>
  forUsers(state, {
    listClasses: ({ user, values }) => {
      const own = [...state.classes.values()].filter((group) => isMember(group, user.userId));
      return pageOf(
        own.map((group) => listItem(state, group, user.userId)),
        windowOf(values),
      );
    },

    readClass: ({ user, values }) => {
      const group = found(state.classes.get(values.classId), 'class');
      if (!isMember(group, user.userId)) throw forbidden('only members may read a class');
      return structure(state, group);
    },
  });

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

const member = (state: State, userId: string) => memberProfile(found(state.users.get(userId), 'user'));
