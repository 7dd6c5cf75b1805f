import type { Clock } from '../lib/clock.ts';

/** The calls of one route within an operation. */
export interface RouteCalls {
  route: string;
  /** Calls made, not counting retries. */
  calls: number;
  /** Total milliseconds from sending to the end of the response, retries included. */
  ms: number;
}

/** Counts and times the platform calls of one operation. */
export class CallCounter {
  /** Whether the client has asked for a report. */
  readonly isReported: boolean;
  readonly #clock: Clock;
  #calls = 0;
  #shared = 0;
  #pending = 0;
  #since = 0;
  #milliseconds = 0;
  /** Few: bounded by the number of declared routes. Replaced when one is added: idle streams retain them. */
  #routes: readonly RouteCalls[] = [];

  constructor(isReported: boolean, clock: Clock) {
    this.isReported = isReported;
    this.#clock = clock;
  }

  /**
   * `calls` made; `shared`: reads that needed no call; `ms`: time with at least one call pending; `routes`: completed calls
   * by route.
   */
  get report(): { calls: number; shared: number; ms: number; routes: RouteCalls[] } {
    const current = this.#pending > 0 ? this.#clock.monotonic() - this.#since : 0;
    return {
      calls: this.#calls,
      shared: this.#shared,
      ms: Math.round(this.#milliseconds + current),
      routes: this.byRoute,
    };
  }

  get calls(): number {
    return this.#calls;
  }

  /** Reads that needed no call. */
  get shared(): number {
    return this.#shared;
  }

  /** The calls by route, longest total first. */
  get byRoute(): RouteCalls[] {
    return this.#routes
      .map(({ route, calls, ms }) => ({ route, calls, ms: Math.round(ms) }))
      .sort((one, other) => other.ms - one.ms);
  }

  sent(): void {
    this.#calls += 1;
  }

  /** @param milliseconds since the call was sent. */
  ended(route: string, milliseconds: number): void {
    const known = this.#routes.find((other) => other.route === route);
    if (known) {
      known.calls += 1;
      known.ms += milliseconds;
    } else this.#routes = this.#routes.concat({ route, calls: 1, ms: milliseconds });
  }

  deduplicated(calls: number): void {
    this.#shared += calls;
  }

  /** Adds the calls of one event to those of its stream. */
  add({ calls, shared }: CallCounter): void {
    this.#calls += calls;
    this.#shared += shared;
  }

  /** Measures the time until the response arrives, for the report. */
  timed<Result>(response: Promise<Result>): Promise<Result> {
    return this.isReported ? this.#timed(response) : response;
  }

  async #timed<Result>(response: Promise<Result>): Promise<Result> {
    if (this.#pending === 0) this.#since = this.#clock.monotonic();
    this.#pending += 1;
    try {
      return await response;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) this.#milliseconds += this.#clock.monotonic() - this.#since;
    }
  }
}
