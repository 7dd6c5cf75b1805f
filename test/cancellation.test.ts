import { describe, expect, it } from 'vitest';
import { Cancellation, pauseUntil } from '../src/lib/cancellation.ts';
import { FakeClock } from './support/fake-clock.ts';

const LONG = 600_000;
const clock = new FakeClock();

describe('a pause', () => {
  it('ends with the first of its signals', async () => {
    const [one, other] = [new Cancellation(), new Cancellation()];
    const paused = pauseUntil(clock, LONG, one, undefined, other);
    other.abort();
    await paused;
    one.abort();
  });

  it('returns at once if a signal is already aborted', async () => {
    const given = new Cancellation();
    given.abort();
    await pauseUntil(clock, LONG, given);
    await pauseUntil(clock, LONG, new Cancellation(), AbortSignal.abort());
  });

  it('ends after its duration', async () => {
    let isOver = false;
    const paused = pauseUntil(clock, LONG, new Cancellation()).then(() => {
      isOver = true;
    });
    await clock.advance(LONG - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    await paused;
    expect(isOver).toBe(true);
  });
});
