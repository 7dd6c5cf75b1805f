// What followed users cost while nothing happens: Redis commands, platform calls, CPU and memory of two instances.
// npm run bench:idle [-- --users 60,1000,5000 --seconds 30 --json]
import { parseArgs } from 'node:util';
import { type RedisServer, startRedis } from '../../test/support/redis.ts';
import type { Usage } from './probe.ts';
import {
  callsOf,
  pause,
  type ServerProcess,
  startGateway,
  startPlatform,
  usageOf,
} from './server-process.ts';
import { SubscriberPool } from './subscriber-pool.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '60,1000,5000' },
    seconds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
const SIZES = values.users.split(',').map(Number);
const SECONDS = Number(values.seconds);
const INSTANCES = 2;
/** Milliseconds after the last subscription: first polls and first checks are not idle. */
const SETTLING = 15_000;
const QUERY =
  'subscription { notificationReceived { cursor replayed gap { reason } notification { text } } }';

/** The cost of that many followed users, divided over the instances. */
interface Row {
  users: number;
  /** Redis commands per second and instance, those inside scripts included. */
  redisCommands: number;
  /** Platform calls per second of the fleet. */
  platformCalls: number;
  /** Cores per instance. */
  cores: number;
  /** Heap and resident memory per followed user, in KB, after garbage collection. */
  heapKb: number;
  residentKb: number;
  /** Memory of Redis per followed user, in KB. */
  redisKb: number;
}

interface Sample {
  at: number;
  commands: number;
  calls: number;
  usages: Usage[];
}

async function infoOf(redis: RedisServer, section: string, field: string): Promise<number> {
  const info = String(await redis.command('INFO', section));
  return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]);
}

/** Measured from outside except for CPU and memory, which the probe reports after garbage collection. */
async function sample(
  redis: RedisServer,
  platform: ServerProcess,
  gateways: readonly ServerProcess[],
): Promise<Sample> {
  return {
    at: performance.now(),
    commands: await infoOf(redis, 'stats', 'total_commands_processed'),
    calls: await callsOf(platform),
    usages: await Promise.all(gateways.map(usageOf)),
  };
}

const sumOf = (usages: readonly Usage[], read: (usage: Usage) => number): number =>
  usages.reduce((sum, usage) => sum + read(usage), 0);

async function measure(users: number): Promise<Row> {
  const redis = await startRedis();
  const platform = await startPlatform();
  const gateways = await Promise.all(
    Array.from({ length: INSTANCES }, () => startGateway(platform.url, redis.url)),
  );
  const pools: SubscriberPool[] = [];
  const openAll = (names: readonly string[]): Promise<unknown> =>
    Promise.all(
      gateways.map(({ url }, index) => {
        const own = names.filter((_, user) => user % INSTANCES === index);
        const pool = new SubscriberPool(own.length);
        pools.push(pool);
        return pool.open(
          url,
          QUERY,
          own.map((name) => `Bearer ${name}`),
        );
      }),
    );
  try {
    // The first half absorbs one-time costs of the process: code, plans, the young generation.
    const names = Array.from({ length: users }, (_, index) => `u${index}`);
    const half = names.slice(0, users / 2);
    await openAll(half);
    await pause(2000);
    const before = await sample(redis, platform, gateways);
    const redisBefore = await infoOf(redis, 'memory', 'used_memory');
    await openAll(names.slice(half.length));
    await pause(SETTLING);
    const from = await sample(redis, platform, gateways);
    await pause(SECONDS * 1000);
    const to = await sample(redis, platform, gateways);
    const redisAfter = await infoOf(redis, 'memory', 'used_memory');
    const seconds = (to.at - from.at) / 1000;
    const cpu = sumOf(to.usages, (usage) => usage.cpu) - sumOf(from.usages, (usage) => usage.cpu);
    const added = users - half.length;
    const addedKb = (read: (usage: Usage) => number): number =>
      (sumOf(from.usages, read) - sumOf(before.usages, read)) / added / 1000;
    return {
      users,
      redisCommands: (to.commands - from.commands) / seconds / INSTANCES,
      platformCalls: (to.calls - from.calls) / seconds,
      cores: cpu / 1e6 / seconds / INSTANCES,
      heapKb: addedKb(({ heap, external }) => heap + external),
      residentKb: addedKb(({ resident }) => resident),
      redisKb: (redisAfter - redisBefore) / added / 1000,
    };
  } finally {
    for (const pool of pools) pool.end();
    for (const { child } of [...gateways, platform]) child.kill('SIGKILL');
    await redis.stop();
  }
}

const COLUMNS: readonly [string, (row: Row) => string][] = [
  ['followed users', ({ users }) => String(users)],
  ['Redis commands/s per instance', ({ redisCommands }) => redisCommands.toFixed(0)],
  ['platform calls/s', ({ platformCalls }) => platformCalls.toFixed(1)],
  ['cores per instance', ({ cores }) => cores.toFixed(2)],
  ['heap KB per user', ({ heapKb, users }) => (users < 500 ? '' : heapKb.toFixed(1))],
  ['resident KB per user', ({ residentKb, users }) => (users < 500 ? '' : residentKb.toFixed(1))],
  ['Redis KB per user', ({ redisKb, users }) => (users < 500 ? '' : redisKb.toFixed(2))],
];
const print = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

const rows: Row[] = [];
print(COLUMNS.map(([name]) => name));
print(COLUMNS.map(() => '---'));
for (const size of SIZES) {
  const row = await measure(size);
  rows.push(row);
  print(COLUMNS.map(([, cell]) => cell(row)));
}
if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
process.exit(0);
