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
  [
    'text',
    'lessonId',
    'courseId',
    'courseIds',
    'classId',
    'studentId',
    'userId',
    'authorId',
    'createdDate',
    'extra',
  ].map((member) => [`Note.${member}`, FREE]),
);

export const noteCosts: FieldCosts = {
  ...members,
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
