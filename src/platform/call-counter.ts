import type { Clock } from '../lib/clock.ts';

/** The calls of one route within an operation. */
export interface RouteCalls {
  route: string;
  /** Calls made, not counting retries. */
  calls: number;
  /** Total milliseconds from sending to the end of the response, retries included. */
  ms: number;
}

/** One read or write of an operation, on its time axis. */
export interface CallTiming {
  route: string;
  /** Milliseconds from the start of the operation to sending the call, or to joining one in flight. */
  start: number;
  /** Milliseconds to the end of the response, retries included. */
  ms: number;
  /** Whether it joined the call of another read. */
  shared: boolean;
}

/** Calls whose times are reported. */
const MOST_TIMINGS = 200;

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

  /** By the clock's `monotonic()`; 0 if nothing is reported. */
  readonly #startedAt: number;
  /** Null: nothing is reported. */
  readonly #timeline: CallTiming[] | null;

  constructor(isReported: boolean, clock: Clock) {
    this.isReported = isReported;
    this.#clock = clock;
    this.#startedAt = isReported ? clock.monotonic() : 0;
    this.#timeline = isReported ? [] : null;
  }

  /**
   * `calls` made; `shared`: reads that needed no call; `ms`: time with at least one call pending; `routes`: completed calls
   * by route; `timeline`: the first 200 completed calls and joined ones, in the order of their start.
   */
  get report(): { calls: number; shared: number; ms: number; routes: RouteCalls[]; timeline: CallTiming[] } {
    const current = this.#pending > 0 ? this.#clock.monotonic() - this.#since : 0;
    return {
      calls: this.#calls,
      shared: this.#shared,
      ms: Math.round(this.#milliseconds + current),
      routes: this.byRoute,
      timeline: (this.#timeline ?? []).toSorted((one, other) => one.start - other.start),
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
    this.#time(route, milliseconds, false);
    const known = this.#routes.find((other) => other.route === route);
    if (known) {
      known.calls += 1;
      known.ms += milliseconds;
    } else this.#routes = this.#routes.concat({ route, calls: 1, ms: milliseconds });
  }

  /** A read joins a call in flight. @returns callback for the end of that call; undefined if nothing is reported. */
  joined(route: string): (() => void) | undefined {
    if (!this.isReported) return undefined;
    const joinedAt = this.#clock.monotonic();
    return () => this.#time(route, this.#clock.monotonic() - joinedAt, true);
  }

  #time(route: string, milliseconds: number, shared: boolean): void {
    if (this.#timeline === null || this.#timeline.length >= MOST_TIMINGS) return;
    const start = this.#clock.monotonic() - milliseconds - this.#startedAt;
    this.#timeline.push({ route, start: tenths(start), ms: tenths(milliseconds), shared });
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

const tenths = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 10) / 10);
