import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/events.ts';
import type { Candidate, Claim } from '../../src/events/ownership.ts';
import { redisEvents } from '../../src/events/redis.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { FULL, pause } from '../support/fleet-form.ts';
import {
  type RedisCluster,
  type RedisServer,
  startRedis,
  startRedisCluster,
  until,
} from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';

/** Milliseconds between heartbeats. Another instance takes over after three that were missed. */
const HEARTBEAT = 500;
const TOPIC = 'notifications:ann';
const OWNER = `{${encodeURIComponent(TOPIC)}}:owner`;

interface Instance {
  events: Events;
  proxy: RedisProxy;
  /** Enters as a candidate for a topic; counts vacancies. */
  enter(topic?: string): Candidate & { vacancies: number };
}

describe('the ownership of a topic', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let prefix: string;
  beforeAll(async () => {
    server = await startRedis({ appendonly: 'yes', appendfsync: 'always' });
  });
  afterAll(() => server.stop());
  afterEach(() => server.command('CONFIG', 'SET', 'maxmemory', 0));

  async function start(): Promise<Instance> {
    const proxy = await startRedisProxy(server.port);
    onTestFinished(() => proxy.close());
    const events = redisEvents({
      clock: SYSTEM_CLOCK,
      urls: [proxy.url],
      cluster: false,
      retention: { events: 86_400_000, entries: 10_000, snapshots: null },
      prefix,
      timeout: 1000,
      heartbeat: HEARTBEAT,
      instanceHeartbeat: HEARTBEAT,
      checkInterval: 60_000,
    });
    onTestFinished(() => events.close());
    await until(() => isWritable(events));
    return { events, proxy, enter: (topic = TOPIC) => enter(events, topic) };
  }

  async function startTwo(): Promise<{ one: Instance; two: Instance; claim: Claim; second: Waiting }> {
    prefix = randomUUID();
    const [one, two] = [await start(), await start()];
    const claim = await claimed(one.enter());
    const second = two.enter();
    expect(await second.claim()).toBeNull();
    return { one, two, claim, second };
  }

  const ownerOf = async (topic = OWNER): Promise<string> =>
    String(await server.command('GET', `${prefix}:${topic}`));
  /** Claims before the owner, which confirms its claim now and then, notices the loss. */
  const claimedAfterLoss = async (candidate: Candidate): Promise<Claim> => {
    await server.command('DEL', `${prefix}:${OWNER}`);
    return (await candidate.claim()) ?? claimedAfterLoss(candidate);
  };
  const append = ({ events }: Instance, { fence }: Pick<Claim, 'fence'>) =>
    events.log.append(TOPIC, { kind: 'message', payload: 1 }, { fence });

  it('passes to another instance when the owner is cut off, and only after its claim has ended', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.cut();
    const next = await claimed(second);
    expect(claim.isHeld()).toBe(false);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
    // It is back, with an append that it had sent before.
    one.proxy.restore();
    await until(() => isWritable(one.events));
    expect(await append(one, claim)).toEqual({ status: 'fenced' });
    expect(next.isHeld()).toBe(true);
    expect(claim.ended.aborted).toBe(true);
  });

  it('passes to another instance when traffic of the owner stalls, and the late release changes nothing', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.stall();
    const next = await claimed(second);
    expect(claim.isHeld()).toBe(false);
    await claim.release();
    one.proxy.restore();
    const again = one.enter();
    await until(async () => (await again.claim().catch(() => undefined)) === null);
    expect(await ownerOf()).toBe(next.fence);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
  });

  it('stays when Redis is paused or killed for longer than it takes to miss heartbeats', async () => {
    const { one, claim, second } = await startTwo();
    for (const outage of ['pause', 'kill'] as const) {
      if (outage === 'pause') server.pause();
      else await server.kill();
      await pause(6 * HEARTBEAT);
      expect(claim.isHeld()).toBe(false);
      if (outage === 'pause') server.resume();
      else await server.start();
      // The owner and the others notice at about the same time, and nobody counts the pause of all as the death of one.
      const again = one.enter();
      let next: Claim | null = null;
      await until(async () => {
        if (second.vacancies > 0) expect(await second.claim().catch(() => null)).toBeNull();
        next = await again.claim().catch(() => null);
        return next !== null;
      });
      await pause(5 * HEARTBEAT);
      expect(await second.claim()).toBeNull();
      again.withdraw();
    }
  });

  it('is claimed again by the owner when Redis has lost its claim', async () => {
    const { one, claim, second } = await startTwo();
    await server.command('FLUSHALL');
    expect(await append(one, claim)).toMatchObject({ status: 'appended' });
    expect(await ownerOf()).toBe(claim.fence);
    expect(await second.claim()).toBeNull();
    expect(claim.isHeld()).toBe(true);
  });

  it('passes at once when Redis has lost the claim and another instance is first, which the owner learns', async () => {
    const { one, claim, second } = await startTwo();
    const next = await claimedAfterLoss(second);
    await until(() => claim.ended.aborted);
    expect(await append(one, claim)).toEqual({ status: 'fenced' });
    expect(next.isHeld()).toBe(true);
  });

  it('is taken over from a live instance that does not know of its claim', async () => {
    const { claim, second } = await startTwo();
    const former = await ownerOf();
    await claim.release();
    const next = await claimed(second);
    await next.release();
    // A failover has brought back an earlier claim.
    await server.command('SET', `${prefix}:${OWNER}`, former);
    expect(await second.claim()).toBeNull();
    const before = second.vacancies;
    await until(() => second.vacancies > before);
    expect((await claimed(second)).isHeld()).toBe(true);
  });

  it('is given up by an owner that learns of another when its connections return', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.stall();
    // As if the other instance had been granted the topic by a master that the owner was cut off from.
    const next = await claimedAfterLoss(second);
    one.proxy.reset();
    one.proxy.restore();
    await until(() => claim.ended.aborted);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
  });

  it('is released later when Redis could not be reached for it', async () => {
    const { one, claim, second } = await startTwo();
    one.proxy.cut();
    await claim.release();
    expect(await ownerOf()).toBe(claim.fence);
    const before = second.vacancies;
    one.proxy.restore();
    await until(() => second.vacancies > before);
    await claimed(second);
  });

  it('passes at once to an instance that starts when the owner has been dead for a while', async () => {
    prefix = randomUUID();
    const one = await start();
    await claimed(one.enter());
    one.proxy.cut();
    await pause(6 * HEARTBEAT);
    const two = await start();
    const startedAt = performance.now();
    expect(await two.enter().claim()).not.toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(3 * HEARTBEAT);
  });

  it('ends when Redis refuses writes, and is claimed again when it accepts them', async () => {
    const { one, claim } = await startTwo();
    await server.command('CONFIG', 'SET', 'maxmemory', 1);
    await until(() => claim.ended.aborted);
    await server.command('CONFIG', 'SET', 'maxmemory', 0);
    const again = one.enter();
    await until(async () => (await again.claim().catch(() => null)) !== null);
  });

  it('gives each instance its share of the load, by heartbeat', async () => {
    const { one, two } = await startTwo();
    const shares = () => [one, two].map(({ events }) => events.fleetLoad.share());
    await until(() => JSON.stringify(shares()) === '[0.5,0.5]');
    one.events.fleetLoad.report(30);
    two.events.fleetLoad.report(10);
    await until(() => JSON.stringify(shares()) === '[0.75,0.25]');
    one.proxy.cut();
    await until(() => two.events.fleetLoad.share() === 1);
  });

  it('leaves an entry per instance and nothing that lasts', async () => {
    const { claim } = await startTwo();
    const [list = ''] = (await server.command('KEYS', `${prefix}:instances:*`)) as string[];
    expect(await server.command('ZCARD', list)).toBe(2);
    expect(await server.command('PTTL', list)).toBeGreaterThan(0);
    expect(await server.command('PTTL', `${prefix}:${OWNER}`)).toBeGreaterThan(0);
    await claim.release();
    expect(await server.command('EXISTS', `${prefix}:${OWNER}`)).toBe(0);
  });
});

describe.runIf(FULL)('the ownership of topics in a Redis Cluster', { timeout: 60_000 }, () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster({
      'cluster-require-full-coverage': 'no',
      'cluster-node-timeout': 60_000,
    });
  }, 30_000);
  afterAll(() => cluster.stop());

  it('ends on a master that does not respond, and only there', async () => {
    const events = redisEvents({
      clock: SYSTEM_CLOCK,
      urls: cluster.urls,
      cluster: true,
      retention: { events: 86_400_000, entries: 10_000, snapshots: null },
      timeout: 1000,
      heartbeat: HEARTBEAT,
      instanceHeartbeat: HEARTBEAT,
    });
    onTestFinished(() => events.close());
    await until(() => isWritable(events));
    const topics = Array.from({ length: 30 }, (_, number) => `notifications:${number}`);
    const claims = await Promise.all(topics.map((topic) => claimed(enter(events, topic))));
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
    await until(() => claims.some((claim) => !claim.isHeld()));
    await pause(5 * HEARTBEAT);
    expect(claims.map((claim) => claim.isHeld())).toEqual(isOnFirst.map((isThere) => !isThere));
    first?.resume();
    const again = topics.map((topic) => enter(events, topic));
    await until(async () => {
      const granted = await Promise.all(again.map((candidate) => candidate.claim().catch(() => null)));
      return granted.every((claim) => claim !== null);
    });
  });
});

type Waiting = Candidate & { vacancies: number };

function enter(events: Events, topic: string): Waiting {
  const counter = { vacancies: 0 };
  const candidate = events.ownership.candidate(topic, () => {
    counter.vacancies += 1;
  });
  onTestFinished(() => candidate.withdraw());
  return Object.assign(counter, {
    ready: () => candidate.ready(),
    claim: () => candidate.claim(),
    withdraw: () => candidate.withdraw(),
  });
}

/** Claims until granted. */
async function claimed(candidate: Candidate): Promise<Claim> {
  let granted: Claim | null = null;
  await until(async () => {
    granted = await candidate.claim().catch(() => null);
    return granted !== null;
  });
  if (!granted) throw new Error('not granted');
  return granted;
}

const isWritable = (events: Events): Promise<boolean> =>
  events.log.checkWritable('any').then(
    () => true,
    () => false,
  );
