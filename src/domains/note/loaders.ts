import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { given } from '../../platform/route.ts';
import { listNotes, type NoteRow, noteIdOf, readNote } from '../../platform/routes/note.ts';

/** What notes are asked for: each kind of thing, or null. */
export interface NotesWanted {
  lessonId?: string | null | undefined;
  userId?: string | null | undefined;
  classId?: string | null | undefined;
  studentId?: string | null | undefined;
  courseId?: string | null | undefined;
}

/**
 * Note reads of one operation.
 *
 * list: filter -> notes; one call per distinct filter.
 * byId: note id -> note, or null when there is none; one call per id, and none where a list brought the note.
 */
export function noteLoaders(platform: Platform) {
  const byId = oncePerKey(platform, (noteId: string) => platform.read(readNote, { noteId }));
  const list = oncePerKey(
    platform,
    async (wanted: NotesWanted): Promise<NoteRow[] | null> => {
      const rows = await platform.read(listNotes, inOrder(wanted));
      for (const row of rows ?? []) {
        const noteId = noteIdOf(row);
        if (noteId !== null) byId.prime(noteId, row);
      }
      return rows;
    },
    (wanted) => JSON.stringify(inOrder(wanted)),
  );
  return {
    byId,
    list,
    clear: (): void => {
      byId.clear();
      list.clear();
    },
  };
}

/** The same filter is the same call, however it was written. */
const inOrder = ({ lessonId, userId, classId, studentId, courseId }: NotesWanted) =>
  given({ lessonId, userId, classId, studentId, courseId });

export type NoteLoaders = ReturnType<typeof noteLoaders>;
