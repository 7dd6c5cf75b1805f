// @module-tag slow
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Runs the sample where no program is in PATH. @returns the exit status and the last lines. */
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ status: number; lines: string[] }>((resolve) => {
    const command = [VITEST, 'run', '--config', 'test/runs/vitest.config.ts', ...args];
    execFile(process.execPath, command, { cwd: ROOT, env: { PATH: '', ...env } }, (error, stdout) =>
      resolve({ status: Number(error?.code ?? 0), lines: stdout.trimEnd().split('\n').slice(-2) }),
    );
  });

describe.concurrent('a run without the programs that its tests need', { timeout: 120_000 }, () => {
  it('skips those tests, and says what is missing and how to get it', async () => {
    expect(await run(['--tags-filter=!slow'])).toEqual({
      status: 0,
      lines: [
        'Skipped 3 tests for lack of redis-server (2), nginx (1), a full moon (1). Debian: apt-get install redis-server nginx-light',
        '1 passed, 0 failed, 3 skipped',
      ],
    });
  });

  it('includes slow tests unless told otherwise, and fails if it may skip nothing', async () => {
    expect(await run([], { NO_SKIPS: '1' })).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^Skipped 4 tests for lack of redis-server \(3\), /),
        '2 passed, 0 failed, 4 skipped',
      ],
    });
  });

  it('counts no skipped test that the filter of `.ci/run` leaves out', async () => {
    const { stdout: filter } = await promisify(execFile)(
      process.execPath,
      ['test/support/landing-filter.ts'],
      { cwd: ROOT },
    );
    expect(await run([`--tags-filter=${filter.trim()}`])).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(/^Skipped 4 tests for lack of redis-server \(3\), /),
        '1 passed, 0 failed, 4 skipped',
      ],
    });
  });
});
