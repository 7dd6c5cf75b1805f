/** Counts and times the platform calls of one operation. */
export class CallCounter {
  #calls = 0;
  #shared = 0;
  #pending = 0;
  #since = 0;
  #milliseconds = 0;

  /** `calls` made; `shared`: reads that needed no call; `ms`: time with at least one call pending. */
  get report(): { calls: number; shared: number; ms: number } {
    const current = this.#pending > 0 ? performance.now() - this.#since : 0;
    return { calls: this.#calls, shared: this.#shared, ms: Math.round(this.#milliseconds + current) };
  }

  sent(): void {
    this.#calls += 1;
  }

  deduplicated(calls: number): void {
    this.#shared += calls;
  }

  /** Measures the time until the response arrives. */
  async timed<Result>(response: Promise<Result>): Promise<Result> {
    if (this.#pending === 0) this.#since = performance.now();
    this.#pending += 1;
    try {
      return await response;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) this.#milliseconds += performance.now() - this.#since;
    }
  }
}
