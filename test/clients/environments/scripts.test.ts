import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collected } from '../../support/collected.ts';
import { processEnvironment } from '../../support/process-environment.ts';
import { type Reader, startReader } from './guide.ts';

const README = readFileSync(join(import.meta.dirname, '../../../packages/client/README.md'), 'utf8');

/** What runs the script of the page in place of `node`, which is this Node. */
const RUNTIMES = {
  'this Node': 'node',
  'Node 20': './node_modules/.bin/node',
  Bun: './node_modules/.bin/bun',
  Deno: './node_modules/.bin/deno run -A',
};

describe('a script of the client package', { tags: ['slow', 'full'], timeout: 600_000 }, () => {
  let reader: Reader;
  let commands: string[];
  const running = new Set<{ stop(): Promise<void> }>();

  beforeAll(async () => {
    reader = await startReader('scripts');
    const [install, script, ...rest] = reader.steps;
    if (install?.kind !== 'commands' || script?.kind !== 'file') throw new Error('the page has other steps');
    for (const command of install.commands) await reader.terminal.run(command);
    reader.write(script);
    commands = rest.flatMap((step) => (step.kind === 'commands' ? step.commands : []));
    await reader.terminal.run('npm install node@20 vue svelte');
    // Not every registry has a build of them for every machine.
    await reader.terminal.run('npm install --save-optional bun deno');
  }, 600_000);
  afterAll(async () => {
    for (const program of running) await program.stop();
    await reader?.close();
  });

  /** Starts a command of the page that runs until it is stopped. */
  function start(command: string) {
    const printed = new Collected<string>();
    const child = spawn('sh', ['-c', command], {
      cwd: reader.terminal.folder,
      env: { ...processEnvironment(), PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => printed.add(chunk.toString()));
    const ended = once(child, 'close');
    void ended.then(() => printed.fail(new Error(`it ended: ${printed.items.join('')}`)));
    const program = {
      until: (text: string) => printed.until(() => printed.items.join('').includes(text)),
      stop: async () => {
        running.delete(program);
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
        await ended;
      },
    };
    running.add(program);
    return program;
  }

  it.for(Object.entries(RUNTIMES))(
    'listens in %s, continues after a restart, and ends without a valid token',
    async ([name, runtime], { skip }) => {
      const [program = ''] = runtime.split(' ');
      const isThere = program === 'node' || existsSync(join(reader.terminal.folder, program));
      skip(!isThere, `${name} cannot be installed here`);
      const [listen = '', refused = '', send = ''] = commands.map((command) =>
        reader.adapt(command).replace(/\bnode listen/, `${runtime} listen`),
      );
      const sendText = (text: string) => reader.terminal.run(send.replace('The hall is open', text));
      rmSync(join(reader.terminal.folder, 'position.txt'), { force: true });

      const first = start(listen);
      await first.until('Listening');
      await sendText('while it listens');
      await first.until('while it listens');
      await first.stop();
      await sendText('while it is stopped');
      const second = start(listen);
      await second.until('while it is stopped');
      await second.stop();

      expect(await reader.terminal.run(refused)).toContain('The token was refused.\nexit status 1');
    },
  );

  it('imports every entry point that needs no other package in Node 20', async () => {
    const entries = ['', '/documents', '/errors', '/session', '/stream', '/testing'];
    const imports = entries.map((entry) => `import '@learning-platform/client${entry}';\n`).join('');
    writeFileSync(join(reader.terminal.folder, 'imports.mjs'), imports);
    await reader.terminal.run('./node_modules/.bin/node imports.mjs');
  });

  it('works with graphql 17', async () => {
    writeFileSync(
      join(reader.terminal.folder, 'graph.mjs'),
      `import { versionInfo } from 'graphql';
      import { createFetch, createFixtureGraph } from '@learning-platform/client/testing';
      import { readEvents } from '@learning-platform/client/stream';
      const graph = createFixtureGraph();
      const authorization = 'Bearer any';
      const variables = { input: { text: 7 } };
      const query = 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { id } } }';
      const { errors } = await graph.execute({ query, variables, authorization });
      const events = readEvents({
        url: '/graphql',
        session: { authorization: () => authorization },
        query: 'subscription { notificationReceived { notification { text } } }',
        fetch: createFetch(graph),
      });
      await events.next();
      graph.notify({ text: 'rings' });
      const { value } = await events.next();
      await events.return();
      const { text } = value.result.data.notificationReceived.notification;
      console.log(versionInfo.major, errors[0].extensions.argument.join('.'), text);`,
    );
    await reader.terminal.run('npm install graphql@17');
    expect((await reader.terminal.run('node graph.mjs')).trim()).toBe('17 input.text rings');
  });

  it.each([
    [
      'vue',
      `import { effectScope, watchSyncEffect } from 'vue';
      effectScope().run(() => {
        const state = useStore(session);
        watchSyncEffect(() => console.log(state.value.status));
      });`,
    ],
    ['svelte', 'stateOf(session).subscribe(({ status }) => console.log(status));'],
  ])('is a store of %s, in the lines of the README', async (framework, use) => {
    const blocks = [...README.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const block = blocks.find((text) => text.includes(`from '${framework}`)) ?? '';
    expect(block.trim().split('\n').length).toBeLessThanOrEqual(10);
    writeFileSync(
      join(reader.terminal.folder, `${framework}.mjs`),
      `import { Session } from '@learning-platform/client/session';
      ${block}
      const session = new Session({ url: 'http://127.0.0.1:1/graphql' });
      ${use}
      await session.start({ accessToken: 'a', refreshToken: null });
      await session.signOut();`,
    );
    const printed = await reader.terminal.run(`node ${framework}.mjs`);
    expect(printed.trim().split('\n')).toEqual(['signed-out', 'signed-in', 'signed-out']);
  });
});
