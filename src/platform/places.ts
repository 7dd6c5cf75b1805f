import type { CancelSignal } from '../graph/cancellation.ts';

interface Waiting {
  /** @param hasPlace false: it is no longer waited for. */
  end(hasPlace: boolean): void;
  isOver: boolean;
}

/** How many may go at once; the others wait for their turn, in the order in which they came. */
export class Places {
  readonly #mostWaiting: number;
  #free: number;
  #waiting = 0;
  /** Those before `#next` have gone. */
  #queue: Waiting[] = [];
  #next = 0;

  constructor(places: number, mostWaiting: number) {
    this.#free = places;
    this.#mostWaiting = mostWaiting;
  }

  /** Whether as many wait as may. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting >= this.#mostWaiting;
  }

  /** Takes a place where there is one. It must be given back. */
  take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /**
   * Waits for a place.
   * @param deadline by `performance.now()`.
   * @returns whether there was one in time; then it must be given back.
   */
  wait(deadline: number, signal: CancelSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = (): void => waiting.end(false);
      const late = setTimeout(giveUp, deadline - performance.now());
      const waiting: Waiting = {
        isOver: false,
        end: (hasPlace) => {
          waiting.isOver = true;
          this.#waiting -= 1;
          clearTimeout(late);
          signal?.removeEventListener('abort', giveUp);
          resolve(hasPlace);
        },
      };
      this.#waiting += 1;
      this.#queue.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  giveBack(): void {
    while (this.#next < this.#queue.length) {
      const waiting = this.#queue[this.#next];
      this.#next += 1;
      if (this.#next === this.#queue.length || this.#next > LONGEST_PAST) {
        this.#queue = this.#queue.slice(this.#next);
        this.#next = 0;
      }
      if (!waiting || waiting.isOver) continue;
      waiting.end(true);
      return;
    }
    this.#free += 1;
  }
}

/** How many that have gone are kept in the queue: to move up after each would cost more. */
const LONGEST_PAST = 256;
