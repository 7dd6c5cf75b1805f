import { type Connection, type PageArguments, readWholeList } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { given } from '../../platform/route.ts';
import { listNotes, type NoteRow, type NoteSubject, noteIdOf, readNote } from '../../platform/routes/note.ts';
import { firstId } from '../../platform/values.ts';
import { requiredId } from '../../platform/wire.ts';

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
 * list: filter -> a page of notes; one call per distinct filter, because the platform returns the whole list.
 * ofLesson: student and lesson -> a page of the student's notes that name the lesson; one call per student.
 * byId: note ID -> note, or null if it does not exist; one call per ID.
 * own: the row of a note that its own route returns, with the members that the contract does not show: another row of the
 * note may have other values for them. Null if the route no longer finds it.
 */
export function noteLoaders(platform: Platform) {
  const byId = oncePerKey(platform, async (noteId: string): Promise<NoteRow | null> => {
    const row = await platform.read(readNote, { noteId });
    // The request names it.
    return row && noteIdOf(row) === null ? { ...row, noteId } : row;
  });
  const lists = oncePerKey(
    platform,
    (filter: NoteSubject): Promise<NoteRow[]> => platform.read(listNotes, filter),
    (filter) => JSON.stringify(filter),
  );
  const byLesson = oncePerKey(platform, async (studentId: string) =>
    Map.groupBy(await lists.load({ studentId }), (note) => firstId(note.lessonId)),
  );
  return {
    byId,
    list: (conditions: NoteConditions, paging: PageArguments): Promise<Connection<NoteRow>> => {
      const filter = normalized(conditions);
      return readWholeList(paging, scopeOf(filter), () => lists.load(filter));
    },
    ofLesson: (studentId: string, lessonId: string, paging: PageArguments): Promise<Connection<NoteRow>> =>
      readWholeList(
        paging,
        scopeOf(normalized({ lessonId, studentId })),
        async () => (await byLesson.load(studentId)).get(lessonId) ?? [],
      ),
    own: (row: NoteRow): Promise<NoteRow | null> => byId.load(requiredId(noteIdOf(row))),
    clear: (): void => {
      byId.clear();
      lists.clear();
      byLesson.clear();
    },
  };
}

const scopeOf = (filter: NoteSubject): string => `notes:${JSON.stringify(filter)}`;

/** Equal filters share a call, regardless of the order of their fields. */
const normalized = ({ lessonId, userId, classId, studentId, courseId }: NoteConditions): NoteSubject =>
  given({ lessonId, userId, classId, studentId, courseId });

export type NoteLoaders = ReturnType<typeof noteLoaders>;
