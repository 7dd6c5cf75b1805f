import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';

/** Limits concurrent calls; the others queue in arrival order. */
export class Bulkhead {
  readonly #clock: Clock;
  readonly #queueLimit: number;
  #free: number;
  /** In arrival order. Called with whether the waiter acquired a slot: false if it gave up. */
  readonly #waiting = new Set<(acquired: boolean) => void>();

  constructor(clock: Clock, concurrency: number, queueLimit: number) {
    this.#clock = clock;
    this.#free = concurrency;
    this.#queueLimit = queueLimit;
  }

  /** Whether the queue is full. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.size >= this.#queueLimit;
  }

  /** Takes a slot if one is free. The caller must release it. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /**
   * Waits for a slot.
   * @param deadline by the clock's `monotonic()`.
   * @returns true if a slot was acquired in time; the caller must release it.
   */
  acquire(deadline: number, signal: CancelSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (acquired: boolean): void => {
        this.#waiting.delete(end);
        this.#clock.clearTimeout(timeout);
        signal?.removeEventListener('abort', giveUp);
        resolve(acquired);
      };
      const giveUp = (): void => end(false);
      const timeout = this.#clock.setTimeout(giveUp, deadline - this.#clock.monotonic());
      this.#waiting.add(end);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  release(): void {
    const [first] = this.#waiting;
    if (first) first(true);
    else this.#free += 1;
  }
}
