// @module-tag slow

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTools } from '../../src/cli/write-client.ts';
import { type Agent, connectAgent } from './agent.ts';

const MAIN = join(import.meta.dirname, '../../packages/mcp/main.ts');
/** What a shell may have set for a gateway in front of a real platform. */
const ENVIRONMENT = { PLATFORM_URL: 'https://platform.example', NODE_ENV: 'production', PORT: '4000' };

const FORMS: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  'from a checkout': async () => MAIN,
  'from its tarball': async (place) => {
    execFileSync('tar', ['-xzf', writeTools(place), '-C', place]);
    return join(place, 'package/main.js');
  },
};

describe.each(Object.entries(FORMS))('the server for agents, started %s in an empty folder', (_, prepare) => {
  let place: string;
  let main: string;
  let folder: string;
  let agent: Agent;
  let stderr = '';

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'server-'));
    main = await prepare(place);
    folder = mkdtempSync(join(tmpdir(), 'agent-'));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main],
      cwd: folder,
      env: { ...ENVIRONMENT, PATH: process.env.PATH ?? '' },
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
    });
    agent = await connectAgent(transport);
  });

  afterAll(async () => {
    await agent.client.close();
    expect(stderr).toBe('');
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    rmSync(place, { recursive: true });
  });

  it('runs each of its tools, on the embedded platform whatever the environment says', async () => {
    const { tools } = await agent.client.listTools();
    const calls: Record<string, [Record<string, unknown>, string]> = {
      search: [{ query: 'leaderboard' }, '/schema/queries/leaderboard'],
      read: [{ name: 'leaderboard' }, 'endCursor'],
      check: [{ document: '{ me { id } }' }, 'Viewer:<id>'],
      explain: [{ error: 'CONFLICT' }, 'Retryable: no'],
      run: [{ document: '{ me { handle } }' }, '@ana.ferreira'],
      listen: [{ document: 'subscription { notificationReceived { cursor } }', items: 1 }, '"cursor"'],
    };
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls));
    for (const [tool, [args, expected]] of Object.entries(calls))
      expect((await agent.call(tool, args)).text).toContain(expected);
  });

  it('lives on after hostile calls, all at once', async () => {
    const huge = `{ ${'me { id } '.repeat(300_000)} }`;
    const nested = `${'{ friends '.repeat(700)}{ id }${' }'.repeat(700)}`;
    const stream = 'subscription { notificationReceived { cursor } }';
    const answers = await Promise.all([
      agent.call('check', { document: huge }),
      ...Array.from({ length: 3 }, () => agent.call('check', { document: nested })),
      ...Array.from({ length: 3 }, () => agent.call('listen', { document: stream, seconds: 1, items: 20 })),
      ...Array.from({ length: 3 }, () =>
        agent.call('run', { document: '{ __schema { types { fields { name description } } } }' }),
      ),
    ]);
    expect(Math.max(...answers.map(({ text }) => text.length))).toBeLessThan(9000);
    await expect(agent.call('nothing', {})).rejects.toThrow('nothing');
    expect((await agent.call('run', { document: '{ me { handle } }' })).text).toContain('@ana.ferreira');
  });

  it('exits when its input ends, and closes what it has started', async () => {
    const server = spawn(process.execPath, [main], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'agent', version: '1' },
    };
    const messages = [
      { id: 1, method: 'initialize', params: initialize },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'run', arguments: { document: '{ me { id } }' } } },
    ];
    for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let output = '';
    for await (const chunk of server.stdout) {
      output += String(chunk);
      // Every line is a message of the protocol.
      if (
        output.endsWith('\n') &&
        output
          .trim()
          .split('\n')
          .some((line) => JSON.parse(line).id === 2)
      )
        break;
    }
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});
