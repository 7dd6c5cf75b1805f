import { describe, expect, it } from 'vitest';
import { WorkTurns } from '../../src/admission/work-turns.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** More than anyone has in one turn of the event loop. */
const LONG = 25;

describe('turns of the event loop', () => {
  it.each([
    ['an address', '10.0.0.1'],
    ['trusted proxies', null],
  ])('are shared by %s and others: what takes long waits, in order, and ends later', async (_, address) => {
    const clock = new FakeClock();
    const turns = new WorkTurns(clock);
    const started: string[] = [];
    expect(turns.take(address)).toBe(true);
    clock.skip(LONG);
    expect(turns.take(address)).toBe(false);
    expect(turns.take('10.0.0.2')).toBe(true);
    const first = turns.turn;
    await new Promise<void>((resolve) => {
      for (const name of ['second', 'third', 'fourth'])
        turns.wait(address, () => {
          started.push(`${name} in turn ${turns.turn - first}`);
          clock.skip(LONG);
          if (started.length === 3) resolve();
        });
    });
    expect(started).toEqual(['second in turn 1', 'third in turn 2', 'fourth in turn 3']);
  });
});
