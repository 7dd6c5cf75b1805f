import type { CreateNoteInput, DeleteNoteInput, DeleteNotePayload } from '../../generated/resolvers.ts';
import { given } from '../../platform/route.ts';
import { createNote as createNoteRoute, type FoundNote, removeNote } from '../../platform/routes/note.ts';
import type { Context } from '../context.ts';

/** Contract: Endpoints, Notes, PUT; Resources, Note. */
export function createNote(
  { text, lessonId, userId, classId, studentId, courseId }: CreateNoteInput,
  { platform, loaders }: Context,
): Promise<FoundNote> {
  const subject = given({ lessonId, userId, classId, studentId, courseId });
  return platform.write(createNoteRoute, { text, ...subject }).finally(() => loaders.note.clear());
}

/** Contract: Endpoints, Notes, POST remove. */
export async function deleteNote(
  { noteId }: DeleteNoteInput,
  { platform, loaders }: Context,
): Promise<DeleteNotePayload> {
  const extra = await platform.write(removeNote, { noteId }).finally(() => loaders.note.clear());
  return { deletedId: noteId, extra };
}
