// @module-tag mkfifo
// @module-tag slow
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { urlIn } from '../support/announced.ts';
import { withBounds } from '../support/bounds.ts';
import { sourceEnvironment } from '../support/process-environment.ts';
import { until } from '../support/until.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const DROPPED = 'log lines dropped';
const LIMIT = 100_000;
/** Milliseconds. */
const PATIENCE = 60_000;
/** Operations in one batch; each logs a line of some 300 bytes. */
const BATCH = 200;
const OPERATION = '{"query":"{ __typename }"}';

/** Sends operations one after the other over one connection. @returns how many succeeded. */
async function operateOver(client: Client, count: number): Promise<number> {
  let succeeded = 0;
  for (let sent = 0; sent < count; sent += 1) {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: OPERATION,
    });
    await body.dump();
    if (statusCode === 200) succeeded += 1;
  }
  return succeeded;
}

/** A gateway whose standard output is a pipe that is read only while `output` flows. */
async function startPiped() {
  const directory = mkdtempSync(join(tmpdir(), 'log-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const pipe = join(directory, 'output');
  execFileSync('mkfifo', [pipe]);
  const { NODE_OPTIONS = '', ...inherited } = sourceEnvironment();
  const child = spawn('sh', ['-c', 'exec "$0" "$1" > "$2"', process.execPath, MAIN, pipe], {
    stdio: 'ignore',
    env: {
      ...inherited,
      NODE_OPTIONS: `${NODE_OPTIONS} ${withBounds({ logBufferLimit: LIMIT, dependencyCheckInterval: 0 })}`,
      PORT: '0',
      LIMIT_RATE: '0',
      EXPLORER: 'false',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const output = createReadStream(pipe, 'utf8');
  let written = '';
  output.on('data', (chunk) => {
    written += chunk;
  });
  const address = (): string | undefined => urlIn(written);
  await until(() => address() !== undefined, { within: PATIENCE });
  const url = address();
  const clients = Array.from({ length: 4 }, () => new Client(url ?? ''));
  onTestFinished(() => void Promise.all(clients.map((client) => client.destroy())));
  const operate = async (): Promise<void> => {
    const succeeded = await Promise.all(clients.map((client) => operateOver(client, BATCH / clients.length)));
    expect(succeeded.reduce((sum, count) => sum + count)).toBe(BATCH);
  };
  const dropped = async (): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^gateway_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
  };
  const lines = (): { msg?: string; count?: number }[] =>
    written
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  return { child, ended, output, operate, dropped, lines };
}

describe('a log that nobody reads', { timeout: 180_000 }, () => {
  it('keeps a bounded number of lines, counts the rest, says so once when it is read again, and stops in time', async () => {
    const { child, ended, output, operate, dropped, lines } = await startPiped();
    expect(await dropped()).toBe(0);
    output.pause();
    let operations = 0;
    while ((await dropped()) === 0) {
      await operate();
      operations += BATCH;
      // The pipe and the reader hold some as well.
      expect(operations).toBeLessThan(20_000);
    }
    await operate();
    operations += BATCH;
    output.resume();
    await until(() => lines().some(({ msg }) => msg === DROPPED), { within: PATIENCE });
    await operate();
    operations += BATCH;
    const operationLines = (): number => lines().filter(({ msg }) => msg === 'operation').length;
    await until(async () => operationLines() + (await dropped()) >= operations, { within: PATIENCE });
    const reports = lines().filter(({ msg }) => msg === DROPPED);
    expect(reports.map(({ count }) => count)).toEqual([await dropped()]);

    // Another stall, over which the process stops.
    output.pause();
    const before = await dropped();
    while ((await dropped()) === before) await operate();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
