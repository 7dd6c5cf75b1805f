import { costs, type FieldCosts, perArguments, perParent, perResult, unshared } from '../../graph/cost.ts';
import { createNote, listNotes, readNote, removeNote } from '../../platform/routes/note.ts';

export const noteCosts: FieldCosts = {
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
