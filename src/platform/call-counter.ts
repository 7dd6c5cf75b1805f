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

/** A call, or a read that joined one. Times are by the clock's `monotonic()`. */
export interface TimedCall {
  readonly route: string;
  readonly startedAt: number;
  /** Whether it joined the call of another read. */
  readonly shared: boolean;
  /** Null: it is pending. */
  endedAt: number | null;
}

/** Counts and times the platform calls of one operation. */
export class CallCounter {
  /** Whether the client has asked for a report. */
  readonly isReported: boolean;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #calls = 0;
  #shared = 0;
  /** In the order of their start. Null: nothing is reported. */
  readonly #timed: TimedCall[] | null;
  /** Few: bounded by the number of declared routes. Replaced when one is added: idle streams retain them. */
  #routes: readonly RouteCalls[] = [];

  constructor(isReported: boolean, clock: Clock) {
    this.isReported = isReported;
    this.#timed = isReported ? [] : null;
    this.#clock = clock;
    this.#startedAt = isReported ? clock.monotonic() : 0;
  }

  /**
   * `calls` made; `shared`: reads that needed no call; `ms`: time with at least one call pending; `routes`: completed calls
   * by route, with the same time for each; `timeline`: the first 200 completed calls and joined ones, in the order of their start.
   */
  get report(): { calls: number; shared: number; ms: number; routes: RouteCalls[]; timeline: CallTiming[] } {
    const now = this.#clock.monotonic();
    const timed = this.#timed ?? [];
    const ofRoute = (name: string) => timed.filter(({ route }) => route === name);
    return {
      calls: this.#calls,
      shared: this.#shared,
      ms: timePending(timed, now),
      routes: this.byRoute.map(({ route, calls }) => ({
        route,
        calls,
        ms: timePending(ofRoute(route), now),
      })),
      timeline: timed
        .flatMap(({ route, startedAt, endedAt, shared }) =>
          endedAt === null
            ? []
            : { route, start: tenths(startedAt - this.#startedAt), ms: tenths(endedAt - startedAt), shared },
        )
        .slice(0, MOST_TIMINGS),
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

  sent(route: string): TimedCall {
    this.#calls += 1;
    return this.#begin(route, false);
  }

  /** The response of a call that was sent is complete. */
  ended(call: TimedCall): void {
    call.endedAt = this.#clock.monotonic();
    const { route } = call;
    const ms = call.endedAt - call.startedAt;
    const known = this.#routes.find((other) => other.route === route);
    if (known) {
      known.calls += 1;
      known.ms += ms;
    } else this.#routes = this.#routes.concat({ route, calls: 1, ms });
  }

  /** A read joins a call in flight. @returns callback for the end of that call; undefined if nothing is reported. */
  joined(route: string): (() => void) | undefined {
    if (!this.isReported) return undefined;
    const call = this.#begin(route, true);
    return () => {
      call.endedAt = this.#clock.monotonic();
    };
  }

  #begin(route: string, shared: boolean): TimedCall {
    const call: TimedCall = { route, startedAt: this.#clock.monotonic(), shared, endedAt: null };
    this.#timed?.push(call);
    return call;
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

/** Rounded milliseconds until now in which at least one of some calls is pending. @param calls in the order of their start. */
function timePending(calls: readonly TimedCall[], now: number): number {
  let milliseconds = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of calls) {
    const end = Math.max(until, endedAt ?? now);
    milliseconds += end - Math.max(until, startedAt);
    until = end;
  }
  return Math.round(milliseconds);
}

const tenths = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 10) / 10);
