import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';
import { sourceEnvironment } from '../support/process-environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/main.ts');
/** What `npm start` runs. */
const START = join(ROOT, 'src/start.js');
const MANIFEST = join(ROOT, 'package.json');

/** Runs the gateway with an option that makes it exit. */
const run = async (
  options: readonly string[],
  environment: Record<string, string> = {},
  { main = MAIN, cwd = ROOT }: { main?: string; cwd?: string } = {},
) =>
  promisify(execFile)(process.execPath, [main, ...options], {
    cwd,
    env: { ...sourceEnvironment(), ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe('the command line', () => {
  it('prints help with every variable and its default', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of Object.keys(VARIABLES)) expect(stdout).toContain(`\n  ${name}\n`);
    expect(stdout).toContain('--check-config');
    expect(stdout).toMatch(/ {2}PORT\n.*\n {6}default: 4000\n/);
  });

  it('needs a folder to write to', async () => {
    expect(await run(['--client'])).toMatchObject({ code: 1, stderr: expect.stringContaining('--client') });
    expect(await run(['--client', ''])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--client and --new require a folder'),
    });
  });

  it('checks a configuration without starting, and prints each variable without secrets', async () => {
    const { code, stdout } = await run(['--check-config'], {
      PLATFORM_URL: 'https://platform.example',
      APP_CLIENT_ID: 'the-app',
      APP_CLIENT_SECRET: 'not-for-show',
      REDIS_URL: 'redis://:not-for-show@127.0.0.1:6379',
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}APP_CLIENT_ID +the-app {2}\(environment; default: none\)\n/);
    expect(stdout).toMatch(/\n {2}APP_CLIENT_SECRET +\[secret\]/);
    expect(stdout).toMatch(/\nDefaults:\n(?:.*\n)* {2}LIMIT_RATE +1200\n/);
    expect(stdout).toMatch(/\n {2}EXPLORER +true {2}\(true unless NODE_ENV=production\)\n/);
    expect(stdout).toMatch(/\nValid, with \d+ variables set\.\n$/);
    expect(stdout).not.toContain('not-for-show');
  });

  it('prints the same as JSON, with the problems that would keep it from starting', async () => {
    const manifest = '/no/such/manifest.json';
    const { code, stdout, stderr } = await run(['--check-config', '--json'], { TRUSTED_DOCUMENTS: manifest });
    expect([code, stderr]).toEqual([1, '']);
    const { valid, problems, variables } = JSON.parse(stdout);
    expect(valid).toBe(false);
    expect(problems).toEqual([expect.stringMatching(/^TRUSTED_DOCUMENTS .*no.such.manifest.*ENOENT/)]);
    expect(variables).toContainEqual({
      name: 'TRUSTED_DOCUMENTS',
      value: manifest,
      default: 'any document runs',
      source: 'environment',
    });
  });

  it('reports every configuration error and fails', async () => {
    const given = { PORT: 'x', LOG_LEVEL: 'loud', REDIS_ULR: 'x' };
    const { code, stdout, stderr } = await run(['--check-config'], given);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Problems: 3,/);
    expect(stderr.trim().split('\n')).toEqual([
      'The gateway cannot start: PORT must be a whole number from 0 to 65535.',
      expect.stringContaining('LOG_LEVEL must be one of'),
      'The gateway cannot start: REDIS_ULR is not a variable of the gateway: REDIS_URL is meant.',
    ]);
  });

  it('reads the file .env of the working directory, if there is one', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'start-'));
    const inFolder = (environment = {}) =>
      run(['--check-config'], environment, { main: START, cwd: folder.path });
    expect((await inFolder()).code).toBe(0);
    writeFileSync(join(folder.path, '.env'), 'LOG_LEVEL=loud\nPORT=x\n');
    const { code, stderr } = await inFolder({ PORT: '4000' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The gateway cannot start: LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\n',
    );
  });

  it('says which Node.js it needs on one that cannot run it', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } })`;
    const { code, stderr } = await run(
      ['--check-config'],
      {
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(old)}`,
      },
      { main: START },
    );
    expect(code).toBe(1);
    expect(stderr.split('\n')[0]).toMatch(
      /^The gateway cannot start: it needs Node.js 24 or newer, and this is 20\.19\.2\. Install it .*; or run `npm ci`, without `--omit=dev`/,
    );
  });

  it('has an entry whose language such a Node.js can read', () => {
    const text = readFileSync(START, 'utf8');
    // Imported modules are loaded before the first line runs.
    const imported = [...text.matchAll(/^import .* from '(.*)';$/gm)].map(([, name = '']) => name);
    expect(imported.every((name) => name.startsWith('node:'))).toBe(true);
    const [start] = [JSON.parse(readFileSync(MANIFEST, 'utf8')).scripts.start];
    expect(start).toBe('node src/start.js');
  });

  it('rejects unknown options', async () => {
    const { code, stderr } = await run(['--port=1']);
    expect(code).toBe(1);
    expect(stderr).toContain("Unknown option '--port'");
  });
});
