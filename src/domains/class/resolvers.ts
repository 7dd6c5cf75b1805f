import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { idFrom } from '../../graph/member.ts';
import type { ClassRow } from '../../platform/routes/class.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import type { ClassLoaders } from './loaders.ts';

type WithLoaders = { loaders: { class: ClassLoaders } };

type MemberField = 'instructors' | 'students' | 'observers';

/** Resolves members of a class from the row, else from the class's structure. */
const members =
  <Field extends MemberField>(field: Field) =>
  async (
    theClass: ClassRow,
    _arguments: object,
    { loaders }: WithLoaders,
  ): Promise<ClassRow[Field] | null> => {
    if (theClass[field] !== undefined) return theClass[field];
    return (await loaders.class.structure.load(String(theClass.groupId)))?.[field] ?? null;
  };

/** Resolves a member that both routes document: from the row, else from the class's structure, else from the class list. */
const facet =
  <Field extends 'name' | 'course'>(field: Field) =>
  (
    theClass: ClassRow,
    _arguments: object,
    { loaders }: WithLoaders,
  ): ClassRow[Field] | null | Promise<ClassRow[Field] | null> =>
    theClass[field] === undefined ? facetOf(String(theClass.groupId), field, loaders.class) : theClass[field];

async function facetOf<Field extends 'name' | 'course'>(
  classId: string,
  field: Field,
  classes: ClassLoaders,
): Promise<ClassRow[Field] | null> {
  const structure = await classes.structure.load(classId);
  if (structure?.[field] !== undefined) return structure[field];
  return (await classes.membership(classId))?.[field] ?? null;
}

/** Resolves a field that the class list alone returns: always from the list, whichever route the class was read from. */
const membership =
  <Field extends 'joinCode' | 'studentId'>(field: Field) =>
  async (
    { groupId }: ClassRow,
    _arguments: object,
    { loaders }: WithLoaders,
  ): Promise<ClassRow[Field] | null> =>
    (await loaders.class.membership(String(groupId)))?.[field] ?? null;

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
    id: idFrom('groupId'),
    name: facet('name'),
    course: facet('course'),
    joinCode: membership('joinCode'),
    viewerStudentId: async (theClass, args, context) => {
      const studentId = await membership('studentId')(theClass, args, context);
      return studentId == null ? null : String(studentId);
    },
    instructors: members('instructors'),
    students: members('students'),
    observers: members('observers'),
  },
  ClassInstructor: { ...member, id: idFrom('instructorId') },
  ClassStudent: { ...member, id: idFrom('studentId') },
  ClassObserver: { ...member, id: idFrom('observerId') },
  ClassConnection: connectionResolvers,
  ClassEdge: edgeResolvers,
} satisfies Resolvers;
