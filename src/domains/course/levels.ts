import DataLoader from 'dataloader';
import { asError } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type CourseLevelsRow, type LessonRow, readCourseLevels } from '../../platform/routes/course.ts';

/** Selects a course by its ID, or by a class that takes it. */
export type LevelsOf = { courseId: string } | { classId: string };

/** A course's levels from one response. */
export interface CourseLevels {
  row: CourseLevelsRow;
  /** Finds a lesson at any depth. */
  lesson(lessonId: string): LessonRow | undefined;
  /** All lessons in order, each before its child lessons. */
  lessons(): LessonRow[];
}

interface Key {
  of: LevelsOf;
  studentId: string | null;
}

/**
 * Course levels of one operation.
 *
 * Only locks differ by student, so levels requested without a student reuse any response for the same course, including
 * calls of the same tick or in progress. If that call fails or finds no such student, the levels are read again without a
 * student, so that only the locks are missing.
 */
export class LevelsLoader {
  readonly #platform: Platform;
  readonly #prime: (row: CourseLevelsRow) => void;
  readonly #calls = new Map<string, Map<string | null, Promise<CourseLevels | null>>>();
  readonly #loader: DataLoader<Key, CourseLevels | null, string>;

  constructor(platform: Platform, prime: (row: CourseLevelsRow) => void) {
    this.#platform = platform;
    this.#prime = prime;
    this.#loader = new DataLoader((keys) => this.#loadTick(keys), {
      cacheKeyFn: ({ of, studentId }) => JSON.stringify([of, studentId]),
    });
  }

  /** Levels with the locks of any student. `studentHint`: a student whose locks the operation also selects. */
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

  /** Levels with this student's locks. */
  locks(of: LevelsOf, studentId: string): Promise<CourseLevels | null> {
    return this.#loader.load({ of, studentId });
  }

  clear(): void {
    this.#calls.clear();
    this.#loader.clearAll();
  }

  /** Keys with a student first, so that keys without one find those calls in progress. */
  #loadTick(keys: readonly Key[]): Promise<(CourseLevels | null | Error)[]> {
    const results = new Map<Key, Promise<CourseLevels | null>>();
    const studentsFirst = [...keys].sort(
      (a, b) => Number(a.studentId === null) - Number(b.studentId === null),
    );
    for (const key of studentsFirst) results.set(key, this.#load(key));
    return Promise.all(keys.map((key) => (results.get(key) ?? Promise.resolve(null)).catch(asError)));
  }

  #load({ of, studentId }: Key): Promise<CourseLevels | null> {
    const identity = JSON.stringify(of);
    const calls = this.#calls.get(identity) ?? new Map<string | null, Promise<CourseLevels | null>>();
    this.#calls.set(identity, calls);
    const read = (student: string | null): Promise<CourseLevels | null> => {
      const known = calls.get(student);
      if (known) this.#platform.deduplicated('key');
      const call = known ?? this.#call(of, student);
      calls.set(student, call);
      return call;
    };
    if (studentId !== null) return read(studentId);
    const [anyCall] = calls.values();
    if (!anyCall || calls.has(null)) return read(null);
    return anyCall
      .catch(() => null)
      .then((levels) => {
        if (levels === null) return read(null);
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
    this.#prime(row);
    this.#shareByCourse(String(row.courseId), of);
    return indexed(row);
  }

  /** Reuses levels read by class for the course as well: its lessons' locks are read by course. */
  #shareByCourse(courseId: string, of: LevelsOf): void {
    const calls = this.#calls.get(JSON.stringify(of));
    const identity = JSON.stringify({ courseId });
    if (calls && !this.#calls.has(identity)) this.#calls.set(identity, calls);
  }
}

function indexed(row: CourseLevelsRow): CourseLevels {
  let known: Map<string, LessonRow> | undefined;
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
  const lessons = (): Map<string, LessonRow> => {
    known ??= index();
    return known;
  };
  return {
    row,
    lesson: (lessonId) => lessons().get(lessonId),
    lessons: () => [...lessons().values()],
  };
}
