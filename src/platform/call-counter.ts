import type { Clock } from '../lib/clock.ts';

/** The calls of one route within an operation. */
export interface RouteCalls {
  route: string;
  /** Calls made, not counting retries. */
  calls: number;
  /** Total milliseconds from sending to the end of the response, retries included: calls made side by side add up. */
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
  /** Null: nothing is reported. */
  readonly #times: Times | null;
  /** Few: bounded by the number of declared routes. Replaced when one is added: idle streams retain them. */
  #routes: readonly RouteCalls[] = [];

  constructor(isReported: boolean, clock: Clock) {
    this.isReported = isReported;
    this.#clock = clock;
    this.#times = isReported
      ? { startedAt: clock.monotonic(), all: new PendingTime(), byRoute: new Map(), timeline: [] }
      : null;
  }

  /**
   * `calls` made; `shared`: reads that needed no call; `ms`: time with at least one call pending; `routes`: completed calls
   * by route, with the same time for each; `timeline`: the first 200 completed calls and joined ones, in the order of their start.
   */
  get report(): { calls: number; shared: number; ms: number; routes: RouteCalls[]; timeline: CallTiming[] } {
    const now = this.#clock.monotonic();
    const pendingAt = (route: string): number => this.#times?.byRoute.get(route)?.until(now) ?? 0;
    return {
      calls: this.#calls,
      shared: this.#shared,
      ms: this.#times?.all.until(now) ?? 0,
      routes: this.byRoute.map(({ route, calls }) => ({ route, calls, ms: pendingAt(route) })),
      timeline: (this.#times?.timeline ?? []).toSorted((one, other) => one.start - other.start),
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

  sent(route: string): void {
    this.#calls += 1;
    this.#begin(route);
  }

  /** @param milliseconds since the call was sent. */
  ended(route: string, milliseconds: number): void {
    this.#end(route, milliseconds, false);
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
    this.#begin(route);
    return () => this.#end(route, this.#clock.monotonic() - joinedAt, true);
  }

  #begin(route: string): void {
    if (!this.#times) return;
    const { all, byRoute } = this.#times;
    const ofRoute = byRoute.get(route) ?? new PendingTime();
    byRoute.set(route, ofRoute);
    const now = this.#clock.monotonic();
    all.begin(now);
    ofRoute.begin(now);
  }

  #end(route: string, milliseconds: number, shared: boolean): void {
    if (!this.#times) return;
    const { startedAt, all, byRoute, timeline } = this.#times;
    const now = this.#clock.monotonic();
    all.end(now);
    byRoute.get(route)?.end(now);
    if (timeline.length >= MOST_TIMINGS) return;
    const start = now - milliseconds - startedAt;
    timeline.push({ route, start: tenths(start), ms: tenths(milliseconds), shared });
  }

  deduplicated(calls: number): void {
    this.#shared += calls;
  }

  /** Adds the calls of one event to those of its stream. */
  add({ calls, shared }: CallCounter): void {
    this.#calls += calls;
    this.#shared += shared;
  }
}

/** The times that are reported of an operation. */
interface Times {
  /** By the clock's `monotonic()`. */
  startedAt: number;
  /** With all calls, and with those of each route: a route is never pending longer than all. */
  all: PendingTime;
  byRoute: Map<string, PendingTime>;
  timeline: CallTiming[];
}

/** Time during which at least one of several calls is pending. */
class PendingTime {
  #pending = 0;
  #since = 0;
  #milliseconds = 0;

  begin(now: number): void {
    if (this.#pending === 0) this.#since = now;
    this.#pending += 1;
  }

  end(now: number): void {
    this.#pending -= 1;
    if (this.#pending === 0) this.#milliseconds += now - this.#since;
  }

  /** Rounded milliseconds until now. */
  until(now: number): number {
    return Math.round(this.#milliseconds + (this.#pending > 0 ? now - this.#since : 0));
  }
}

const tenths = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 10) / 10);
