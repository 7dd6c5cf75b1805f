import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Pages that test/walk follows. */
const WALKS = 'docs/getting-started/*.md';
/** The README and the documentation, the README first. */
const documentation = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT, exclude: [WALKS] }).sort()]
  .map((page) => readFileSync(join(ROOT, page), 'utf8'))
  .join('\n');

/** The documented commands, each with the output shown for it, if any. */
const commands = [...documentation.matchAll(/```sh\n([\s\S]*?)```(?:\n\n```(\w+)\n([\s\S]*?)```)?/g)].map(
  ([, command = '', form, output]) => ({ command: command.trim(), form, output: output?.trim() }),
);
const requests = commands.filter(({ command }) => command.startsWith('curl -s '));

/** Replaces the values that differ between runs by their types. */
const stable = (output = ''): unknown =>
  JSON.parse(output, (key, value) =>
    ['requestId', 'ms', 'start', 'id'].includes(key) ? typeof value : value,
  );

describe('the documented commands', () => {
  let url = '';
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    // The first command without `npm ci`, which has already run for these tests.
    const [start = ''] = (commands[0]?.command ?? '').split(' && ').slice(1);
    const gateway = spawn('sh', ['-c', `exec ${start}`], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', SANDBOX_STATE: 'none' },
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

  it('are several requests, and what .ci/run runs', () => {
    expect(requests.length).toBeGreaterThan(3);
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(
      /^npm ci$[\s\S]*^npm test$[\s\S]*^NO_SKIPS=1 npm run test:programs$/m,
    );
  });

  it.each(requests)(
    'respond as documented: $command',
    { tags: 'curl' },
    async ({ command, form, output }) => {
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        command.replaceAll('http://127.0.0.1:4000', url),
      ]);
      if (form === 'json') expect(stable(stdout)).toEqual(stable(output));
      else expect(JSON.parse(stdout).errors).toBeUndefined();
    },
  );
});
