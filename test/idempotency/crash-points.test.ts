import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../support/process-environment.ts';

/** What the program prints for a moment. */
interface CrashPoint {
  written: number;
  wasAnswered: boolean;
  repeated: string | null;
}

/** Simulates in a process of its own. @returns what is different from the moment before, in order. */
const stepsOf = (...args: string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, '../simulation/crash-points.ts');
    execFile(process.execPath, [program, ...args], { env: processEnvironment() }, (error, stdout) => {
      if (error) return reject(error);
      const points = stdout
        .trim()
        .split('\n')
        .map((line): CrashPoint => JSON.parse(line));
      const told = points.map(
        ({ written, repeated }) =>
          `${written} written, ${repeated?.startsWith('n-') ? 'the repeat gets a note' : repeated}`,
      );
      resolve(told.filter((step, index) => step !== told[index - 1]));
    });
  });

describe('a write under a key', () => {
  it('is never made twice if its instance dies, at whatever moment', async () => {
    expect(await stepsOf()).toEqual([
      // Before the attempt is recorded.
      '1 written, the repeat gets a note',
      // Before the call has reached the platform: nobody can know.
      '0 written, OUTCOME_UNKNOWN',
      // Before the outcome is recorded.
      '1 written, OUTCOME_UNKNOWN',
      '1 written, the repeat gets a note',
    ]);
  }, 120_000);

  it('is made twice if Redis has lost its record in a failover, and the instance that could restore it is done', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    expect(await stepsOf('--redis')).toEqual([
      '1 written, the repeat gets a note',
      '2 written, the repeat gets a note',
    ]);
  });
});
