import { Agent } from 'node:http';
import { PLUGIN, PLUGIN_AUTHORIZATION, publishRequest, REQUEST_CHANGED } from '../live/ato-topic.ts';
import { SubscriberPool } from '../live/subscriber-pool.ts';
import { startContestant, startUpstream } from './contestants.ts';
import type { GrowthOptions, Series } from './growth.ts';
import { median } from './measure.ts';

const SIZES = [1, 10, 100, 1000, 5000];
/** Deliveries per round, but at least five events. */
const DELIVERIES = 2000;
const SETTINGS = {
  PLUGIN_CLIENT_ID: PLUGIN.id,
  PLUGIN_CLIENT_SECRET: PLUGIN.secret,
  LIMIT_CONNECTIONS: '400000',
};

/** Measures the gateway's CPU per event, by number of subscribers to its topic. */
export async function measureSubscribers({ rounds, print }: GrowthOptions): Promise<Series> {
  const title = 'subscribers of one topic, that an event goes to';
  print(title);
  const points: Series['points'] = [];
  for (const size of SIZES) points.push({ size, cpu: await measureTopic(size, rounds) });
  return { title, points };
}

async function measureTopic(size: number, rounds: number): Promise<number> {
  const upstream = await startUpstream();
  const gateway = await startContestant('gateway', { upstream: upstream.url, environment: SETTINGS });
  const pool = new SubscriberPool(size);
  const agent = new Agent({ keepAlive: true });
  const publishAll = async (events: number): Promise<void> => {
    for (let event = 0; event < events; event += 1) {
      const received = pool.everyone();
      await publishRequest(gateway.url, agent);
      await received;
    }
  };
  try {
    await pool.open(
      gateway.url,
      REQUEST_CHANGED,
      Array.from({ length: size }, () => PLUGIN_AUTHORIZATION),
    );
    const events = Math.max(5, Math.ceil(DELIVERIES / size));
    await publishAll(events * 2);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await gateway.ask();
      await publishAll(events);
      const after = await gateway.ask();
      costs.push(((after.cpu ?? 0) - (before.cpu ?? 0)) / events);
    }
    return median(costs);
  } finally {
    agent.destroy();
    pool.end();
    await gateway.stop();
    await upstream.stop();
  }
}
