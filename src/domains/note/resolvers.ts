import type { Resolvers } from '../../generated/resolvers.ts';
import { calls, free, perArguments, perParent, perResult, write } from '../../graph/cost.ts';
import { GatewayError } from '../../graph/errors.ts';
import { instant } from '../../graph/scalars.ts';
import { readClassStructure } from '../../platform/routes/class.ts';
import { readCourse } from '../../platform/routes/course.ts';
import * as routes from '../../platform/routes/note.ts';
import { firstId, requiredId } from '../../platform/wire.ts';
import { lessonOfCourse, linkedUser } from '../loader-costs.ts';
import type { NoteLoaders } from './loaders.ts';
import type { CreatedNote } from './payloads.ts';
import { createNote, deleteNote } from './writes.ts';

type WithLoaders = { loaders: { note: NoteLoaders } };

/** What a mutation that creates a note returns. */
const created = {
  noteId: ({ row }: CreatedNote): string => requiredId(row && routes.noteIdOf(row)),
  /** From the response to the write if that is a whole note, else read by its ID. */
  note: calls(
    perResult(routes.readNote),
    async (
      { row, sent }: CreatedNote,
      _arguments: object,
      { loaders }: WithLoaders,
    ): Promise<routes.NoteRow> => {
      const noteId = requiredId(row && routes.noteIdOf(row));
      if (row && routes.isWholeNewNote(row, sent)) loaders.note.byId.prime(row, () => noteId);
      const found = await loaders.note.byId.load(noteId);
      if (found) return found;
      throw new GatewayError(
        'UPSTREAM_BAD_RESPONSE',
        'The note was created, but the platform does not return it.',
      );
    },
  ),
  /** The members of the response, and of the note in it, that the contract does not show. */
  extra: ({ row, extra: beside }: CreatedNote): Record<string, unknown> => ({
    ...(row && routes.extraOfNote(row)),
    ...beside,
  }),
};

/**
 * Resolves a value from the row, else from the whole note. Rows of both reading routes are whole notes: only a platform that
 * lists summaries causes a call per note.
 */
const facet = <Value>(read: (row: routes.NoteRow) => Value | null | undefined) =>
  free(
    async (row: routes.NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value | null> =>
      read(row) ?? read(await loaders.note.whole(row)) ?? null,
  );

/** Resolves a value from the whole note: a row may have only a part of it, on the same condition. */
const ofWhole = <Value>(read: (note: routes.NoteRow) => Value) =>
  free(
    async (row: routes.NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value> =>
      read(await loaders.note.whole(row)),
  );

/**
 * Resolves a value that the contract does not show: from the row, else from the note's own route. A list may omit it even
 * when that route returns it.
 */
const undocumented = <Value>(read: (row: routes.NoteRow) => Value | null) =>
  calls(
    perParent(routes.readNote),
    async (row: routes.NoteRow, _arguments: object, { loaders }: WithLoaders): Promise<Value | null> =>
      read(row) ?? read(await loaders.note.own(row)),
  );

export const noteResolvers = {
  Query: {
    notes: calls(perArguments(routes.listNotes, 'filter'), (_root, { filter }, { loaders }) =>
      loaders.note.list.load(filter ?? {}),
    ),
    note: calls(perResult(routes.readNote), (_root, { id }, { loaders }) => loaders.note.byId.load(id)),
  },
  Mutation: {
    createNote: write(routes.createNote, createNote),
    createTrainingNote: write(routes.createNote, createNote),
    deleteNote: write(routes.removeNote, deleteNote),
  },
  Course: {
    notes: calls(perParent(routes.listNotes), ({ courseId }, _arguments, { loaders }) =>
      loaders.note.list.load({ courseId: String(courseId) }),
    ),
  },
  Class: {
    notes: calls(perParent(routes.listNotes), ({ groupId }, _arguments, { loaders }) =>
      loaders.note.list.load({ classId: String(groupId) }),
    ),
  },
  Lesson: {
    notes: calls(perParent(routes.listNotes), ({ lessonId }, _arguments, { loaders }) =>
      loaders.note.list.load({ lessonId: String(lessonId) }),
    ),
  },
  Note: {
    id: (row) => requiredId(routes.noteIdOf(row)),
    text: facet(({ text }) => text),
    lessonId: facet(({ lessonId }) => firstId(lessonId)),
    courseId: ofWhole((row) => firstId(...routes.courseIdsOf(row))),
    courseIds: ofWhole((row) =>
      row.courseId == null && row.courseIds == null ? null : routes.courseIdsOf(row),
    ),
    classId: facet(({ classId }) => firstId(classId)),
    studentId: facet(({ studentId }) => firstId(studentId)),
    authorId: undocumented(routes.authorIdOf),
    createdDate: undocumented((row) => instant(routes.createdDateOf(row))),
    lesson: lessonOfCourse(async (row, _arguments, { loaders }, info) => {
      const whole = await loaders.note.whole(row);
      const courseId = firstId(...routes.courseIdsOf(whole));
      const [lessonId, classId] = [firstId(whole.lessonId), firstId(whole.classId)];
      return loaders.course.lesson({ lessonId, courseId, classId }, info);
    }),
    course: calls(perResult(readCourse), async (row, _arguments, { loaders }) => {
      const courseId = firstId(...routes.courseIdsOf(await loaders.note.whole(row)));
      return courseId === null ? null : loaders.course.byId.load(courseId);
    }),
    class: calls(perResult(readClassStructure), async (row, _arguments, { loaders }) => {
      const { classId } = await loaders.note.whole(row);
      return classId == null ? null : loaders.class.structure.load(String(classId));
    }),
    author: calls([...linkedUser, perParent(routes.readNote)], async (row, _arguments, { loaders }) =>
      loaders.user.linked(routes.authorIdOf(row) ?? routes.authorIdOf(await loaders.note.own(row))),
    ),
    userId: ofWhole(routes.userIdOfNote),
    user: calls(linkedUser, async (row, _arguments, { loaders }) =>
      loaders.user.linked(routes.userIdOfNote(await loaders.note.whole(row))),
    ),
    extra: calls(perParent(routes.readNote), async (row, _arguments, { loaders }) =>
      routes.extraOfNote(await loaders.note.own(row)),
    ),
  },
  CreateNotePayload: created,
  CreateTrainingNotePayload: created,
} satisfies Resolvers;
