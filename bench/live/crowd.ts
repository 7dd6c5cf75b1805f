// 5,000 users from 40 networks, each with an idle stream, on one process with the default configuration and a heap of 512 MB;
// reads of another user beside them, and without. npm run bench:crowd

import { percentile } from '../../test/support/percentile.ts';
import { startQueryProcess } from '../../test/support/query-process.ts';
import { pause, startPlatform, startServer, usageOf } from './server-process.ts';
import { SubscriberPool } from './subscriber-pool.ts';

const USERS = 5000;
const NETWORKS = Array.from({ length: 40 }, (_, index) => `127.0.2.${index + 1}`);
/** Milliseconds between two reads, fewer than a user may send in a minute, and that each measurement lasts. */
const [INTERVAL, DURATION] = [100, 12_000];
/** Measurements without streams, and beside them. */
const ROUNDS = 3;
/** Milliseconds after the last subscription: first polls and first checks are not idle. */
const SETTLING = 10_000;
const QUERY = 'subscription { notificationReceived { cursor gap { reason } notification { text } } }';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (values: readonly number[]): string => percentile(values, 0.5).toFixed(1);

const platform = await startPlatform();
const gateway = await startServer('../../src/main.ts', {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-old-space-size=512',
  PLATFORM_URL: platform.url,
  PORT: '0',
  REDIS_URL: 'none',
  TRUST_PROXY: 'none',
});

async function measure(state: string): Promise<void> {
  const [p50, p99]: number[][] = [[], []];
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const queries = await startQueryProcess(gateway.url, String(INTERVAL));
    await pause(DURATION);
    const report = await queries.stop();
    refused += report.refused;
    p50?.push(percentile(report.times, 0.5));
    p99?.push(percentile(report.times, 0.99));
  }
  const { heap, external, resident } = await usageOf(gateway);
  const megabytes = [heap + external, resident].map((bytes) => Math.round(bytes / 1e6));
  print(`| ${[state, refused, median(p50 ?? []), median(p99 ?? []), ...megabytes].join(' | ')} |`);
}

print('| | reads refused | p50, ms | p99, ms | heap, MB | resident, MB |');
print('| --- | --- | --- | --- | --- | --- |');
await measure('no streams');
const pool = new SubscriberPool(USERS, 'websocket', NETWORKS);
const startedAt = performance.now();
await pool.open(
  gateway.url,
  QUERY,
  Array.from({ length: USERS }, (_, index) => `Bearer u${index}`),
);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
await pause(SETTLING);
await measure(`${USERS} streams, open after ${seconds} s`);
pool.end();
for (const { child } of [gateway, platform]) child.kill('SIGKILL');
process.exit(0);
