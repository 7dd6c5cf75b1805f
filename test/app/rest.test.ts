import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints whether garbage of the old generation is still there once the process has been tidied. */
const SCRIPT = `
import { SYSTEM_CLOCK } from './src/lib/clock.ts';
import { tidyAtRest } from './src/app/rest.ts';
let garbage = Array.from({ length: 1000 }, (_, index) => ({ index, text: 'x'.repeat(index) }));
const before = process.memoryUsage().heapTotal;
const kept = new WeakRef(garbage);
garbage = null;
tidyAtRest(SYSTEM_CLOCK);
const timer = setInterval(() => {
  if (kept.deref()) return;
  clearInterval(timer);
  console.log(process.memoryUsage().heapTotal < before);
}, 50);
`;

it('returns the memory of its start once it is at rest', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  expect(stdout).toBe('true\n');
});
