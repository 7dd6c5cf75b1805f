import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { given } from '../../platform/route.ts';
import { isWholeNote, listNotes, type NoteRow, noteIdOf, readNote } from '../../platform/routes/note.ts';

/** Records that notes must be about, by ID. Null or absent: any. */
export interface NoteConditions {
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
 * byId: note ID -> note, or null if it does not exist; one call per ID, or none if a list contained the whole note.
 * whole: the note of a row: the row, or the note read by its ID if the row is only a part of it.
 * own: the note of a row as its own route returns it, with the members that a list may lack because the contract does not
 * show them; one call per ID. The row if it has no ID, or if the route does not find the note.
 */
export function noteLoaders(platform: Platform) {
  const read = oncePerKey(platform, async (noteId: string): Promise<NoteRow | null> => {
    const row = await platform.read(readNote, { noteId });
    // The request names it.
    return row && noteIdOf(row) === null ? { ...row, noteId } : row;
  });
  const byId = oncePerKey(platform, (noteId: string) => read.load(noteId));
  const list = oncePerKey(
    platform,
    async (filter: NoteConditions): Promise<NoteRow[]> => {
      const rows = await platform.read(listNotes, normalized(filter));
      for (const row of rows) {
        const noteId = noteIdOf(row);
        if (noteId !== null && isWholeNote(row)) byId.prime(row, () => noteId);
      }
      return rows;
    },
    (filter) => JSON.stringify(normalized(filter)),
  );
  return {
    byId,
    list,
    whole: async (row: NoteRow): Promise<NoteRow> => {
      const noteId = isWholeNote(row) ? null : noteIdOf(row);
      return noteId === null ? row : ((await byId.load(noteId)) ?? row);
    },
    own: async (row: NoteRow): Promise<NoteRow> => {
      const noteId = noteIdOf(row);
      return noteId === null ? row : ((await read.load(noteId)) ?? row);
    },
    clear: (): void => {
      read.clear();
      byId.clear();
      list.clear();
    },
  };
}

/** Equal filters share a call, whatever the order of their fields. */
const normalized = ({ lessonId, userId, classId, studentId, courseId }: NoteConditions) =>
  given({ lessonId, userId, classId, studentId, courseId });

export type NoteLoaders = ReturnType<typeof noteLoaders>;
