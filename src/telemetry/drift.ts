import type { Clock } from '../lib/clock.ts';
import type { Deviation } from '../platform/platform-observer.ts';
import type { Log } from './log.ts';

/** Minimum milliseconds between log lines about the same deviation. */
const LOG_INTERVAL = 60_000;

/**
 * Logs deviations of platform responses from their documented shape, by route, kind and member. The first of each is
 * logged immediately, later ones at most once a minute, each time with the count since the process started. No part of a
 * response is retained: members have their documented names.
 */
export class Drift {
  readonly #log: Pick<Log, 'warn'>;
  readonly #clock: Clock;
  /** Bounded by the members that are declared. */
  readonly #counts = new Map<string, number>();
  readonly #loggedAt = new Map<string, number>();

  constructor(log: Pick<Log, 'warn'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Counts by route, deviation and member, separated by spaces. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /**
   * @param route method and path template, as in `GET /edu/v1/course`.
   * @param member Empty: the response as a whole.
   */
  count(route: string, deviation: Deviation, member: string, times = 1): void {
    const key = [route, deviation, ...(member === '' ? [] : [member])].join(' ');
    const count = (this.#counts.get(key) ?? 0) + times;
    this.#counts.set(key, count);
    const now = this.#clock.monotonic();
    const last = this.#loggedAt.get(key);
    if (last !== undefined && now - last < LOG_INTERVAL) return;
    this.#loggedAt.set(key, now);
    this.#log.warn({ route, deviation, ...(member === '' ? {} : { member }), count }, 'drift');
  }
}
