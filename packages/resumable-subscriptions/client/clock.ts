/** The time, and what happens later. Everything of this package that waits takes one, so that tests advance it. */
export interface Clock {
  /** Time of day in milliseconds since 1970. It also passes while the device sleeps. */
  now(): number;
  /** Calls back once, after a time. @returns cancels. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The clock of the device. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time, or at once when the signal aborts. */
export function wait(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
