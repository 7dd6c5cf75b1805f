import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import {
  type CostedField,
  calls,
  free,
  once,
  pages,
  perNearest,
  perParent,
  perResult,
  when,
} from '../../graph/cost.ts';
import { idFrom, ofMember } from '../../graph/member.ts';
import * as routes from '../../platform/routes/class.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import { type ClassLoaders, MAXIMUM_LIST_PAGES } from './loaders.ts';

type WithLoaders = { loaders: { class: ClassLoaders } };

type MemberField = 'instructors' | 'students' | 'observers';

/** Resolves members of a class from the row, else from the class's structure. */
const members = <Field extends MemberField>(field: Field) =>
  calls(
    perParent(routes.readClassStructure),
    async (
      theClass: routes.ClassRow,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<routes.ClassRow[Field] | null> => {
      if (theClass[field] !== undefined) return theClass[field];
      return (await loaders.class.structure.load(String(theClass.groupId)))?.[field] ?? null;
    },
  );

/**
 * Resolves a member that both routes document: from the row, else from the class's structure, else from the class list.
 * Only a platform that deviates from its contract causes a call.
 */
const facet = <Field extends 'name' | 'course'>(field: Field) =>
  free(
    (
      theClass: routes.ClassRow,
      _arguments: object,
      { loaders }: WithLoaders,
    ): routes.ClassRow[Field] | null | Promise<routes.ClassRow[Field] | null> =>
      theClass[field] === undefined
        ? facetOf(String(theClass.groupId), field, loaders.class)
        : theClass[field],
  );

async function facetOf<Field extends 'name' | 'course'>(
  classId: string,
  field: Field,
  classes: ClassLoaders,
): Promise<routes.ClassRow[Field] | null> {
  const structure = await classes.structure.load(classId);
  if (structure?.[field] !== undefined) return structure[field];
  return (await classes.membership(classId))?.[field] ?? null;
}

/** Rows of the class list contain its own fields, or omit them if there is no value. */
const isInList = ({ parent }: CostedField): boolean => /^\.classes(\{[^.]*\})?$/.test(parent.key);

/** Resolves a field that only the class list returns: always from the list, also for a class read from another route. */
const membership = <Value>(read: (row: routes.ClassRow) => Value) =>
  calls(
    when((field) => !isInList(field), once(routes.listClasses, MAXIMUM_LIST_PAGES)),
    async (
      { groupId }: routes.ClassRow,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<Value | null> => {
      const row = await loaders.class.membership(String(groupId));
      return row && read(row);
    },
  );

/** The viewer is read from the class list, which contains only the student ID. */
const isViewer = ({ parent }: CostedField): boolean => parent.key.endsWith('.viewer');

/** Resolves a member of the user of a student in the class's structure. */
const ofStudent = <Value>(read: (user: UserRow) => Value) =>
  calls(
    when(isViewer, perNearest('Class', routes.readClassStructure)),
    async (
      student: routes.StudentRow,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<Value | null> => {
      const user = student.user === undefined ? await userOf(student, loaders.class) : student.user;
      return user ? read(user) : null;
    },
  );

async function userOf({ studentId }: routes.StudentRow, classes: ClassLoaders): Promise<UserRow | null> {
  const theClass = classes.ofStudent(String(studentId));
  const structure = theClass && (await classes.structure.load(String(theClass.groupId)));
  const found = structure?.students?.find((one) => String(one.studentId) === String(studentId));
  return found?.user ?? null;
}

/** The user of a member, and the class's own fields of the user. */
const member = {
  userId: ({ user }: { user?: UserRow | null }) => (user ? String(user.userId) : null),
  details: ({ user }: { user?: UserRow | null }) => user,
};

export const classResolvers = {
  Query: {
    class: calls(perResult(routes.readClassStructure), (_root, { id }, { loaders }) =>
      loaders.class.structure.load(id),
    ),
    classes: calls(pages(routes.listClasses), (_root, paging, { loaders }) => loaders.class.list(paging)),
  },
  Class: {
    id: idFrom('groupId'),
    name: facet('name'),
    course: facet('course'),
    joinCode: membership(({ joinCode }) => joinCode ?? null),
    viewer: membership(({ studentId }) => (studentId == null ? null : { studentId })),
    instructors: members('instructors'),
    students: members('students'),
    observers: members('observers'),
  },
  ClassInstructor: { ...member, id: idFrom('instructorId') },
  ClassStudent: {
    id: idFrom('studentId'),
    userId: ofStudent(({ userId }) => String(userId)),
    user: ofMember(
      'user',
      ofStudent((user) => user),
    ),
    details: ofStudent((user) => user),
  },
  ClassObserver: { ...member, id: idFrom('observerId') },
  ClassConnection: connectionResolvers,
  ClassEdge: edgeResolvers,
} satisfies Resolvers;
