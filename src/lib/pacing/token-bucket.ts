/** Capacity of a bucket, in seconds of its rate: makes up for the lag of a busy event loop without a visible burst. */
const BURST = 0.1;

/** Limits calls to a rate that may change at any time. Times are by the clock's `monotonic()`. */
export class TokenBucket {
  readonly #rate: () => number;
  /** As many as it holds at first. */
  #tokens = Number.POSITIVE_INFINITY;
  #filledAt = 0;

  /** @param rate calls per second. */
  constructor(rate: () => number) {
    this.#rate = rate;
  }

  /** Milliseconds until a call may start: 0 if one may now, infinite at rate 0. */
  wait(now: number): number {
    const rate = this.#rate();
    const earned = (Math.max(0, now - this.#filledAt) / 1000) * rate;
    this.#tokens = Math.min(Math.max(1, rate * BURST), this.#tokens + earned);
    this.#filledAt = now;
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / rate) * 1000;
  }

  /** Counts a call that starts now, after `wait`. */
  take(): void {
    this.#tokens -= 1;
  }
}
