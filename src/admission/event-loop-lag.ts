import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between looks. */
const INTERVAL = 250;
/** Milliseconds between the ticks whose delay is measured. */
const RESOLUTION = 20;
const NANOSECONDS = 1e6;

/**
 * How late the event loop runs: work that waits for it waits as long at every step. One late look says nothing, since
 * what had to wait is answered at once; the second in a row says that more comes in than is done. It is over when a
 * look finds half the limit, so that it does not begin and end all the time.
 */
export class EventLoopLag {
  readonly #limit: number;
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #timer: NodeJS.Timeout;
  #wasLate = false;
  #isTooHigh = false;

  /** @param limit milliseconds by which the loop may be late, on average. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#delay.enable();
    this.#timer = setInterval(() => this.#look(), INTERVAL).unref();
  }

  /** Whether nothing new should be begun. */
  get isTooHigh(): boolean {
    return this.#isTooHigh;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #look(): void {
    const late = this.#delay.mean / NANOSECONDS - RESOLUTION;
    this.#delay.reset();
    if (Number.isNaN(late)) return;
    this.#isTooHigh = this.#isTooHigh ? late > this.#limit / 2 : this.#wasLate && late > this.#limit;
    this.#wasLate = late > this.#limit;
  }
}
