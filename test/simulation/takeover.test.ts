// @module-tag slow
import { expect, it } from 'vitest';
import { linesOf } from './program.ts';

/** Milliseconds within which an instance takes over the users of one that has died. */
const TAKEOVER = 8000;

it('polls again within 8 s for the users of an instance that has died, at any poll interval', async () => {
  const cases = await linesOf<{ took: (number | null)[] }>('takeover.ts');
  expect(cases).toHaveLength(8);
  for (const { took } of cases) {
    // The other instance has nothing that could be taken over: its user is polled for when the poll is due.
    expect(took.filter((time) => time === null)).toHaveLength(1);
    expect(Math.max(...took.map(Number))).toBeLessThan(TAKEOVER);
    expect(Math.max(...took.map(Number))).toBeGreaterThan(0);
  }
});
