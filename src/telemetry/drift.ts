import type { Clock } from '../lib/clock.ts';
import type { Deviation } from '../platform/platform-observer.ts';
import type { Log } from './log.ts';

/** Minimum milliseconds between log lines about the same deviation. */
const LOG_INTERVAL = 60_000;

/**
 * Receives each deviation.
 * @param route method and path template, as in `GET /edu/v1/course`.
 * @param member Empty: the response as a whole.
 * @param count since the process started.
 */
export type OnDrift = (route: string, deviation: Deviation, member: string, count: number) => void;

/**
 * Logs deviations of platform responses from their documented shape, by route, kind and member. The first of each is
 * logged immediately, later ones at most once a minute, each time with the count since the process started. No part of a
 * response is retained: members have their documented names.
 */
export function driftLog(log: Pick<Log, 'warn'>, clock: Clock): OnDrift {
  /** Bounded by the members that are declared. */
  const loggedAt = new Map<string, number>();
  return (route, deviation, member, count) => {
    const key = `${route} ${deviation} ${member}`;
    const now = clock.monotonic();
    if (now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL) return;
    loggedAt.set(key, now);
    log.warn({ route, deviation, ...(member === '' ? {} : { member }), count }, 'drift');
  };
}
