// Memory of one idle subscription, and what it consists of. npm run bench:memory [-- --only users --objects]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRedis } from '../../test/support/redis.ts';
import { PLUGIN_AUTHORIZATION, PLUGIN_SUBSCRIBERS, REQUEST_CHANGED } from './ato-topic.ts';
import { objectsIn } from './heap-objects.ts';
import {
  pause,
  type ServerProcess,
  startGateway,
  startPlatform,
  startServer,
  usageOf,
  writeSnapshot,
} from './server-process.ts';
import { SubscriberPool } from './subscriber-pool.ts';
import type { Transport } from './subscribers.ts';

const { values: flags } = parseArgs({
  options: {
    /** Subscriptions of users measured, after as many that absorb the fixed costs of the process. */
    users: { type: 'string', default: '2500' },
    rounds: { type: 'string', default: '3' },
    /** Only rows that contain this text. */
    only: { type: 'string', default: '' },
    /** Also lists the objects of a subscription, by class. */
    objects: { type: 'boolean', default: false },
  },
});
/** Milliseconds until what opening has left behind is gone. */
const SETTLE = 1500;
/** Classes listed of a subscription. */
const CLASSES = 60;
const RECEIVED =
  'subscription { notificationReceived { cursor replayed gap { reason } notification { text } } }';

interface Subject {
  name: string;
  query: string;
  transport: Transport;
  /** Subscriptions measured. */
  count: number;
  authorization(index: number): string;
  start(): Promise<ServerProcess>;
}

const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
const spread = (bytes: readonly number[]): string => {
  const [lowest = Number.NaN, ...rest] = bytes
    .map((each) => each / 1024)
    .toSorted((one, other) => one - other);
  const highest = rest.at(-1) ?? lowest;
  const middle = [lowest, ...rest][Math.floor(bytes.length / 2)] ?? lowest;
  return `${middle.toFixed(1)} (${lowest.toFixed(1)} to ${highest.toFixed(1)})`;
};

/** Bytes of heap and resident memory per subscription. */
async function measure(subject: Subject, showsObjects: boolean): Promise<{ heap: number; resident: number }> {
  const server = await subject.start();
  const { count } = subject;
  const pool = new SubscriberPool(2 * count, subject.transport);
  const folder = mkdtempSync(join(tmpdir(), 'heap-'));
  try {
    const open = async (from: number): Promise<void> => {
      const authorizations = Array.from({ length: count }, (_, index) => subject.authorization(from + index));
      await pool.open(server.url, subject.query, authorizations);
      await pause(SETTLE);
    };
    const snapshot = async (name: string): Promise<string> => {
      const file = join(folder, name);
      await writeSnapshot(server, file);
      return file;
    };
    await open(0);
    const earlier = showsObjects ? objectsIn(await snapshot('before')) : null;
    const before = await usageOf(server);
    await open(count);
    const after = await usageOf(server);
    if (earlier) {
      const grown = [...objectsIn(await snapshot('after'))]
        .map(([name, { bytes, objects }]) => ({
          name,
          bytes: (bytes - (earlier.get(name)?.bytes ?? 0)) / count,
          objects: (objects - (earlier.get(name)?.objects ?? 0)) / count,
        }))
        .filter(({ bytes }) => bytes >= 8)
        .sort((one, other) => other.bytes - one.bytes);
      for (const { name, bytes, objects } of grown.slice(0, CLASSES))
        line([subject.name, name, objects.toFixed(1), bytes.toFixed(0)]);
    }
    return {
      heap: (after.heap + after.external - before.heap - before.external) / count,
      resident: (after.resident - before.resident) / count,
    };
  } finally {
    pool.end();
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const platform = await startPlatform();
const redis = await startRedis();
const topic = {
  query: REQUEST_CHANGED,
  count: PLUGIN_SUBSCRIBERS / 2,
  authorization: () => PLUGIN_AUTHORIZATION,
};
const users = {
  query: RECEIVED,
  count: Number(flags.users),
  authorization: (index: number) => `Bearer u${index}`,
};
const inMemory = () => startGateway(platform.url, null);
const withRedis = () => startGateway(platform.url, redis.url);
const subjects: readonly Subject[] = [
  { name: 'bare, websocket', ...topic, transport: 'websocket', start: () => startServer('bare.ts') },
  { name: 'bare, sse', ...topic, transport: 'sse', start: () => startServer('bare.ts') },
  { name: 'one topic, websocket, memory', ...topic, transport: 'websocket', start: inMemory },
  { name: 'one topic, websocket, Redis', ...topic, transport: 'websocket', start: withRedis },
  { name: 'one topic, sse, memory', ...topic, transport: 'sse', start: inMemory },
  { name: 'users, websocket, memory', ...users, transport: 'websocket', start: inMemory },
  { name: 'users, websocket, Redis', ...users, transport: 'websocket', start: withRedis },
];
line(['subscriptions', 'heap KB each', 'resident KB each']);
line(['---', '---', '---']);
for (const subject of subjects) {
  if (!subject.name.includes(flags.only)) continue;
  const figures: { heap: number; resident: number }[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1)
    figures.push(await measure(subject, flags.objects && round === 0));
  const { name } = subject;
  line([name, spread(figures.map(({ heap }) => heap)), spread(figures.map(({ resident }) => resident))]);
}
await redis.stop();
platform.child.kill();
