import type { Clock, Timer } from '../../../lib/clock.ts';

/** Something that sleeps. */
interface Sleeper {
  readonly clock: Clock;
  continue(): void;
}

/**
 * Wakes one sleeper early. A wake-up that arrives while nobody sleeps applies to the next sleep. Calls back instead of
 * resolving a promise: a suspended function takes more memory.
 */
export class WakeUp {
  readonly #sleeper: Sleeper;
  #isPending = false;
  #isAsleep = false;
  #timer: Timer | undefined;

  constructor(sleeper: Sleeper) {
    this.#sleeper = sleeper;
  }

  wake(): void {
    this.#isPending = true;
    this.#end();
  }

  /** Discards a pending wake-up. */
  clear(): void {
    this.#isPending = false;
  }

  /** Waits for a wake-up or the given milliseconds, whichever comes first. @param milliseconds null: no limit. */
  sleep(milliseconds: number | null): void {
    this.#isAsleep = true;
    if (this.#isPending) this.#end();
    else if (milliseconds !== null)
      this.#timer = this.#sleeper.clock.setTimeout(() => this.#end(), milliseconds).unref();
  }

  #end(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#sleeper.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sleeper.continue();
  }
}
