// @module-tag curl
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collected } from '../support/collected.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { processEnvironment } from '../support/process-environment.ts';

describe('documentation examples', () => {
  const root = join(import.meta.dirname, '../..');
  const examples = join(root, 'examples');
  const documentation = readFileSync(join(examples, 'README.md'), 'utf8');
  const blocksOf = (text: string, language: string): string[] =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
      ([, block = '']) => block,
    );
  let gateway: TestGateway;
  const polls = new Collected<string>();
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'examples-'));
    gateway = await startGateway({
      environment: { NOTIFICATION_POLL_INTERVAL: '100' },
      sandbox: {
        onRequest: ({ path }) => {
          if (path === '/notifications/v1') polls.add(path);
        },
      },
    });
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true });
    await gateway.close();
  });
  const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', gateway.url);

  /** Runs a subscribing command until it has printed a notification. @returns its output. */
  const untilReceived = async (command: string, args: string[], environment = {}): Promise<string> => {
    const text = `notification ${randomUUID()}`;
    const child = spawn(command, args, { env: { ...processEnvironment(), ...environment } });
    const closed = once(child, 'close');
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
      });
    }
    const ended = closed.then(() => {
      throw new Error(`it ended: ${printed}`);
    });
    ended.catch(() => {});
    // Polling starts with the first subscriber, and the first poll precedes its position.
    while (!printed.includes(text)) {
      const before = polls.items.length;
      await Promise.race([polls.reach(before + 1), once(child.stdout, 'data'), ended]);
      gateway.sandbox.sendNotification({ receiver: 'u-ana', text });
    }
    child.kill();
    await closed;
    return printed;
  };

  it('run in a shell, and resume after an event', async () => {
    const [listen = '', resume = ''] = blocksOf(documentation, 'sh');
    const printed = await untilReceived('sh', ['-c', `exec ${here(listen)}`]);
    const [position] = printed.matchAll(/^id: (\S+)$/gm);
    expect(resume).toContain('$LAST_ID');
    const resumed = await untilReceived('sh', ['-c', `exec ${here(resume)}`], { LAST_ID: position?.[1] });
    const textsIn = (text: string): string[] => text.match(/notification [\w-]{36}/g) ?? [];
    expect(textsIn(resumed).slice(0, textsIn(printed).length)).toEqual(textsIn(printed));
  });

  it('match the subscription in the README', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [section = ''] = /## Subscribe\n[\s\S]*?\n## /.exec(readme) ?? [];
    const [subscribe = '', send = ''] = blocksOf(section, 'sh');
    const printed = await untilReceived('sh', ['-c', `exec ${here(subscribe)}`]);
    const forms = (text: string): string[] =>
      [...text.matchAll(/^data: .*$/gm)].map(([line]) => line.replace(/"text":".*"/, '"text":""'));
    const [output = ''] = blocksOf(section, 'text');
    expect(forms(printed).slice(0, 2)).toEqual(forms(output));
    const { stdout } = await promisify(execFile)('sh', ['-c', here(send)]);
    expect(JSON.parse(stdout)).toEqual({
      data: { sendNotification: { notification: { id: expect.any(String) } } },
    });
  });
});
