/** What one operation asked of the platform, for its caller to see. */
export class CallCounter {
  #calls = 0;
  #shared = 0;
  #awaited = 0;
  #since = 0;
  #milliseconds = 0;

  /** `calls` made; `shared`: asked for and not made; `ms` in which at least one was waited for. */
  get report(): { calls: number; shared: number; ms: number } {
    const running = this.#awaited > 0 ? performance.now() - this.#since : 0;
    return { calls: this.#calls, shared: this.#shared, ms: Math.round(this.#milliseconds + running) };
  }

  made(): void {
    this.#calls += 1;
  }

  saved(calls: number): void {
    this.#shared += calls;
  }

  /** Takes the time that a reply is waited for. */
  async timed<Result>(reply: Promise<Result>): Promise<Result> {
    if (this.#awaited === 0) this.#since = performance.now();
    this.#awaited += 1;
    try {
      return await reply;
    } finally {
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#milliseconds += performance.now() - this.#since;
    }
  }
}
