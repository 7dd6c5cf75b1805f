// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/events.ts';
import type { Claim } from '../../src/events/ownership.ts';
import { redisEvents } from '../../src/events/redis/events.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { type RedisServer, startRedis, startRedisCluster } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { forSuite } from '../support/suite.ts';
import { UNSEALED } from '../support/unsealed.ts';
import { succeeds, until } from '../support/until.ts';

/** Milliseconds for which a lease lasts: another instance takes over after it. */
const LEASE = 600;
const TOPIC = 'notifications:ann';
const OWNER = `{${encodeURIComponent(TOPIC)}}:owner`;
const OPTIONS = {
  clock: SYSTEM_CLOCK,
  seals: UNSEALED,
  retention: { events: 86_400_000, entries: 10_000, bytes: 4_000_000, snapshots: null },
  timeout: 1000,
  heartbeat: 200,
  lease: LEASE,
};

interface Instance {
  events: Events;
  /** Between it and Redis. */
  proxy: RedisProxy;
}

describe('the ownership of a topic', () => {
  const server = forSuite(() => startRedis({ appendonly: 'yes', appendfsync: 'always' }));
  let prefix: string;
  beforeEach(() => {
    prefix = randomUUID();
  });

  async function start(): Promise<Instance> {
    const proxy = await startRedisProxy(server.port);
    onTestFinished(proxy.close);
    const events = redisEvents({ ...OPTIONS, urls: [proxy.url], cluster: false, prefix });
    onTestFinished(events.close);
    await until(() => succeeds(events.log.checkWritable('any')));
    return { events, proxy };
  }

  it.each<[string, Parameters<RedisServer['command']>, Parameters<RedisServer['command']>]>([
    ['has lost its data', ['FLUSHALL'], ['PING']],
    ['refuses writes', ['CONFIG', 'SET', 'maxmemory', 1], ['CONFIG', 'SET', 'maxmemory', 0]],
  ])('ends when Redis %s, and is claimed again', async (_what, begin, end) => {
    const { events } = await start();
    const claim = await claimed(events);
    await server.command(...begin);
    await until(() => claim.ended.aborted);
    await server.command(...end);
    const next = await claimed(events);
    expect(next.isHeld()).toBe(true);
    expect(await server.command('GET', `${prefix}:${OWNER}`)).toBe(next.fence);
  });

  it('gives each instance its share of the load', async () => {
    const [one, two] = [await start(), await start()];
    const shares = () => [one, two].map(({ events }) => events.fleetLoad.share());
    await until(() => JSON.stringify(shares()) === '[0.5,0.5]');
    one.events.fleetLoad.report(30);
    two.events.fleetLoad.report(10);
    await until(() => JSON.stringify(shares()) === '[0.75,0.25]');
    one.proxy.cut();
    await until(() => two.events.fleetLoad.share() === 1);
  });

  it('leaves nothing that lasts', async () => {
    const { events } = await start();
    const claim = await claimed(events);
    for (const key of (await server.command('KEYS', `${prefix}:*`)) as string[])
      expect(Number(await server.command('PTTL', key)), key).toBeGreaterThan(0);
    await claim.release();
    expect(await server.command('EXISTS', `${prefix}:${OWNER}`)).toBe(0);
  });
});

describe('the ownership of topics in a Redis Cluster', { tags: 'full' }, () => {
  it('ends on a master that does not respond, and only there', async () => {
    const cluster = await startRedisCluster({
      'cluster-require-full-coverage': 'no',
      'cluster-node-timeout': 60_000,
    });
    onTestFinished(cluster.stop);
    const events = redisEvents({ ...OPTIONS, urls: cluster.urls, cluster: true });
    onTestFinished(events.close);
    const topics = Array.from({ length: 30 }, (_, number) => `notifications:${number}`);
    const claims = await Promise.all(topics.map((topic) => claimed(events, topic)));
    const [first] = cluster.nodes;
    const slots = await Promise.all(
      topics.map((topic) =>
        first?.command('CLUSTER', 'KEYSLOT', `gateway:{${encodeURIComponent(topic)}}:owner`),
      ),
    );
    // The masters have a third of the slots each, in order.
    const isOnFirst = slots.map((slot) => Number(slot) < 16_384 / 3 - 1);
    expect(new Set(isOnFirst).size).toBe(2);
    first?.pause();
    await until(() => claims.every((claim, index) => claim.isHeld() !== isOnFirst[index]));
    first?.resume();
    await Promise.all(topics.map((topic) => claimed(events, topic)));
  });
});

/** Claims until granted. */
async function claimed({ ownership }: Events, topic = TOPIC): Promise<Claim> {
  let claim: Claim | null = null;
  await until(async () => {
    claim = await ownership.claim(topic).catch(() => null);
    return claim !== null;
  });
  if (!claim) throw new Error('not granted');
  return claim;
}
