import type { Position } from './log.ts';

/** Milliseconds after an announced event is due, so that one read finds it overdue by the clock of Redis. */
const SLACK = 50;
/** Longest delay of a timer. */
const MAX_DELAY = 2 ** 31 - 1;

type Listener = (newest: Position | null) => void;

/** The readers of one topic on this instance. They share the wake-up for announced events that become overdue. */
export class RedisTopicReaders {
  readonly #listeners = new Set<Listener>();
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** @returns unsubscribes. */
  add(listener: Listener): () => void {
    // A new function per registration, so that a listener registered twice is called twice.
    const registered: Listener = (newest) => listener(newest);
    this.#listeners.add(registered);
    return () => {
      this.#listeners.delete(registered);
      if (this.isEmpty) this.#disarm();
    };
  }

  /** Handles a message of the topic's channel. Null, or a message that is not understood: read again. */
  onMessage(message: string | null): void {
    const due = /^due (\d+)$/.exec(message ?? '');
    if (due) this.readIn(Number(due[1]));
    else this.wake(message === null ? null : positionIn(message));
  }

  /** @param newest the newest position. Null: read, whatever it is. */
  wake(newest: Position | null): void {
    for (const listener of [...this.#listeners]) listener(newest);
  }

  /** Wakes the readers after some milliseconds, unless they are to be woken earlier. */
  readIn(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds + SLACK;
    if (dueAt >= this.#dueAt || this.isEmpty) return;
    this.#disarm();
    this.#dueAt = dueAt;
    this.#timer = setTimeout(
      () => {
        this.#disarm();
        // The next page says when the next event is due.
        this.wake(null);
      },
      Math.min(milliseconds + SLACK, MAX_DELAY),
    ).unref();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
  }
}

/** Parses an append signal. Null: malformed. */
function positionIn(message: string): Position | null {
  const [, epoch, sequence, time] = /^(\S+) (\d+) (\d+)$/.exec(message) ?? [];
  if (epoch === undefined) return null;
  return { epoch, sequence: Number(sequence), time: Number(time) };
}
