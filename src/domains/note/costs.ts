import {
  costs,
  type FieldCosts,
  FREE,
  perArguments,
  perParent,
  perResult,
  unshared,
} from '../../graph/cost.ts';
import { createNote, listNotes, readNote, removeNote } from '../../platform/routes/note.ts';

/** Rows of both reading routes are whole notes: only a platform that lists summaries causes a call per note. */
const members = Object.fromEntries(
  ['text', 'lessonId', 'courseId', 'courseIds', 'classId', 'studentId', 'userId'].map((member) => [
    `Note.${member}`,
    FREE,
  ]),
);

/** Members that the contract does not show: a list may omit them even when the note's own route returns them. */
const undocumented = costs(perParent(readNote));

export const noteCosts: FieldCosts = {
  ...members,
  'Note.authorId': undocumented,
  'Note.createdDate': undocumented,
  'Note.extra': undocumented,
  'Query.notes': costs(perArguments(listNotes, 'filter')),
  'Query.note': costs(perResult(readNote)),
  'Course.notes': costs(perParent(listNotes)),
  'Class.notes': costs(perParent(listNotes)),
  'Lesson.notes': costs(perParent(listNotes)),
  'Mutation.createNote': costs(unshared(createNote)),
  'Mutation.createTrainingNote': costs(unshared(createNote)),
  'Mutation.deleteNote': costs(unshared(removeNote)),
  'CreateNotePayload.note': costs(perResult(readNote)),
  'CreateTrainingNotePayload.note': costs(perResult(readNote)),
};
