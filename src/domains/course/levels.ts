import DataLoader from 'dataloader';
import { asError } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type CourseLevelsRow, type LessonRow, readCourseLevels } from '../../platform/routes/course.ts';

/** Which course's levels: known by its own id, or by a class that takes it. */
export type LevelsOf = { courseId: string } | { classId: string };

/** A course's levels as one answer gave them. */
export interface CourseLevels {
  row: CourseLevelsRow;
  /** A lesson of any depth. */
  lesson(lessonId: string): LessonRow | undefined;
}

interface Key {
  of: LevelsOf;
  studentId: string | null;
}

/**
 * Course levels of one operation.
 *
 * Locks differ by student and everything else does not, so levels that nobody asked a student for are answered from
 * any answer for the same course: one being asked for in the same tick, or one already asked for. Should that one
 * fail or know no such student, the levels are asked for again without one, so that only the locks are missing.
 */
export class LevelsLoader {
  readonly #platform: Platform;
  readonly #see: (row: CourseLevelsRow) => void;
  readonly #calls = new Map<string, Map<string | null, Promise<CourseLevels | null>>>();
  readonly #loader: DataLoader<Key, CourseLevels | null, string>;

  constructor(platform: Platform, see: (row: CourseLevelsRow) => void) {
    this.#platform = platform;
    this.#see = see;
    this.#loader = new DataLoader((keys) => this.#loadTick(keys), {
      cacheKeyFn: ({ of, studentId }) => JSON.stringify([of, studentId]),
    });
  }

  /** The levels, whoever's locks they carry. `studentHint`: a student whose locks the operation asks for as well. */
  async levels(of: LevelsOf, studentHint: string | null): Promise<CourseLevels | null> {
    if (studentHint === null) return this.#loader.load({ of, studentId: null });
    const [withLocks, levels] = await Promise.allSettled([
      this.#loader.load({ of, studentId: studentHint }),
      this.#loader.load({ of, studentId: null }),
    ]);
    if (withLocks.status === 'fulfilled' && withLocks.value !== null) return withLocks.value;
    if (levels.status === 'fulfilled') return levels.value;
    throw levels.reason;
  }

  /** The levels with this student's locks. */
  locks(of: LevelsOf, studentId: string): Promise<CourseLevels | null> {
    return this.#loader.load({ of, studentId });
  }

  clear(): void {
    this.#calls.clear();
    this.#loader.clearAll();
  }

  /** Students first: what asks for no student then finds their calls under way. */
  #loadTick(keys: readonly Key[]): Promise<(CourseLevels | null | Error)[]> {
    const answers = new Map<Key, Promise<CourseLevels | null>>();
    const byStudentFirst = [...keys].sort(
      (a, b) => Number(a.studentId === null) - Number(b.studentId === null),
    );
    for (const key of byStudentFirst) answers.set(key, this.#answer(key));
    return Promise.all(keys.map((key) => (answers.get(key) ?? Promise.resolve(null)).catch(asError)));
  }

  #answer({ of, studentId }: Key): Promise<CourseLevels | null> {
    const identity = JSON.stringify(of);
    const calls = this.#calls.get(identity) ?? new Map<string | null, Promise<CourseLevels | null>>();
    this.#calls.set(identity, calls);
    const ask = (student: string | null): Promise<CourseLevels | null> => {
      const known = calls.get(student);
      if (known) this.#platform.deduplicated('key');
      const call = known ?? this.#call(of, student);
      calls.set(student, call);
      return call;
    };
    if (studentId !== null) return ask(studentId);
    const [anyCall] = calls.values();
    if (!anyCall || calls.has(null)) return ask(null);
    return anyCall
      .catch(() => null)
      .then((levels) => {
        if (levels === null) return ask(null);
        this.#platform.deduplicated('key');
        return levels;
      });
  }

  async #call(of: LevelsOf, studentId: string | null): Promise<CourseLevels | null> {
    const row = await this.#platform.read(readCourseLevels, {
      ...of,
      ...(studentId === null ? {} : { studentId }),
    });
    if (!row) return null;
    this.#see(row);
    this.#nowKnownBy(String(row.courseId), of);
    return indexed(row);
  }

  /** Levels asked for by class answer for the course as well: its lessons' locks are asked for by course. */
  #nowKnownBy(courseId: string, of: LevelsOf): void {
    const calls = this.#calls.get(JSON.stringify(of));
    const identity = JSON.stringify({ courseId });
    if (calls && !this.#calls.has(identity)) this.#calls.set(identity, calls);
  }
}

function indexed(row: CourseLevelsRow): CourseLevels {
  let lessons: Map<string, LessonRow> | undefined;
  const index = (): Map<string, LessonRow> => {
    const found = new Map<string, LessonRow>();
    const collect = (list: readonly LessonRow[] | null | undefined): void => {
      for (const lesson of list ?? []) {
        found.set(String(lesson.lessonId), lesson);
        collect(lesson.childLessons);
      }
    };
    for (const level of row.levels ?? []) collect(level.lessons);
    return found;
  };
  return {
    row,
    lesson: (lessonId) => {
      lessons ??= index();
      return lessons.get(lessonId);
    },
  };
}
