import { type Static, Type } from 'typebox';
import { isRecord } from '../../lib/is-record.ts';
import { readRoute, writeRoute } from '../route.ts';
import { firstId, within, without } from '../values.ts';
import { accepted, type Found, found, id, instant, maybe, noun, otherIds, row, rows, text } from '../wire.ts';
import {
  beyondSummary,
  idOfNamed,
  idOfUnknown,
  includedUsers,
  type PersonSummary,
  summaryOf,
  userNamed,
  userPerhaps,
} from './user.ts';

/** The subjects of a note. Contract: Resources, Note. */
export type NoteSubject = {
  lessonId?: string;
  userId?: string;
  classId?: string;
  studentId?: string;
  courseId?: string;
};

/** One ID or several: for a student the platform adds "course IDs". */
const ids = Type.Union([id, Type.Array(id)]);

const documentedMembers = {
  noteId: maybe(id),
  ...otherIds,
  text,
  lessonId: maybe(id),
  userId: userNamed,
  classId: maybe(id),
  studentId: maybe(id),
  courseId: maybe(ids),
  courseIds: maybe(ids),
};

const authorMembers = {
  creatorId: userPerhaps,
  authorId: userPerhaps,
  createdBy: userPerhaps,
  creator: userPerhaps,
  author: userPerhaps,
};

/**
 * A note. The contract shows only the fields it is created with; the author and the date are read under their likely names.
 * Contract: Resources, Note; Responses not shown, 11.
 */
const noteRow = Type.Object({
  ...documentedMembers,
  ...authorMembers,
  createdDate: instant,
  createdAt: instant,
});
export type NoteRow = Static<typeof noteRow>;
export type FoundNote = Found<NoteRow>;

const NOTE = noun(noteRow, ['note', 'notes'], ['noteId', 'id', '_id']);
/** A note is recognized by its text as well: without its ID, it is a note all the same. */
const NOTE_OR_TEXT = noun(noteRow, NOTE.names, NOTE.ids, ['text']);
export const noteIdOf = NOTE.idOf;
/** IDs of the note's courses, in the order sent. */
export const courseIdsOf = ({ courseId, courseIds }: NoteRow): string[] => [
  ...new Set([courseId ?? [], courseIds ?? []].flat(2).map(String)),
];
export const userIdOfNote = ({ userId }: NoteRow): string | null => idOfNamed(userId);
const authorsIn = (note: NoteRow) => within(note, authorMembers);
/** A text under `creator` or `author` may be a name, so these count only as objects. */
export const authorIdOf = (note: NoteRow): string | null =>
  firstId(
    ...[note.creatorId, note.authorId, note.createdBy].map(idOfUnknown),
    ...[note.creator, note.author].map((user) => (isRecord(user) ? idOfUnknown(user) : null)),
  );
/** Name and picture of the author. */
export const authorOf = (note: NoteRow): PersonSummary | null => summaryOf(...Object.values(authorsIn(note)));
export const createdDateOf = ({ createdDate, createdAt }: NoteRow): string | number | null =>
  createdDate ?? createdAt ?? null;
/** The members that the contract does not show, author and date included. */
export const undocumentedOf = (note: NoteRow): Record<string, unknown> => ({
  ...without(note, documentedMembers),
  ...includedUsers({ userId: note.userId }),
});
/** The members that no field shows. */
export function extraOfNote(note: NoteRow): Record<string, unknown> {
  const { createdDate, createdAt, ...undocumented } = undocumentedOf(note);
  return {
    ...without(undocumented, authorMembers),
    ...beyondSummary(authorsIn(note), authorIdOf(note)),
    ...(createdDate == null || createdAt == null ? {} : { createdAt }),
  };
}

/**
 * Whether the response to a creation has every documented member that the note has: those it was created with, and the
 * metadata that the platform adds to them. Contract: Resources, Note.
 */
export function isWholeNewNote(note: NoteRow, sent: NoteSubject): boolean {
  const impliesCourse =
    sent.lessonId !== undefined || sent.classId !== undefined || sent.courseId !== undefined;
  const isOfStudent = sent.studentId !== undefined;
  const of = (member: 'lessonId' | 'classId' | 'studentId' | 'userId'): boolean =>
    sent[member] === undefined || note[member] != null;
  return (
    note.text !== undefined &&
    SENT_AS_IS.every(of) &&
    (!(impliesCourse || isOfStudent) || courseIdsOf(note).length > 0) &&
    (!isOfStudent || (note.userId != null && note.classId != null))
  );
}

const SENT_AS_IS = ['lessonId', 'classId', 'studentId', 'userId'] as const;

/** GET /edu/v1/note/list: notes that match all filters. Contract: Endpoints, Notes. */
export const listNotes = readRoute<NoteSubject>().at('/edu/v1/note/list', rows(NOTE), { host: 'notes' });

/** GET /edu/v1/note: one note. Contract: Endpoints, Notes. */
export const readNote = readRoute<{ noteId: string }>().at('/edu/v1/note', row(NOTE_OR_TEXT), {
  absent: null,
  host: 'notes',
});

/** PUT /edu/v1/note: each call creates a note. Contract: Endpoints, Notes; Resources, Note. */
export const createNote = writeRoute<{ text: string } & NoteSubject>().at(
  'PUT',
  '/edu/v1/note',
  found(NOTE),
  { host: 'notes' },
);

/** POST /edu/v1/note/remove: deletes a note. Contract: Endpoints, Notes. */
export const removeNote = writeRoute<{ noteId: string }>().at(
  'POST',
  '/edu/v1/note/remove',
  accepted('noteId'),
  { host: 'notes' },
);
