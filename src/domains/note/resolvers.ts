import type { Resolvers } from '../../generated/resolvers.ts';
import {
  courseIdsOf,
  extraOfNote,
  type FoundNote,
  type NoteRow,
  noteIdOf,
  userIdOfNote,
} from '../../platform/routes/note.ts';
import { firstId } from '../../platform/wire.ts';
import type { NoteLoaders } from './loaders.ts';
import { createNote, deleteNote } from './writes.ts';

/** The note from the response to the write, or read again if the response contains only its ID. */
const note = (
  { row }: FoundNote,
  _arguments: object,
  { loaders }: { loaders: { note: NoteLoaders } },
): NoteRow | null | Promise<NoteRow | null> => {
  const noteId = row && noteIdOf(row);
  return row?.text === undefined && noteId != null ? loaders.note.byId.load(noteId) : row;
};

export const noteResolvers = {
  Query: {
    notes: (_root, { filter }, { loaders }) => loaders.note.list.load(filter ?? {}),
    note: (_root, { id }, { loaders }) => loaders.note.byId.load(id),
  },
  Mutation: {
    createNote: (_root, { input }, context) => createNote(input, context),
    createTrainingNote: (_root, { input }, context) => createNote(input, context),
    deleteNote: (_root, { input }, context) => deleteNote(input, context),
  },
  Course: {
    notes: ({ courseId }, _arguments, { loaders }) => loaders.note.list.load({ courseId: String(courseId) }),
  },
  Class: {
    notes: ({ groupId }, _arguments, { loaders }) => loaders.note.list.load({ classId: String(groupId) }),
  },
  Lesson: {
    notes: ({ lessonId }, _arguments, { loaders }) => loaders.note.list.load({ lessonId: String(lessonId) }),
  },
  Note: {
    id: noteIdOf,
    lessonId: ({ lessonId }) => firstId(lessonId),
    courseId: (row) => firstId(...courseIdsOf(row)),
    courseIds: (row) => (row.courseId == null && row.courseIds == null ? null : courseIdsOf(row)),
    classId: ({ classId }) => firstId(classId),
    studentId: ({ studentId }) => firstId(studentId),
    lesson: (row, _arguments, { loaders }, info) =>
      loaders.course.lesson(
        {
          lessonId: firstId(row.lessonId),
          courseId: firstId(...courseIdsOf(row)),
          classId: firstId(row.classId),
        },
        info,
      ),
    course: (row, _arguments, { loaders }) => {
      const courseId = firstId(...courseIdsOf(row));
      return courseId === null ? null : loaders.course.byId.load(courseId);
    },
    class: ({ classId }, _arguments, { loaders }) =>
      classId == null ? null : loaders.class.structure.load(String(classId)),
    userId: userIdOfNote,
    user: (row, _arguments, { loaders }) => loaders.user.linked(userIdOfNote(row)),
    extra: extraOfNote,
  },
  CreateNotePayload: { note },
  CreateTrainingNotePayload: { note },
} satisfies Resolvers;
