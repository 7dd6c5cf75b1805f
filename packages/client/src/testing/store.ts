import { type Fields, type Fixtures, isReference, type Reference } from './fixtures.ts';
import { gatewayError } from './gateway-error.ts';

/** An event of the notification stream. */
interface StreamedNotification {
  notification: Reference;
}

/** The state of one fixture graph: a copy of its fixtures, the events so far, and revoked credentials. */
export class FixtureStore {
  readonly viewer: Reference;
  readonly #fixtures: Fixtures;
  readonly #events: StreamedNotification[] = [];
  readonly #wakeUps = new Set<() => void>();
  readonly #revoked = new Set<string>();
  readonly #writes = new Map<string, { fingerprint: string; payload: Fields }>();
  #issued = 0;

  constructor(fixtures: Fixtures) {
    this.#fixtures = structuredClone(fixtures);
    this.viewer = { $ref: fixtures.viewer };
  }

  /** The record or null; of a list, each. Other values are returned as they are. */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    return isReference(value) ? (this.#fixtures.records[value.$ref] ?? null) : value;
  }

  record(type: string, id: unknown): Fields | null {
    return this.#fixtures.records[`${type}:${String(id)}`] ?? null;
  }

  recordsOf(type: string): Fields[] {
    return Object.values(this.#fixtures.records).filter(({ __typename }) => __typename === type);
  }

  list(name: keyof Fixtures['lists']): Fields[] {
    return this.#fixtures.lists[name].flatMap((item) => {
      const row = this.resolve(item);
      return typeof row === 'object' && row !== null ? [row as Fields] : [];
    });
  }

  /** Adds a record. @returns it, with a new ID. */
  add(type: string, fields: Fields): Fields {
    this.#issued += 1;
    const record = { __typename: type, id: `fixture-${this.#issued}`, ...fields };
    this.#fixtures.records[`${type}:${record.id}`] = record;
    return record;
  }

  /** Writes once under a key; refused writes do not count. @param fingerprint of the field and its arguments. */
  once(key: string, fingerprint: string, write: () => Fields): Fields {
    const made = this.#writes.get(key);
    if (made && made.fingerprint !== fingerprint)
      throw gatewayError('BAD_USER_INPUT', 'The idempotency key was used with other arguments.', {
        reason: 'KEY_REUSED',
      });
    const payload = made?.payload ?? write();
    this.#writes.set(key, { fingerprint, payload });
    return payload;
  }

  remove(type: string, id: unknown): boolean {
    const key = `${type}:${String(id)}`;
    const existed = key in this.#fixtures.records;
    delete this.#fixtures.records[key];
    return existed;
  }

  /** Puts a record first into a list. */
  prepend(name: keyof Fixtures['lists'], item: unknown): void {
    this.#fixtures.lists[name].unshift(item);
  }

  /** Whether links to this user are resolved for the viewer: the viewer and friends. */
  isKnown(userId: unknown): boolean {
    const viewer = this.#fixtures.records[this.viewer.$ref];
    const friends = Array.isArray(viewer?.friends) ? viewer.friends : [];
    return (
      viewer?.id === userId || friends.some(({ user }: Fields) => Object(this.resolve(user)).id === userId)
    );
  }

  /** Whether a class has this student. */
  hasStudent(studentId: unknown): boolean {
    return this.#classOf(studentId) !== undefined;
  }

  /** The lessons of the student's class, in order, each before its child lessons. Null: there is no such student. */
  lessonsOf(studentId: unknown): Fields[] | null {
    const theClass = this.#classOf(studentId);
    return theClass ? this.lessonsIn(theClass.levels) : null;
  }

  /** The lessons of levels, in order, each before its child lessons. */
  lessonsIn(levels: unknown): Fields[] {
    const all = (lessons: unknown): Fields[] =>
      this.#rows(lessons).flatMap((lesson) => [lesson, ...all(lesson.childLessons)]);
    return this.#rows(levels).flatMap(({ lessons }) => all(lessons));
  }

  #classOf(studentId: unknown): Fields | undefined {
    return this.recordsOf('Class').find(({ students }) =>
      this.#rows(students).some(({ id }) => id === studentId),
    );
  }

  #rows(list: unknown): Fields[] {
    const rows = this.resolve(list);
    return Array.isArray(rows) ? rows : [];
  }

  /** A new token, as in a sign-in. */
  issueToken(): string {
    this.#issued += 1;
    return `fixture-token-${this.#issued}`;
  }

  revoke(authorization: string): void {
    this.#revoked.add(authorization);
  }

  accepts(authorization: string | null | undefined): boolean {
    return typeof authorization === 'string' && authorization !== '' && !this.#revoked.has(authorization);
  }

  /** Appends an event and wakes the streams. */
  announce(notification: Reference): void {
    this.#events.push({ notification });
    for (const wake of [...this.#wakeUps]) wake();
  }

  /** The notification stream: its position, then each event after it. Ends when its reader returns. */
  follow(after: string | null): AsyncIterableIterator<Fields> {
    let next = after === null ? this.#events.length : positionOf(after);
    let isFirst = true;
    let isOver = false;
    let wake = (): void => {};
    const waiting = (): void => wake();
    this.#wakeUps.add(waiting);
    const item = (notification: unknown): IteratorResult<Fields> => ({
      done: false,
      value: { cursor: cursorOf(next), replayed: after !== null, gap: null, notification },
    });
    return {
      next: async () => {
        if (isFirst) {
          isFirst = false;
          return item(null);
        }
        for (;;) {
          const event = this.#events[next];
          if (isOver) return { done: true, value: undefined };
          if (event) {
            next += 1;
            return item(event.notification);
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      return: () => {
        isOver = true;
        this.#wakeUps.delete(waiting);
        wake();
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

const cursorOf = (position: number): string => `fixture-cursor-${position}`;
const positionOf = (cursor: string): number => Number(/\d+$/.exec(cursor)?.[0] ?? 0);
