// CPU per delivery of one event to many subscribers, beside a bare server. npm run bench:fanout [subscribers] [--profile]

import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { percentile } from '../../test/support/percentile.ts';
import { startQueryProcess } from '../../test/support/query-process.ts';
import { PLUGIN_AUTHORIZATION, PLUGIN_SUBSCRIBERS, publishRequest, REQUEST_CHANGED } from './ato-topic.ts';
import {
  cpuOf,
  profiled,
  type ServerProcess,
  startGateway,
  startPlatform,
  startServer,
} from './server-process.ts';
import { SubscriberPool } from './subscriber-pool.ts';
import type { Transport } from './subscribers.ts';

const { values: flags } = parseArgs({
  options: {
    subscribers: { type: 'string', default: String(PLUGIN_SUBSCRIBERS) },
    rounds: { type: 'string', default: '10' },
    events: { type: 'string', default: '50' },
    /** Only this transport. */
    only: { type: 'string' },
    /** Writes a CPU profile of the gateway under each transport to this folder. */
    profile: { type: 'string' },
  },
});
const [subscribers, rounds, events] = [Number(flags.subscribers), Number(flags.rounds), Number(flags.events)];
/** Milliseconds between the queries of other clients. */
const QUERY_INTERVAL = 5;

const agent = new Agent({ keepAlive: true });

interface Side {
  server: ServerProcess;
  pool: SubscriberPool;
  /** Microseconds of CPU time per delivery, one figure per round. */
  costs: number[];
  /** Milliseconds from publication to receipt. */
  latencies: number[];
}

async function startSide(server: ServerProcess, transport: Transport): Promise<Side> {
  const pool = new SubscriberPool(subscribers, transport);
  const authorizations = Array.from({ length: subscribers }, () => PLUGIN_AUTHORIZATION);
  await pool.open(server.url, REQUEST_CHANGED, authorizations);
  const side = { server, pool, costs: [], latencies: [] };
  await publish(side, events);
  return side;
}

async function publish({ server, pool }: Side, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let event = 0; event < count; event += 1) {
    const received = pool.everyone();
    await publishRequest(server.url, agent);
    for (const latency of await received) latencies.push(latency);
  }
  return latencies;
}

/** Measures one round. */
async function measure(side: Side): Promise<void> {
  const before = await cpuOf(side.server);
  const latencies = await publish(side, events);
  const after = await cpuOf(side.server);
  side.costs.push((after - before) / latencies.length);
  side.latencies.push(...latencies);
}

/**
 * Milliseconds of other clients' queries meanwhile. From a process of its own: this one is busy with what the subscribers
 * report.
 */
async function queriesDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const queries = await startQueryProcess(url, String(QUERY_INTERVAL));
  await work();
  const { times, refused } = await queries.stop();
  if (refused > 0) throw new Error(`${refused} queries were refused`);
  return times;
}

const spread = (numbers: readonly number[], digits = 1): string => {
  const [lowest, middle, highest] = [0, 0.5, 1].map((share) => percentile(numbers, share).toFixed(digits));
  return `${middle} (${lowest} to ${highest})`;
};
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

line(['', 'CPU µs per delivery', 'of bare', 'p50 ms', 'p99 ms', 'queries p50 ms', 'queries p99 ms']);
line(Array.from({ length: 7 }, () => '---'));
const platform = await startPlatform();
for (const transport of ['websocket', 'sse'] as const) {
  if (flags.only !== undefined && flags.only !== transport) continue;
  const bare = await startSide(await startServer('bare.ts'), transport);
  const gateway = await startSide(await startGateway(platform.url, null), transport);
  for (let round = 0; round < rounds; round += 1) for (const side of [bare, gateway]) await measure(side);
  const { server } = gateway;
  if (flags.profile)
    await profiled(server, `${flags.profile}/${transport}.cpuprofile`, () => publish(gateway, 4 * events));
  const queries = await queriesDuring(server.url, () => publish(gateway, 10 * events));
  const ratios = gateway.costs.map((cost, round) => cost / (bare.costs[round] ?? Number.NaN));
  for (const [name, side] of Object.entries({ bare, gateway })) {
    line([
      `${transport}: ${name}`,
      spread(side.costs),
      side === gateway ? spread(ratios, 2) : '1',
      percentile(side.latencies, 0.5).toFixed(0),
      percentile(side.latencies, 0.99).toFixed(0),
      side === gateway ? percentile(queries, 0.5).toFixed(1) : '',
      side === gateway ? percentile(queries, 0.99).toFixed(1) : '',
    ]);
    side.pool.end();
    side.server.child.kill('SIGKILL');
  }
}
platform.child.kill();
agent.destroy();
