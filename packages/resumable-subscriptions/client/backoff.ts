import { type Clock, wait } from './clock.ts';
import { onWakeUp } from './wake-up.ts';

/** How often to try again, and when. */
export interface Attempt {
  /** Attempts that failed in a row before this one, from 0. */
  failures: number;
  /** Milliseconds that the server requires to wait. 0: no such demand. */
  demanded: number;
}

/**
 * Milliseconds to wait before the next attempt, beyond what the server requires: exponential with full jitter, so that the
 * clients of an instance that stops do not all return at once.
 * @param failures attempts that failed in a row, from 0.
 */
const backoff = (failures: number): number => Math.random() * Math.min(30_000, 500 * 2 ** failures);

/**
 * Waits before the next attempt to connect: as long as the server requires, and then with backoff, which ends early when
 * the network returns or the device wakes up. Ends at once when the signal aborts.
 */
export async function waitToReconnect(
  clock: Clock,
  { failures, demanded }: Attempt,
  signal?: AbortSignal,
): Promise<void> {
  if (demanded > 0) await wait(clock, demanded, signal);
  if (signal?.aborted) return;
  const early = new AbortController();
  const end = (): void => early.abort();
  const ignoreWakeUps = onWakeUp(clock, end);
  signal?.addEventListener('abort', end, { once: true });
  await wait(clock, backoff(failures), early.signal);
  signal?.removeEventListener('abort', end);
  ignoreWakeUps();
}

/** Milliseconds of a `Retry-After` header: seconds or a date. 0: none, or one that cannot be read. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST) : 0;
}

/**
 * Milliseconds in the reason of a close with 1013, as in `Too many requests, retry after 2 s`; a second if it has none.
 */
export const retryAfterClose = (reason: string): number =>
  Math.min(Number(/retry after (\d+) s/.exec(reason)?.[1] ?? 1) * 1000, LONGEST);

/** A misconfigured proxy must not silence a client for days. */
const LONGEST = 10 * 60_000;
