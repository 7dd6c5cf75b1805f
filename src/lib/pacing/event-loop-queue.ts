import { visitAll } from '../boundary.ts';
import type { Clock } from '../clock.ts';

/**
 * Queue of work that is spread over iterations of the event loop: each starts a limited number of pieces. One event may wake
 * thousands of subscribers, which would otherwise hold up everything else until the last of them is served.
 */
export class EventLoopQueue {
  readonly #clock: Clock;
  readonly #perIteration: number;
  /** In order. An iteration is scheduled while there is any. */
  readonly #waiting: (() => void)[] = [];

  /** @param perIteration pieces of work per iteration: a few milliseconds in total. */
  constructor(clock: Clock, perIteration: number) {
    this.#clock = clock;
    this.#perIteration = perIteration;
  }

  /** Begins a piece of work in the next iteration that has room for it. */
  run(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) this.#schedule();
  }

  /** Resolves when a piece of work may begin. */
  take(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  #schedule(): void {
    this.#clock.setImmediate(() => {
      const next = this.#waiting.splice(0, this.#perIteration);
      if (this.#waiting.length > 0) this.#schedule();
      visitAll(next, (begin) => begin());
    });
  }
}
