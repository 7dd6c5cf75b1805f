import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import type { ClassRow } from '../../platform/routes/class.ts';
import type { ClassLoaders } from './loaders.ts';

type People = 'instructors' | 'students' | 'observers';

/** The people of a class: from the row where it has them, else from the class's structure. */
const people =
  <Field extends People>(field: Field) =>
  async (
    theClass: ClassRow,
    _arguments: object,
    { loaders }: { loaders: { class: ClassLoaders } },
  ): Promise<ClassRow[Field] | null> => {
    if (theClass[field] !== undefined) return theClass[field];
    return (await loaders.class.structure.load(String(theClass.groupId)))?.[field] ?? null;
  };

/** What only the class list carries: from the row where it has it, else from the list. */
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

export const classResolvers = {
  Query: {
    class: (_root, { id }, { loaders }) => loaders.class.structure.load(id),
    classes: (_root, window, { loaders }) => loaders.class.list(window),
  },
  Class: {
    id: (theClass) => String(theClass.groupId),
    joinCode: membership('joinCode'),
    viewerStudentId: async (theClass, args, context) => {
      const studentId = await membership('studentId')(theClass, args, context);
      return studentId == null ? null : String(studentId);
    },
    instructors: people('instructors'),
    students: people('students'),
    observers: people('observers'),
  },
  ClassInstructor: { id: (instructor) => String(instructor.instructorId) },
  ClassStudent: { id: (student) => String(student.studentId) },
  ClassObserver: { id: (observer) => String(observer.observerId) },
  ClassConnection: connectionResolvers,
  ClassEdge: edgeResolvers,
} satisfies Resolvers;
