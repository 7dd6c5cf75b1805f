import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock, Timer } from '../lib/clock.ts';

/** Milliseconds between measurements. */
const INTERVAL = 250;
/** Milliseconds between the ticks whose delay is measured. */
const RESOLUTION = 20;
const NANOSECONDS = 1e6;

/**
 * Measures event loop lag: every step of every request waits that long. One late measurement is only a pause; two in a
 * row mean overload. Overload ends when the lag falls below half the limit, so that it does not flap.
 */
export class EventLoopLag {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #timer: Timer;
  #wasLate = false;
  /** Whether the process is overloaded. */
  isTooHigh = false;

  /** @param limit maximum mean lag, in milliseconds. */
  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
    this.#delay.enable();
    this.#timer = this.#clock.setInterval(() => this.#measure(), INTERVAL).unref();
  }

  close(): void {
    this.#clock.clearInterval(this.#timer);
    this.#delay.disable();
  }

  #measure(): void {
    const late = this.#delay.mean / NANOSECONDS - RESOLUTION;
    // The delay between two ticks is what is measured: a reset before the second one would put the measurement off.
    if (Number.isNaN(late)) return;
    this.#delay.reset();
    this.isTooHigh = this.isTooHigh ? late > this.#limit / 2 : this.#wasLate && late > this.#limit;
    this.#wasLate = late > this.#limit;
  }
}
