import type { CreateNoteInput, Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { calls, perArguments, perNearest, perParent, perResult, write } from '../../graph/cost.ts';
import { GatewayError } from '../../graph/errors.ts';
import { type Repeat, recordedText, repeatable } from '../../graph/repeatable.ts';
import { readClassStructure } from '../../platform/routes/class.ts';
import { readCourse } from '../../platform/routes/course.ts';
import * as routes from '../../platform/routes/note.ts';
import { firstId } from '../../platform/values.ts';
import { createdId, requiredId } from '../../platform/wire.ts';
import { lessonOfCourse, linkedUser } from '../loader-costs.ts';
import type { NoteLoaders } from './loaders.ts';
import type { CreatedNote } from './payloads.ts';
import { createNote, deleteNote, sentNote } from './writes.ts';

type WithLoaders = { loaders: { note: NoteLoaders } };

/** The payload of a mutation that creates a note. */
const created = {
  noteId: ({ row }: CreatedNote): string => createdId(row && routes.noteIdOf(row)),
  /** From the response to the write if that is a whole note, else read by its ID. */
  note: calls(
    perResult(routes.readNote),
    async (
      { row, sent }: CreatedNote,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<routes.NoteRow> => {
      const noteId = createdId(row && routes.noteIdOf(row));
      const note = row && routes.isWholeNewNote(row, sent) ? row : await loaders.note.byId.load(noteId);
      if (note) return note;
      throw new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The note was created, but the platform does not return it.',
      );
    },
  ),
  extra: ({ row, extra: beside }: CreatedNote): Record<string, unknown> => ({
    ...(row && routes.undocumentedOf(row)),
    ...beside,
  }),
};

/** Resolves a value that the contract does not show, as the note's own route states it. */
const own = <Value>(read: (note: routes.NoteRow) => Value) =>
  calls(
    perParent(routes.readNote),
    async (row: routes.NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value | null> => {
      const note = await loaders.note.own(row);
      return note && read(note);
    },
  );

const courseIdOf = (row: routes.NoteRow): string | null => firstId(...routes.courseIdsOf(row));

/** The payload reads the note by its ID. */
const createdBefore: Repeat<CreateNoteInput, CreatedNote> = {
  record: ({ row }) => ({ noteId: row && routes.noteIdOf(row) }),
  again: (recorded, input) => {
    const noteId = recordedText(recorded, 'noteId');
    return { row: noteId === null ? null : { noteId }, extra: {}, sent: sentNote(input) };
  },
};

export const noteResolvers = {
  Query: {
    notes: calls(perArguments(routes.listNotes, 'filter'), (_root, { filter, ...paging }, { loaders }) =>
      loaders.note.list(filter ?? {}, paging),
    ),
    note: calls(perResult(routes.readNote), (_root, { id }, { loaders }) => loaders.note.byId.load(id)),
  },
  Mutation: {
    createNote: repeatable(write(routes.createNote, createNote), createdBefore),
    createTrainingNote: repeatable(write(routes.createNote, createNote), createdBefore),
    deleteNote: repeatable(write(routes.removeNote, deleteNote), {
      again: (_recorded, { id }) => ({ deletedId: id, extra: {} }),
    }),
  },
  Course: {
    notes: calls(perParent(routes.listNotes), ({ courseId }, paging, { loaders }) =>
      loaders.note.list({ courseId: String(courseId) }, paging),
    ),
  },
  Class: {
    notes: calls(perParent(routes.listNotes), ({ groupId }, paging, { loaders }) =>
      loaders.note.list({ classId: String(groupId) }, paging),
    ),
  },
  Lesson: {
    notes: calls(perParent(routes.listNotes), ({ lessonId }, paging, { loaders }) =>
      loaders.note.list({ lessonId: String(lessonId) }, paging),
    ),
  },
  ClassStudent: {
    notes: calls(perParent(routes.listNotes), ({ studentId }, paging, { loaders }) =>
      loaders.note.list({ studentId: String(studentId) }, paging),
    ),
  },
  StudentLesson: {
    notes: calls(perNearest('ClassStudent', routes.listNotes), (lesson, paging, { loaders }) =>
      loaders.note.ofLesson(loaders.course.studentOf(lesson), String(lesson.lessonId), paging),
    ),
  },
  Note: {
    id: (row) => requiredId(routes.noteIdOf(row)),
    lessonId: ({ lessonId }) => firstId(lessonId),
    courseId: courseIdOf,
    courseIds: (row) => (row.courseId == null && row.courseIds == null ? null : routes.courseIdsOf(row)),
    classId: ({ classId }) => firstId(classId),
    studentId: ({ studentId }) => firstId(studentId),
    authorId: own(routes.authorIdOf),
    createdDate: own(routes.createdDateOf),
    lesson: lessonOfCourse((row, _arguments, { loaders }, info) => {
      const [lessonId, classId] = [firstId(row.lessonId), firstId(row.classId)];
      return loaders.course.lesson({ lessonId, courseId: courseIdOf(row), classId }, info);
    }),
    course: calls(perResult(readCourse), (row, _arguments, { loaders }) => {
      const courseId = courseIdOf(row);
      return courseId === null ? null : loaders.course.byId.load(courseId);
    }),
    class: calls(perResult(readClassStructure), ({ classId }, _arguments, { loaders }) =>
      classId == null ? null : loaders.class.structure.load(String(classId)),
    ),
    author: calls([...linkedUser, perParent(routes.readNote)], async (row, _arguments, { loaders }) => {
      const note = await loaders.note.own(row);
      return loaders.user.linked(note && routes.authorIdOf(note));
    }),
    userId: routes.userIdOfNote,
    user: calls(linkedUser, (row, _arguments, { loaders }) => loaders.user.linked(routes.userIdOfNote(row))),
    extra: own(routes.extraOfNote),
  },
  NoteConnection: connectionResolvers,
  NoteEdge: {
    ...edgeResolvers,
    authorId: ({ node }) => routes.authorIdOf(node),
    author: ({ node }) => routes.authorOf(node),
    createdDate: ({ node }) => routes.createdDateOf(node),
    extra: ({ node }) => routes.extraOfNote(node),
  },
  CreateNotePayload: created,
  CreateTrainingNotePayload: created,
} satisfies Resolvers;
