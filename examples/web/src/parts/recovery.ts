import { retryDelay } from '@learning-platform/client/errors';
import { useEffect, useState } from 'react';
import { shown } from '../gateway/errors.ts';

/** The state of a query, as `useQuery` returns it. */
export interface QueryState {
  error?: unknown;
  loading: boolean;
  refetch: () => Promise<unknown>;
}

/** A failure that is being recovered from. */
export interface Recovery {
  /** The last error, also while the query is tried again. */
  error: unknown;
  isRetrying: boolean;
  /** Seconds until the next attempt. Null: none is planned, because another attempt would fail as well. */
  seconds: number | null;
  retryNow(): void;
}

const LONGEST = 60;

/**
 * Retries a query that failed for now: after about two seconds, then less and less often, and as soon as the browser is
 * online again. @returns null if the query has not failed.
 */
export function useRecovery({ error, loading, refetch }: QueryState): Recovery | null {
  const [failure, setFailure] = useState<{ error: unknown; attempts: number } | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  if (error && failure?.error !== error) setFailure({ error, attempts: (failure?.attempts ?? 0) + 1 });
  if (!error && !loading && failure) setFailure(null);

  useEffect(() => {
    setSeconds(null);
    if (!failure || loading || !shown(failure.error).retryable) return;
    const due = Date.now() + delayBefore(failure.attempts, retryDelay(failure.error) ?? 0);
    const retry = () => {
      clearInterval(clock);
      // A failure is the query's next error.
      refetch().catch(() => {});
    };
    const tick = () => {
      const left = Math.ceil((due - Date.now()) / 1000);
      if (left <= 0) retry();
      else setSeconds(left);
    };
    const clock = setInterval(tick, 500);
    tick();
    addEventListener('online', retry);
    return () => {
      clearInterval(clock);
      removeEventListener('online', retry);
    };
  }, [failure, loading, refetch]);

  if (!failure) return null;
  return {
    error: failure.error,
    isRetrying: loading,
    seconds,
    retryNow: () => void refetch().catch(() => {}),
  };
}

/** Milliseconds. The jitter keeps the pages of many users from returning at the same moment after an outage. */
function delayBefore(attempt: number, demanded: number): number {
  const longest = Math.min(LONGEST, 2 ** attempt) * 1000;
  return Math.max(demanded, longest * (0.75 + Math.random() / 2));
}
