import { retryDelay } from './errors.ts';

/**
 * Milliseconds after which a client sends a failed request again before it reports the failure. Null: it reports it, also if the wait
 * would be longer than a user expects a page to take, as with a rate limit.
 */
export function silentDelay(reported: unknown): number | null {
  const delay = retryDelay(reported);
  return delay !== null && delay <= LONGEST_SILENCE ? delay : null;
}

/** Milliseconds. */
const LONGEST_SILENCE = 5000;
