import { Agent } from 'node:http';
import { percentile } from '../../test/support/percentile.ts';
import { type RedisServer, startRedis } from '../../test/support/redis.ts';
import {
  PLUGIN_AUTHORIZATION,
  PLUGIN_SUBSCRIBERS,
  post,
  publishedNow,
  publishRequest,
  REQUEST_CHANGED,
} from './ato-topic.ts';
import {
  pause,
  type ServerProcess,
  startGateway,
  startPlatform,
  startServer,
  usageOf,
} from './server-process.ts';
import { SubscriberPool } from './subscriber-pool.ts';

/** Benchmark of subscriptions at scale: `npm run bench:live`. README.md explains what it measures and how to read it. */

const SUBSCRIBERS = 5000;
const RECEIVED =
  'subscription { notificationReceived { cursor replayed gap { reason } notification { text } } }';
const SEND = 'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }';

/** A subscription pattern: who subscribes to what, and how one event is published. */
interface Shape {
  name: string;
  query: string;
  authorizations: string[];
  /** Subscribers that receive each event. */
  audience: number;
  events: number;
  publish(url: string, event: number): Promise<void>;
}

const users = Array.from({ length: SUBSCRIBERS }, (_, index) => `u${index}`);
const agent = new Agent({ keepAlive: true });

const toPlugin = (subscribers: number, events: number): Shape => ({
  name: `${subscribers} on one topic`,
  query: REQUEST_CHANGED,
  authorizations: Array.from({ length: subscribers }, () => PLUGIN_AUTHORIZATION),
  audience: subscribers,
  events,
  publish: (url) => publishRequest(url, agent),
});

const toUsers = (events: number): Shape => ({
  name: `${SUBSCRIBERS} on ${SUBSCRIBERS} topics`,
  query: RECEIVED,
  authorizations: users.map((user) => `Bearer ${user}`),
  audience: 1,
  events,
  publish: (url, event) => {
    const input = { receiverId: users[(event * 7919) % SUBSCRIBERS], text: publishedNow(), persist: false };
    return post(`${url}/graphql`, agent, 'Bearer sender', { query: SEND, variables: { input } });
  },
});

const ON_ONE_TOPIC = [toPlugin(1, 1000), toPlugin(100, 200), toPlugin(PLUGIN_SUBSCRIBERS, 100)];
const SHAPES = [...ON_ONE_TOPIC, toUsers(1000)];

/** An event store and its server. */
interface Store {
  name: string;
  /** The gateway, or a server without it. */
  start(platform: string): Promise<ServerProcess>;
  redis: RedisServer | null;
  shapes: readonly Shape[];
}

interface Row {
  store: string;
  shape: string;
  p50: number;
  p99: number;
  /** Bytes per idle subscription. */
  resident: number;
  heap: number;
  /** Microseconds of gateway CPU time per delivery, minus the idle cost of the subscriptions. */
  cpu: number;
  /** Share of one core used by idle subscriptions. */
  idle: number;
  longestTurn: number;
  commands: string;
  /** Redis commands per second of idle subscriptions, including those inside scripts. */
  idleCommands: string;
}

async function measure(shape: Shape, { name: store, start, redis }: Store, platform: string): Promise<Row> {
  const gateway = await start(platform);
  const { query, authorizations } = shape;
  const pool = new SubscriberPool(authorizations.length);
  try {
    // The first half absorbs one-time costs of the process: code, plans, the young generation.
    const half = Math.ceil(authorizations.length / 2);
    await pool.open(gateway.url, query, authorizations.slice(0, half));
    await pause(1000);
    const before = await usageOf(gateway);
    await pool.open(gateway.url, query, authorizations.slice(half));
    await pause(1000);
    const opened = await usageOf(gateway);
    const added = Math.max(1, authorizations.length - half);
    const restCommands = await commandsOf(redis);
    const quiet = 5000;
    const quietFrom = await usageOf(gateway);
    await pause(quiet);
    const quietTo = await usageOf(gateway);
    const idleCommands = difference(await commandsOf(redis), restCommands);
    await publishAll(shape, pool, gateway, Math.ceil(shape.events / 10));
    const from = await usageOf(gateway);
    const commandsFrom = await commandsOf(redis);
    const startedAt = performance.now();
    const latencies = await publishAll(shape, pool, gateway, shape.events);
    const took = performance.now() - startedAt;
    const commands = difference(await commandsOf(redis), commandsFrom);
    const to = await usageOf(gateway);
    const idleCpu = (quietTo.cpu - quietFrom.cpu) / quiet;
    return {
      store,
      shape: shape.name,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      resident: (opened.resident - before.resident) / added,
      heap: (opened.heap + opened.external - before.heap - before.external) / added,
      cpu: Math.max(0, to.cpu - from.cpu - idleCpu * took) / latencies.length,
      idle: idleCpu / 1000,
      longestTurn: to.longestTurn,
      commands: perEvent(commands, idleCommands, took / quiet, shape.events),
      idleCommands: listed(
        Object.entries(idleCommands).map(([name, calls]) => [name, (calls * 1000) / quiet]),
      ),
    };
  } finally {
    pool.end();
    gateway.child.kill('SIGKILL');
  }
}

async function publishAll(
  { audience, publish }: Shape,
  pool: SubscriberPool,
  { url }: ServerProcess,
  events: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let event = 0; event < events; event += 1) {
    const received = audience === 1 ? pool.anyone() : pool.everyone();
    await publish(url, event);
    latencies.push(...(await received));
  }
  return latencies;
}

type Commands = Record<string, number>;

async function commandsOf(redis: RedisServer | null): Promise<Commands> {
  if (!redis) return {};
  const info = String(await redis.command('INFO', 'commandstats'));
  return Object.fromEntries(
    [...info.matchAll(/^cmdstat_([\w|]+):calls=(\d+)/gm)].map(([, name = '', calls]) => [
      name,
      Number(calls),
    ]),
  );
}

const difference = (after: Commands, before: Commands): Commands =>
  Object.fromEntries(Object.entries(after).map(([name, calls]) => [name, calls - (before[name] ?? 0)]));

/** Redis commands per event, minus those that run without events; includes those inside scripts. */
const perEvent = (commands: Commands, idle: Commands, share: number, events: number): string =>
  listed(
    Object.entries(commands).map(([name, calls]) => [name, (calls - (idle[name] ?? 0) * share) / events]),
  );

const listed = (rates: readonly (readonly [string, number])[]): string =>
  rates
    .filter(([name, rate]) => rate >= 0.05 && name !== 'info')
    .map(([name, rate]) => `${name} ${rate.toFixed(rate < 10 ? 1 : 0)}`)
    .join(', ');

const COLUMNS: readonly [string, (row: Row) => string][] = [
  ['log', ({ store }) => store],
  ['subscribers', ({ shape }) => shape],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['CPU µs per delivery', ({ cpu }) => cpu.toFixed(0)],
  ['cores while idle', ({ idle }) => idle.toFixed(2)],
  ['heap KB each', ({ heap }) => (heap / 1000).toFixed(1)],
  ['resident KB each', ({ resident }) => (resident / 1000).toFixed(1)],
  ['longest turn ms', ({ longestTurn }) => longestTurn.toFixed(0)],
  ['Redis commands an event', ({ commands }) => commands],
  ['Redis commands a second, idle', ({ idleCommands }) => idleCommands],
];
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** Substring of a row's first two cells; only matching rows are run. */
const filter = process.argv[2] ?? '';
const platform = await startPlatform();
const redis = await startRedis();
line(COLUMNS.map(([name]) => name));
line(COLUMNS.map(() => '---'));
const stores: readonly Store[] = [
  { name: 'memory', start: (url) => startGateway(url, null), redis: null, shapes: SHAPES },
  { name: 'Redis', start: (url) => startGateway(url, redis.url), redis, shapes: SHAPES },
  { name: 'none, sockets alone', start: () => startServer('bare.ts'), redis: null, shapes: ON_ONE_TOPIC },
];
for (const store of stores) {
  for (const shape of store.shapes) {
    if (!`${store.name} ${shape.name}`.includes(filter)) continue;
    const row = await measure(shape, store, platform.url);
    line(COLUMNS.map(([, cell]) => cell(row)));
  }
}
await redis.stop();
platform.child.kill();
agent.destroy();
