import type { Clock } from '../lib/clock.ts';
import type { Log } from './log.ts';

/** Minimum milliseconds between log lines about the same route. */
const LOG_INTERVAL = 60_000;

/**
 * Counts platform responses that deviate from the documented shape, by route. A route's first one is logged
 * immediately, later ones at most once a minute, each time with the count since the process started. No part of a
 * response is retained.
 */
export class Drift {
  readonly #log: Pick<Log, 'warn'>;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  readonly #logged = new Map<string, number>();

  constructor(log: Pick<Log, 'warn'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Count by route. Bounded by the number of declared routes. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** @param route method and path template, as in `GET /edu/v1/course`. */
  count(route: string): void {
    const count = (this.#counts.get(route) ?? 0) + 1;
    this.#counts.set(route, count);
    const now = this.#clock.monotonic();
    const last = this.#logged.get(route);
    if (last !== undefined && now - last < LOG_INTERVAL) return;
    this.#logged.set(route, now);
    this.#log.warn({ route, count }, 'drift');
  }
}
