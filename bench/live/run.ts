import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RedisServer, startRedis } from '../../test/support/redis.ts';
import type { Usage } from './probe.ts';
import type { Order, Report } from './subscribers.ts';

/** Streams at scale: `npm run bench:live`. What it measures and how to read it is in README.md beside it. */

const SUBSCRIBERS = 5000;
/** Sockets of one process of subscribers, and loopback addresses they come from: ports and descriptors are bounded. */
const PER_PROCESS = 2500;
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
const PLUGIN = `Basic ${Buffer.from('bench:secret').toString('base64')}`;
const CHANGED = 'subscription { atoRequestChanged { cursor replayed gap { reason } request { id status } } }';
const RECEIVED =
  'subscription { notificationReceived { cursor replayed gap { reason } notification { text } } }';
const SEND = 'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }';

interface Gateway {
  child: ChildProcess;
  url: string;
}

/** One shape of listening: who listens to what, and how one event is published. */
interface Shape {
  name: string;
  query: string;
  authorizations: string[];
  /** Subscribers that get each event. */
  audience: number;
  events: number;
  publish(url: string, text: string, event: number): Promise<void>;
}

const users = Array.from({ length: SUBSCRIBERS }, (_, index) => `u${index}`);
const agent = new Agent({ keepAlive: true });

const toPlugin = (subscribers: number, events: number): Shape => ({
  name: `${subscribers} on one topic`,
  query: CHANGED,
  authorizations: Array.from({ length: subscribers }, () => PLUGIN),
  audience: subscribers,
  events,
  publish: (url, text) =>
    post(`${url}/plugin/ato/requests`, PLUGIN, { requestId: text, status: 'in-progress' }),
});

const toUsers = (events: number): Shape => ({
  name: `${SUBSCRIBERS} on ${SUBSCRIBERS} topics`,
  query: RECEIVED,
  authorizations: users.map((user) => `Bearer ${user}`),
  audience: 1,
  events,
  publish: (url, text, event) =>
    post(`${url}/graphql`, 'Bearer sender', {
      query: SEND,
      variables: { input: { receiverId: users[(event * 7919) % SUBSCRIBERS], text, persist: false } },
    }),
});

const SHAPES = [toPlugin(1, 1000), toPlugin(100, 200), toPlugin(SUBSCRIBERS, 40), toUsers(1000)];

interface Row {
  store: string;
  shape: string;
  p50: number;
  p99: number;
  /** Bytes for each idle subscription. */
  resident: number;
  heap: number;
  /** Microseconds of the gateway's CPU time for each delivery, that of listening without events taken off. */
  cpu: number;
  /** Share of one core that listening takes without events. */
  idle: number;
  longestTurn: number;
  commands: string;
  /** Commands a second that listening takes without events, those inside of scripts included. */
  idleCommands: string;
}

async function measure(shape: Shape, redis: RedisServer | null, platform: string): Promise<Row> {
  const gateway = await startGateway(platform, redis);
  const processes = startSubscribers(shape.authorizations.length);
  try {
    // The first half pays for what every process makes once: code, plans, room for young objects.
    const half = Math.ceil(shape.authorizations.length / 2);
    await open(processes, gateway, { ...shape, authorizations: shape.authorizations.slice(0, half) });
    await pause(1000);
    const before = await usageOf(gateway);
    await open(processes, gateway, { ...shape, authorizations: shape.authorizations.slice(half) });
    await pause(1000);
    const opened = await usageOf(gateway);
    const added = Math.max(1, shape.authorizations.length - half);
    const restCommands = await commandsOf(redis);
    const quiet = 5000;
    const quietFrom = await usageOf(gateway);
    await pause(quiet);
    const quietTo = await usageOf(gateway);
    const idleCommands = difference(await commandsOf(redis), restCommands);
    await publishAll(shape, processes, gateway, Math.ceil(shape.events / 10));
    const from = await usageOf(gateway);
    const commandsFrom = await commandsOf(redis);
    const begun = performance.now();
    const latencies = await publishAll(shape, processes, gateway, shape.events);
    const took = performance.now() - begun;
    const commands = difference(await commandsOf(redis), commandsFrom);
    const to = await usageOf(gateway);
    latencies.sort((one, other) => one - other);
    const idleCpu = (quietTo.cpu - quietFrom.cpu) / quiet;
    return {
      store: redis ? 'Redis' : 'memory',
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
    for (const { child } of processes) child.kill('SIGKILL');
    gateway.child.kill('SIGKILL');
  }
}

async function publishAll(
  shape: Shape,
  processes: readonly Subscribers[],
  { url }: Gateway,
  events: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let event = 0; event < events; event += 1) {
    const listening = processes.filter(({ sockets }) => sockets > 0);
    // Only one process has the receiver of an event that goes to one.
    const received =
      shape.audience === 1
        ? Promise.any(listening.map((subscribers) => expect(subscribers, 1)))
        : Promise.all(listening.map((subscribers) => expect(subscribers, subscribers.sockets))).then((all) =>
            all.flat(),
          );
    await shape.publish(url, `t${process.hrtime.bigint()}`, event);
    latencies.push(...(await received));
  }
  return latencies;
}

interface Subscribers {
  child: ChildProcess;
  sockets: number;
}

const startSubscribers = (count: number): Subscribers[] =>
  Array.from({ length: Math.ceil(count / PER_PROCESS) }, () => ({
    child: fork(join(import.meta.dirname, 'subscribers.ts')),
    sockets: 0,
  }));

async function open(processes: readonly Subscribers[], { url }: Gateway, shape: Shape): Promise<void> {
  const share = Math.ceil(shape.authorizations.length / processes.length);
  await Promise.all(
    processes.map(async (subscribers, index) => {
      const authorizations = shape.authorizations.slice(index * share, (index + 1) * share);
      if (authorizations.length === 0) return;
      subscribers.sockets += authorizations.length;
      const { query } = shape;
      order(subscribers, { type: 'open', url, from: ADDRESSES, query, variables: {}, authorizations });
      await reportOf(subscribers, 'opened');
    }),
  );
}

async function expect(subscribers: Subscribers, events: number): Promise<number[]> {
  order(subscribers, { type: 'expect', events });
  const report = await reportOf(subscribers, 'received');
  return report.type === 'received' ? report.latencies : [];
}

const order = ({ child }: Subscribers, what: Order): void => void child.send(what);

function reportOf({ child }: Subscribers, wanted: Report['type']): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onReport = (report: Report): void => {
      if (report.type !== wanted && report.type !== 'failed') return;
      child.off('message', onReport);
      if (report.type === 'failed') reject(new Error(report.reason));
      else resolve(report);
    };
    child.on('message', onReport);
  });
}

async function startGateway(platform: string, redis: RedisServer | null): Promise<Gateway> {
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.ts')).href;
  const child = spawn(process.execPath, ['--import', probe, join(import.meta.dirname, '../../src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      PLATFORM_URL: platform,
      PLUGIN_CLIENT_ID: 'bench',
      PLUGIN_CLIENT_SECRET: 'secret',
      LIMIT_SOCKETS: '100000',
      // One address is everybody here.
      LIMIT_RATE: '0',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    // The log is read and thrown away, as in production somebody else collects it.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString();
      const address = /The graph is at (http:\S+)\/graphql/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error('the gateway did not start')));
  });
  return { child, url };
}

async function usageOf({ child }: Gateway): Promise<Usage> {
  child.send('usage');
  const [usage] = await once(child, 'message');
  return usage;
}

async function startPlatform(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'platform.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
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

/** Commands that an event adds to those that go on without one, those inside of scripts included. */
const perEvent = (commands: Commands, idle: Commands, share: number, events: number): string =>
  listed(
    Object.entries(commands).map(([name, calls]) => [name, (calls - (idle[name] ?? 0) * share) / events]),
  );

const listed = (rates: readonly (readonly [string, number])[]): string =>
  rates
    .filter(([name, rate]) => rate >= 0.05 && name !== 'info')
    .map(([name, rate]) => `${name} ${rate.toFixed(rate < 10 ? 1 : 0)}`)
    .join(', ');

function post(url: string, authorization: string, body: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const COLUMNS: readonly [string, (row: Row) => string][] = [
  ['log', ({ store }) => store],
  ['subscribers', ({ shape }) => shape],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['CPU µs a delivery', ({ cpu }) => cpu.toFixed(0)],
  ['cores while idle', ({ idle }) => idle.toFixed(2)],
  ['heap KB each', ({ heap }) => (heap / 1000).toFixed(1)],
  ['resident KB each', ({ resident }) => (resident / 1000).toFixed(1)],
  ['longest turn ms', ({ longestTurn }) => longestTurn.toFixed(0)],
  ['Redis commands an event', ({ commands }) => commands],
  ['Redis commands a second, idle', ({ idleCommands }) => idleCommands],
];
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** A part of a row's first two cells, to run only those rows. */
const wanted = process.argv[2] ?? '';
const platform = await startPlatform();
const redis = await startRedis();
line(COLUMNS.map(([name]) => name));
line(COLUMNS.map(() => '---'));
for (const store of [null, redis]) {
  for (const shape of SHAPES) {
    if (!`${store ? 'Redis' : 'memory'} ${shape.name}`.includes(wanted)) continue;
    const row = await measure(shape, store, platform.url);
    line(COLUMNS.map(([, cell]) => cell(row)));
  }
}
await redis.stop();
platform.child.kill();
agent.destroy();
