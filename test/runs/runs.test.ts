// @module-tag slow
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const OTHERS = 'Tests that need Redis, a proxy, a browser, promtool or curl: npm run test:programs';

/** Runs a suite of the sample where no program is in PATH. @returns the exit status and what the reporter of the project printed. */
const run = (suite: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  new Promise<{ status: number; lines: string[] }>((resolve) => {
    const command = ['test/run.js', suite, '--config', 'test/runs/vitest.config.ts', ...args];
    execFile(process.execPath, command, { cwd: ROOT, env: { PATH: '', ...env } }, (error, stdout) =>
      resolve({
        status: Number(error?.code ?? 0),
        lines: (
          stdout
            .trimEnd()
            .split(/\n{2,}/)
            .at(-1) ?? ''
        ).split('\n'),
      }),
    );
  });

describe.concurrent('a run without the programs that its tests need', { timeout: 120_000 }, () => {
  it('skips nothing in `npm test`, and names the command for the others', async () => {
    expect(await run('everywhere')).toEqual({
      status: 0,
      lines: [OTHERS, '2 passed, 0 failed'],
    });
  });

  it('says in `npm run test:programs` what is missing and how to get it, and fails if it may skip nothing', async () => {
    const lines = [
      'Skipped 3 tests for lack of redis-server (3), nginx (1). Debian: apt-get install redis-server nginx-light',
      '0 passed, 0 failed, 3 skipped',
    ];
    expect(await run('programs')).toEqual({ status: 0, lines });
    expect(await run('programs', [], { NO_SKIPS: '1' })).toEqual({ status: 1, lines });
  });

  it('says what a test lacked that skipped itself', async () => {
    expect(await run('all')).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(
          /^Skipped 4 tests for lack of redis-server \(3\), nginx \(1\), a full moon \(1\)\./,
        ),
        '3 passed, 0 failed, 4 skipped',
      ],
    });
  });
});

describe.concurrent('a run that fails', { timeout: 120_000 }, () => {
  const FAILED = 'FAILED test/runs/sample.ts > a run > has tests that fail when told to';

  it('names the test and the command that repeats it', async () => {
    expect(await run('everywhere', [], { EXECUTOR: 'graphql-js', FAILS: '1' })).toEqual({
      status: 1,
      lines: [
        FAILED,
        'Repeat this: EXECUTOR=graphql-js npx vitest run test/runs/sample.ts',
        OTHERS,
        '1 passed, 1 failed',
      ],
    });
  });

  it('names the seed of its order, with which the order is the same', async () => {
    const { lines } = await run('everywhere', ['--sequence.shuffle', '--sequence.seed=7'], { FAILS: '1' });
    expect(lines[0]).toBe(FAILED);
    expect(lines[1]).toBe(
      'Repeat this, with seed 7: npm test -- --config test/runs/vitest.config.ts --sequence.shuffle --sequence.seed=7',
    );
  });
});

describe('a checkout without packages', () => {
  it('says that `npm ci` comes first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'test'));
    copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    copyFileSync(join(ROOT, 'test/run.js'), join(folder, 'test/run.js'));
    const output = await new Promise((resolve) =>
      execFile('npm', ['test'], { cwd: folder }, (error, _stdout, stderr) => resolve([error?.code, stderr])),
    );
    expect(output).toEqual([1, 'The packages are not installed: run `npm ci` first.\n']);
  });
});
