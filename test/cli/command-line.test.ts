import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';
import { sourceEnvironment } from '../support/process-environment.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** Runs the gateway with an option that makes it exit. */
const run = async (option: string, environment: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [MAIN, option], {
    env: { ...sourceEnvironment(), ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe('the command line', () => {
  it('prints help with every variable and its default', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const name of Object.keys(VARIABLES)) expect(stdout).toContain(`\n  ${name}\n`);
    expect(stdout).toContain('--check-config');
    expect(stdout).toMatch(/ {2}PORT\n.*\n {6}default: 4000\n/);
  });

  it('checks a configuration without starting, and prints it without secrets', async () => {
    const { code, stdout } = await run('--check-config', {
      PLATFORM_URL: 'https://platform.example',
      APP_CLIENT_ID: 'the-app',
      APP_CLIENT_SECRET: 'not-for-show',
      REDIS_URL: 'redis://:not-for-show@127.0.0.1:6379',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('the-app');
    expect(stdout).not.toContain('not-for-show');
  });

  it('reports every configuration error and fails', async () => {
    const { code, stderr } = await run('--check-config', { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'The gateway cannot start: PORT must be a whole number from 0 to 65535.',
      expect.stringContaining('LOG_LEVEL must be one of'),
    ]);
  });

  it('rejects unknown options', async () => {
    const { code, stderr } = await run('--port=1');
    expect(code).toBe(1);
    expect(stderr).toContain("Unknown option '--port'");
  });
});
