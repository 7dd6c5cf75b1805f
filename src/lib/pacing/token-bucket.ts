/** Capacity of a bucket, in seconds of its rate: makes up for the lag of a busy event loop without a visible burst. */
const BURST = 0.1;

/** Limits calls to a rate that may change at any time. Times are by the clock's `monotonic()`. */
export class TokenBucket {
  readonly #rate: () => number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  /**
   * @param rate calls per second.
   * @param now the time at which it is full.
   * @param burst seconds of rate that may be used at once; at least one call.
   */
  constructor(rate: () => number, now: number, burst = BURST) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = this.#capacity();
    this.#filledAt = now;
  }

  /** Milliseconds until a call may start: 0 if one may now, infinite at rate 0. */
  wait(now: number): number {
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#rate()) * 1000;
  }

  /** Counts a call that starts now. */
  take(): void {
    this.#tokens -= 1;
  }

  /** True if the bucket is full. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens >= this.#capacity();
  }

  #fill(now: number): void {
    const earned = (Math.max(0, now - this.#filledAt) / 1000) * this.#rate();
    this.#tokens = Math.min(this.#capacity(), this.#tokens + earned);
    this.#filledAt = now;
  }

  #capacity(): number {
    return Math.max(1, this.#rate() * this.#burst);
  }
}
