/**
 * Milliseconds to wait before the next attempt: exponential with full jitter, so that the clients of an instance that
 * stops do not all return at once, and never less than the server requires.
 * @param failures attempts that failed in a row, from 0.
 * @param retryAfterMs the minimum that the server has set, if any.
 */
export const backoff = (failures: number, retryAfterMs = 0): number =>
  retryAfterMs + Math.random() * Math.min(30_000, 500 * 2 ** failures);

/** Milliseconds of a `Retry-After` header: seconds or a date. 0: none, or one that cannot be read. */
export function retryAfter(header: string | null): number {
  if (header === null) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST) : 0;
}

/** A misconfigured proxy must not silence a client for days. */
const LONGEST = 10 * 60_000;

/** Resolves after a time, or at once when the signal aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
