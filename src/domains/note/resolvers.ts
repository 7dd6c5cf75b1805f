import type { Resolvers } from '../../generated/resolvers.ts';
import { GatewayError } from '../../graph/errors.ts';
import { instant } from '../../graph/scalars.ts';
import {
  authorIdOf,
  courseIdsOf,
  createdDateOf,
  extraOfNote,
  isWholeNewNote,
  type NoteRow,
  noteIdOf,
  userIdOfNote,
} from '../../platform/routes/note.ts';
import { firstId, requiredId } from '../../platform/wire.ts';
import type { NoteLoaders } from './loaders.ts';
import type { CreatedNote } from './payloads.ts';
import { createNote, deleteNote } from './writes.ts';

type WithLoaders = { loaders: { note: NoteLoaders } };

/** The note from the response to the write if it is whole, else read by its ID. */
async function note(
  { row, sent }: CreatedNote,
  _arguments: object,
  { loaders }: WithLoaders,
): Promise<NoteRow> {
  const noteId = requiredId(row && noteIdOf(row));
  if (row && isWholeNewNote(row, sent)) loaders.note.byId.prime(row, () => noteId);
  const found = await loaders.note.byId.load(noteId);
  if (found) return found;
  throw new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The note was created, but the platform does not return it.',
  );
}

/** What a mutation that creates a note returns. */
const created = {
  noteId: ({ row }: CreatedNote) => requiredId(row && noteIdOf(row)),
  note,
  extra: ({ row, extra: beside }: CreatedNote): Record<string, unknown> => ({
    ...(row && extraOfNote(row)),
    ...beside,
  }),
};

/** Resolves a value from the row, else from the whole note. */
const facet =
  <Value>(read: (row: NoteRow) => Value | null | undefined) =>
  async (row: NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value | null> =>
    read(row) ?? read(await loaders.note.whole(row)) ?? null;

/** Resolves a value from the whole note: the row may have only a part of it. */
const ofWhole =
  <Value>(read: (note: NoteRow) => Value) =>
  async (row: NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value> =>
    read(await loaders.note.whole(row));

/** Resolves a value that the contract does not show: from the row, else from the note's own route. */
const undocumented =
  <Value>(read: (row: NoteRow) => Value | null) =>
  async (row: NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value | null> =>
    read(row) ?? read(await loaders.note.own(row));

const authorId = undocumented(authorIdOf);

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
    id: (row) => requiredId(noteIdOf(row)),
    text: facet(({ text }) => text),
    lessonId: facet(({ lessonId }) => firstId(lessonId)),
    courseId: ofWhole((row) => firstId(...courseIdsOf(row))),
    courseIds: ofWhole((row) => (row.courseId == null && row.courseIds == null ? null : courseIdsOf(row))),
    classId: facet(({ classId }) => firstId(classId)),
    studentId: facet(({ studentId }) => firstId(studentId)),
    authorId,
    createdDate: undocumented((row) => instant(createdDateOf(row))),
    lesson: async (row, _arguments, { loaders }, info) => {
      const whole = await loaders.note.whole(row);
      const courseId = firstId(...courseIdsOf(whole));
      const [lessonId, classId] = [firstId(whole.lessonId), firstId(whole.classId)];
      return loaders.course.lesson({ lessonId, courseId, classId }, info);
    },
    course: async (row, _arguments, { loaders }) => {
      const courseId = firstId(...courseIdsOf(await loaders.note.whole(row)));
      return courseId === null ? null : loaders.course.byId.load(courseId);
    },
    class: async (row, _arguments, { loaders }) => {
      const { classId } = await loaders.note.whole(row);
      return classId == null ? null : loaders.class.structure.load(String(classId));
    },
    author: async (row, args, context) => context.loaders.user.linked(await authorId(row, args, context)),
    userId: ofWhole(userIdOfNote),
    user: async (row, _arguments, { loaders }) =>
      loaders.user.linked(userIdOfNote(await loaders.note.whole(row))),
    extra: async (row, _arguments, { loaders }) => extraOfNote(await loaders.note.own(row)),
  },
  CreateNotePayload: created,
  CreateTrainingNotePayload: created,
} satisfies Resolvers;
