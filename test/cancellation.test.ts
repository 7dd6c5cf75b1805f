import { describe, expect, it } from 'vitest';
import { Cancellation, pauseUntil } from '../src/lib/cancellation.ts';
import { SYSTEM_CLOCK } from '../src/lib/clock.ts';

const LONG = 600_000;

describe('a pause', () => {
  it('ends with the first of its signals', async () => {
    const [one, other] = [new Cancellation(), new Cancellation()];
    const paused = pauseUntil(SYSTEM_CLOCK, LONG, one, undefined, other);
    other.abort();
    await paused;
    one.abort();
  });

  it('returns at once if a signal is already aborted', async () => {
    const given = new Cancellation();
    given.abort();
    await pauseUntil(SYSTEM_CLOCK, LONG, given);
    await pauseUntil(SYSTEM_CLOCK, LONG, new Cancellation(), AbortSignal.abort());
  });

  it('ends after its duration', async () => {
    const startedAt = performance.now();
    await pauseUntil(SYSTEM_CLOCK, 20, new Cancellation());
    // A timer may fire about a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(15);
  });
});
