import { type Clock, SYSTEM_CLOCK } from '../../packages/client/src/clock.ts';

/** Waits less, for tests of what clients receive. */
export const HASTY: Clock = {
  ...SYSTEM_CLOCK,
  after: (milliseconds, callback) => SYSTEM_CLOCK.after(milliseconds / 100, callback),
};

/** A clock of the client package whose time passes when a test says so. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-05-04T09:00:00Z');
  readonly #timers = new Set<{ at: number; callback: () => void }>();
  readonly #waiting = new Set<() => void>();

  readonly now = (): number => this.#now;

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    for (const check of [...this.#waiting]) check();
    return () => this.#timers.delete(timer);
  }

  /** Milliseconds until each of the callbacks, soonest first. */
  get pending(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).toSorted((a, b) => a - b);
  }

  /** Resolves once a callback is due in between `from` and `to` milliseconds. */
  due(from: number, to = from): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!this.pending.some((milliseconds) => milliseconds >= from && milliseconds <= to)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Lets time pass, with the callbacks that are due in it, in their order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].toSorted((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }

  /** The device sleeps: time passes, timers do not. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) timer.at += milliseconds;
  }
}
