import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The commands of the README, each with the output that is shown for it, if any. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```(?:\n\n```(\w+)\n([\s\S]*?)```)?/g)].map(
  ([, command = '', form, output]) => ({ command: command.trim(), form, output: output?.trim() }),
);
const requests = commands.filter(({ command }) => command.startsWith('curl -s '));

/** What differs from one run to the next. */
const steady = (output = ''): unknown =>
  JSON.parse(output, (key, value) =>
    key === 'requestId' || key === 'ms' || key === 'id' ? typeof value : value,
  );

describe('the commands of the README', () => {
  let url = '';
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    // What the README says after `npm ci`, which has run: without it these tests would not.
    const [start = ''] = (commands[0]?.command ?? '').split(' && ').slice(1);
    const gateway = spawn('sh', ['-c', `exec ${start}`], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0' },
      detached: true,
    });
    let printed = '';
    gateway.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const ended = once(gateway, 'exit');
    while (!printed.includes('Demo credentials')) {
      await Promise.race([
        once(gateway.stdout, 'data'),
        ended.then(() => Promise.reject(new Error(printed))),
      ]);
    }
    url = /The graph is at (\S+)\/graphql/.exec(printed)?.[1] ?? '';
    stop = () => {
      if (gateway.pid) process.kill(-gateway.pid, 'SIGTERM');
      return ended;
    };
  });
  afterAll(() => stop());

  it('are the ones that are run here or elsewhere', () => {
    const others = commands
      .map(({ command }) => command)
      .filter((command) => !command.startsWith('curl -s '));
    expect(others).toEqual([
      'npm ci && npm start',
      'npm ci && npm test',
      // Walked through in Chromium, with all that the page does.
      'npm ci --prefix examples/web && npm run dev --prefix examples/web',
      // A stream: it is run beside the clients that resume.
      expect.stringMatching(/^curl -sN /),
    ]);
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm ci$[\s\S]*^npm test$/m);
    expect(requests.length).toBeGreaterThan(3);
  });

  it.each(requests)('answers as printed: $command', async ({ command, form, output }) => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      command.replaceAll('http://127.0.0.1:4000', url),
    ]);
    if (form === 'json') expect(steady(stdout)).toEqual(steady(output));
    else expect(JSON.parse(stdout).errors).toBeUndefined();
  });

  it.each([...new Set([...readme.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name))])(
    'npm run %s is there',
    (name) => {
      expect(Object.keys(scripts)).toContain(name);
    },
  );
});
