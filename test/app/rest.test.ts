import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Leaves tens of megabytes of garbage, which nothing but the collection at rest returns, and ends once they are returned. */
const SCRIPT = `
import { SYSTEM_CLOCK } from './src/lib/clock.ts';
import { tidyAtRest } from './src/app/rest.ts';
let garbage = Array.from({ length: 500_000 }, (_, index) => ({ index }));
const before = process.memoryUsage().heapTotal;
garbage = null;
tidyAtRest(SYSTEM_CLOCK);
const timer = setInterval(() => {
  if (process.memoryUsage().heapTotal > before / 2) return;
  clearInterval(timer);
  console.log('returned');
}, 100);
`;

it('returns the memory of its start once it is at rest', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  expect(stdout).toBe('returned\n');
});
