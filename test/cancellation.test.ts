import { describe, expect, it } from 'vitest';
import { Cancellation, pauseUntil } from '../src/graph/cancellation.ts';

const LONG = 600_000;

describe('a pause', () => {
  it('ends with the first of its signals', async () => {
    const [one, other] = [new Cancellation(), new Cancellation()];
    const paused = pauseUntil(LONG, one, undefined, other);
    other.abort();
    await paused;
    one.abort();
  });

  it('is none where a signal was given before', async () => {
    const given = new Cancellation();
    given.abort();
    await pauseUntil(LONG, given);
    await pauseUntil(LONG, new Cancellation(), AbortSignal.abort());
  });

  it('ends by itself', async () => {
    const startedAt = performance.now();
    await pauseUntil(20, new Cancellation());
    // A timer may be early by a millisecond or so.
    expect(performance.now() - startedAt).toBeGreaterThan(15);
  });
});
