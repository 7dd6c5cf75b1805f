import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import type { ClassRow } from '../../platform/routes/class.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import type { ClassLoaders } from './loaders.ts';

type MemberField = 'instructors' | 'students' | 'observers';

/** Resolves members of a class from the row, else from the class's structure. */
const members =
  <Field extends MemberField>(field: Field) =>
  async (
    theClass: ClassRow,
    _arguments: object,
    { loaders }: { loaders: { class: ClassLoaders } },
  ): Promise<ClassRow[Field] | null> => {
    if (theClass[field] !== undefined) return theClass[field];
    return (await loaders.class.structure.load(String(theClass.groupId)))?.[field] ?? null;
  };

/** Resolves a field that only the class list returns: from the row, else from the list. */
const membership =
  <Field extends 'joinCode' | 'studentId'>(field: Field) =>
  async (
    theClass: ClassRow,
    _arguments: object,
    { loaders }: { loaders: { class: ClassLoaders } },
  ): Promise<ClassRow[Field] | null> => {
    if (theClass[field] !== undefined) return theClass[field];
    return (await loaders.class.membership(String(theClass.groupId)))?.[field] ?? null;
  };

/** The user of a member, and what the class says about the user. */
const member = {
  userId: ({ user }: { user?: UserRow | null }) => (user ? String(user.userId) : null),
  details: ({ user }: { user?: UserRow | null }) => user,
};

export const classResolvers = {
  Query: {
    class: (_root, { id }, { loaders }) => loaders.class.structure.load(id),
    classes: (_root, paging, { loaders }) => loaders.class.list(paging),
  },
  Class: {
    id: (theClass) => String(theClass.groupId),
    joinCode: membership('joinCode'),
    viewerStudentId: async (theClass, args, context) => {
      const studentId = await membership('studentId')(theClass, args, context);
      return studentId == null ? null : String(studentId);
    },
    instructors: members('instructors'),
    students: members('students'),
    observers: members('observers'),
  },
  ClassInstructor: { ...member, id: (instructor) => String(instructor.instructorId) },
  ClassStudent: { ...member, id: (student) => String(student.studentId) },
  ClassObserver: { ...member, id: (observer) => String(observer.observerId) },
  ClassConnection: connectionResolvers,
  ClassEdge: edgeResolvers,
} satisfies Resolvers;
