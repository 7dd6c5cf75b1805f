import { describe, expect, it } from 'vitest';
import { Cancellation, pauseUntil } from '../src/lib/cancellation.ts';

const LONG = 600_000;

describe('a pause', () => {
  it('ends with the first of its signals', async () => {
    const [one, other] = [new Cancellation(), new Cancellation()];
    const paused = pauseUntil(LONG, one, undefined, other);
    other.abort();
    await paused;
    one.abort();
  });

  it('returns at once if a signal is already aborted', async () => {
    const given = new Cancellation();
    given.abort();
    await pauseUntil(LONG, given);
    await pauseUntil(LONG, new Cancellation(), AbortSignal.abort());
  });

  it('ends after its duration', async () => {
    const startedAt = performance.now();
    await pauseUntil(20, new Cancellation());
    // A timer may fire about a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(15);
  });
});
