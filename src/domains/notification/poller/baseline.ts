import { visitAll } from '../../../lib/boundary.ts';
import type { Clock } from '../../../lib/clock.ts';

/**
 * The first reading of a user's notifications. `ready`: recorded, so that no later one is missed. Otherwise the `platform`
 * could not be read in time, the budget of polls was `busy` with others, or the `store` could not record it.
 */
export type Baseline = 'ready' | 'platform' | 'store' | 'busy';

/** Milliseconds that a follower waits for the baseline. */
export const READY_TIMEOUT = 5000;

/** The followers that wait for the baseline. */
export class BaselineWait {
  readonly #clock: Clock;
  #waiting: readonly ((baseline: Baseline) => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** @param onTimeout returns why the baseline is late. */
  wait(onTimeout: () => Baseline): Promise<Baseline> {
    return new Promise((resolve) => {
      const settle = (baseline: Baseline): void => {
        this.#clock.clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== settle);
        resolve(baseline);
      };
      const timer = this.#clock.setTimeout(() => settle(onTimeout()), READY_TIMEOUT);
      this.#waiting = this.#waiting.concat(settle);
    });
  }

  settle(baseline: Baseline): void {
    visitAll(this.#waiting, (settle) => settle(baseline));
  }
}
