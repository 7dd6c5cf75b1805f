import type { CancelSignal } from '../graph/cancellation.ts';

interface Waiter {
  /** @param acquired false if the waiter gave up. */
  end(acquired: boolean): void;
  isOver: boolean;
}

/** Limits concurrent calls; the others queue in arrival order. */
export class Bulkhead {
  readonly #queueLimit: number;
  #free: number;
  #waiting = 0;
  /** Entries before `#next` are finished. */
  #queue: Waiter[] = [];
  #next = 0;

  constructor(concurrency: number, queueLimit: number) {
    this.#free = concurrency;
    this.#queueLimit = queueLimit;
  }

  /** Whether the queue is full. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting >= this.#queueLimit;
  }

  /** Takes a slot if one is free. The caller must release it. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /**
   * Waits for a slot.
   * @param deadline by `performance.now()`.
   * @returns true if a slot was acquired in time; the caller must release it.
   */
  acquire(deadline: number, signal: CancelSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = (): void => waiter.end(false);
      const timeout = setTimeout(giveUp, deadline - performance.now());
      const waiter: Waiter = {
        isOver: false,
        end: (acquired) => {
          waiter.isOver = true;
          this.#waiting -= 1;
          clearTimeout(timeout);
          signal?.removeEventListener('abort', giveUp);
          resolve(acquired);
        },
      };
      this.#waiting += 1;
      this.#queue.push(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  release(): void {
    while (this.#next < this.#queue.length) {
      const waiter = this.#queue[this.#next];
      this.#next += 1;
      if (this.#next === this.#queue.length || this.#next > COMPACT_AFTER) {
        this.#queue = this.#queue.slice(this.#next);
        this.#next = 0;
      }
      if (!waiter || waiter.isOver) continue;
      waiter.end(true);
      return;
    }
    this.#free += 1;
  }
}

/** Finished entries that may remain at the front of the queue: removing them one by one would cost more. */
const COMPACT_AFTER = 256;
