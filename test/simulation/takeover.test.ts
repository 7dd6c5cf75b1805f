// @module-tag slow
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { processEnvironment } from '../support/process-environment.ts';

/** Milliseconds within which an instance takes over the users of one that has died. */
const TAKEOVER = 8000;

it('polls again within 8 s for the users of an instance that has died, at any poll interval', async () => {
  // In a process of its own, whose clock and timers are not the machine's.
  const program = join(import.meta.dirname, 'takeover.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: processEnvironment() });
  const cases = stdout
    .trim()
    .split('\n')
    .map((line): { took: (number | null)[] } => JSON.parse(line));
  expect(cases).toHaveLength(8);
  for (const { took } of cases) {
    // The other instance has nothing that could be taken over: its user is polled for when the poll is due.
    expect(took.filter((time) => time === null)).toHaveLength(1);
    expect(Math.max(...took.map(Number))).toBeLessThan(TAKEOVER);
    expect(Math.max(...took.map(Number))).toBeGreaterThan(0);
  }
});
