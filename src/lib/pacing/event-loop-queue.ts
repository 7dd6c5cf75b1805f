import { visitAll } from '../boundary.ts';
import type { Clock } from '../clock.ts';

/**
 * Queue of work that is spread over iterations of the event loop: each starts a limited number of pieces. One event may wake
 * thousands of subscribers, which would otherwise hold up everything else until the last of them is served.
 */
export class EventLoopQueue {
  readonly #clock: Clock;
  readonly #perIteration: number;
  #left: number;
  #isScheduled = false;
  /** Waiting work, in order. */
  readonly #waiting: (() => void)[] = [];

  /** @param perIteration pieces of work per iteration: a few milliseconds in total. */
  constructor(clock: Clock, perIteration: number) {
    this.#clock = clock;
    this.#perIteration = perIteration;
    this.#left = perIteration;
  }

  /** Begins a piece of work: at once, or in a later iteration. */
  run(begin: () => void): void {
    this.#schedule();
    if (this.#left > 0) {
      this.#left -= 1;
      begin();
    } else this.#waiting.push(begin);
  }

  /** Resolves when a piece of work may begin. */
  take(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setImmediate(() => this.#iterate());
  }

  #iterate(): void {
    this.#isScheduled = false;
    const next = this.#waiting.splice(0, this.#perIteration);
    this.#left = this.#perIteration - next.length;
    if (next.length > 0) this.#schedule();
    visitAll(next, (begin) => begin());
  }
}
