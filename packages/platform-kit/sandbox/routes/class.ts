import { forUsers } from '../callers.ts';
import { isMember } from '../membership.ts';
import { pageOf, windowOf } from '../paging.ts';
import { forbidden, found } from '../refusal.ts';
import type { Class } from '../school.ts';
import { memberProfile, shownCourse } from '../shown.ts';
import type { State } from '../state.ts';
import { findCourse } from './course.ts';

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

    readClass: ({ user, values: { classId } }) => {
      const group = found(state.classes.get(classId), 'class');
      if (!isMember(group, user.userId)) throw forbidden('only members may read a class');
      const withUser = <Member extends { userId: string }>({ userId, ...ids }: Member) => ({
        ...ids,
        user: memberProfile(found(state.users.get(userId), 'user')),
      });
      return {
        groupId: group.groupId,
        name: group.name,
        course: shownCourse(findCourse(state, group.courseId)),
        instructors: group.instructors.map(withUser),
        students: group.students.map(withUser),
        observers: group.observers.map(withUser),
      };
    },
  });

/** A class for the caller: `studentId` for its students, the caller's own member ID for others. */
function listItem(state: State, group: Class, caller: string) {
  const { groupId, name, joinCode, courseId } = group;
  const ids = [...group.instructors, ...group.students, ...group.observers]
    .filter(({ userId }) => userId === caller)
    .flatMap(({ userId: _, ...id }) => Object.entries(id));
  const course = shownCourse(findCourse(state, courseId));
  return { groupId, name, joinCode, ...Object.fromEntries(ids), course };
}
