import type { CreateNoteInput, DeleteNoteInput, DeleteNotePayload } from '../../generated/resolvers.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/note.ts';
import type { Context } from '../context.ts';
import type { CreatedNote } from './payloads.ts';

/** The body that creates a note. */
export const sentNote = ({
  text,
  lessonId,
  userId,
  classId,
  studentId,
  courseId,
}: CreateNoteInput): CreatedNote['sent'] => ({
  text,
  ...given({ lessonId, userId, classId, studentId, courseId }),
});

/** Contract: Endpoints, Notes, PUT; Resources, Note. */
export async function createNote(
  input: CreateNoteInput,
  { platform, loaders }: Context,
): Promise<CreatedNote> {
  const sent = sentNote(input);
  const found = await platform.write(routes.createNote, sent).finally(() => loaders.note.clear());
  return { ...found, sent };
}

/** Contract: Endpoints, Notes, POST remove. */
export async function deleteNote(
  { id }: DeleteNoteInput,
  { platform, loaders }: Context,
): Promise<DeleteNotePayload> {
  const extra = await platform.write(routes.removeNote, { noteId: id }).finally(() => loaders.note.clear());
  return { deletedId: id, extra };
}
