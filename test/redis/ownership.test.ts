// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/events.ts';
import type { Candidate, Claim } from '../../src/events/ownership.ts';
import { redisEvents } from '../../src/events/redis/events.ts';
import { watchRedis } from '../privacy/redis-content.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type RedisCluster, startRedis, startRedisCluster, until } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { forSuite } from '../support/suite.ts';

/** Milliseconds between heartbeats, by the clock of the instances. Another one takes over after three that were missed. */
const HEARTBEAT = 200;
/** Milliseconds after which a command without a response fails, by the clock of the machine: for what hangs. */
const HUNG = 10_000;
const TOPIC = 'notifications:ann';
const OWNER = `{${encodeURIComponent(TOPIC)}}:owner`;

interface Instance {
  events: Events;
  proxy: RedisProxy;
  /** Enters as a candidate for a topic; counts vacancies. */
  enter(topic?: string): Candidate & { vacancies: number };
}

describe('the ownership of a topic', () => {
  const server = forSuite(() => startRedis({ appendonly: 'yes', appendfsync: 'always' }));
  let prefix: string;
  let clock: FakeClock;
  beforeEach(() => {
    prefix = randomUUID();
    clock = new FakeClock();
  });
  afterEach(() => server.command('CONFIG', 'SET', 'maxmemory', 0));

  async function start(...others: Instance[]): Promise<Instance> {
    const proxy = await startRedisProxy(server.port);
    onTestFinished(() => proxy.close());
    const events = redisEvents({
      clock,
      urls: [proxy.url],
      cluster: false,
      retention: { events: 86_400_000, entries: 10_000, bytes: 4_000_000, snapshots: null },
      prefix,
      timeout: HUNG,
      heartbeat: HEARTBEAT,
      instanceHeartbeat: HEARTBEAT,
      checkInterval: 60_000,
    });
    onTestFinished(() => events.close());
    await passing(others, () => isWritable(events));
    return { events, proxy, enter: (topic = TOPIC) => enter(events, topic) };
  }

  /**
   * Lets time pass until something holds. Each of the instances gets the responses of Redis meanwhile, so that none seems dead
   * because the machine is busy.
   */
  const passing = (instances: readonly Instance[], holds: () => boolean | Promise<boolean>): Promise<void> =>
    clock.until(async () => {
      await Promise.all(instances.map(({ events }) => isWritable(events)));
      return holds();
    });
  const pass = (instances: readonly Instance[], milliseconds: number): Promise<void> => {
    const end = clock.monotonic() + milliseconds;
    return passing(instances, () => clock.monotonic() >= end);
  };
  /** Claims until granted. */
  const claimed = (candidate: Candidate, ...instances: Instance[]): Promise<Claim> =>
    granted(candidate, (holds) => passing(instances, holds));

  async function startTwo(): Promise<{ one: Instance; two: Instance; claim: Claim; second: Waiting }> {
    const one = await start();
    const two = await start(one);
    const claim = await claimed(one.enter(), one, two);
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
    const next = await claimed(second, two);
    expect(claim.isHeld()).toBe(false);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
    // It is back, with an append that it had sent before.
    one.proxy.restore();
    await passing([two], () => isWritable(one.events));
    expect(await append(one, claim)).toEqual({ status: 'fenced' });
    expect(next.isHeld()).toBe(true);
    expect(claim.ended.aborted).toBe(true);
  });

  it('passes to another instance when traffic of the owner stalls, and the late release changes nothing', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.stall();
    const next = await claimed(second, two);
    expect(claim.isHeld()).toBe(false);
    const released = claim.release();
    one.proxy.restore();
    await released;
    const again = one.enter();
    await passing([two], async () => (await again.claim().catch(() => undefined)) === null);
    expect(await ownerOf()).toBe(next.fence);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
  });

  it('stays when Redis is paused or killed for longer than it takes to miss heartbeats', async () => {
    const { one, two, claim, second } = await startTwo();
    for (const outage of ['pause', 'kill'] as const) {
      if (outage === 'pause') server.pause();
      else await server.kill();
      await clock.advance(6 * HEARTBEAT);
      expect(claim.isHeld()).toBe(false);
      if (outage === 'pause') server.resume();
      else await server.start();
      // The owner and the others notice at about the same time, and nobody counts the pause of all as the death of one.
      const again = one.enter();
      let next: Claim | null = null;
      await passing([one, two], async () => {
        if (second.vacancies > 0) expect(await second.claim().catch(() => null)).toBeNull();
        next = await again.claim().catch(() => null);
        return next !== null;
      });
      await pass([one, two], 5 * HEARTBEAT);
      expect(await second.claim()).toBeNull();
      again.withdraw();
    }
  });

  it('stays, and is held all the while, when no more than a connection breaks', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.cut();
    await until(async () => !(await isWritable(one.events)));
    one.proxy.restore();
    // No time passes meanwhile: no heartbeat is missed.
    await until(() => isWritable(one.events));
    expect(claim.isHeld()).toBe(true);
    await pass([one, two], 5 * HEARTBEAT);
    expect([claim.isHeld(), claim.ended.aborted, await second.claim()]).toEqual([true, false, null]);
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
    const { one, two, claim, second } = await startTwo();
    const next = await claimedAfterLoss(second);
    await passing([one, two], () => claim.ended.aborted);
    expect(await append(one, claim)).toEqual({ status: 'fenced' });
    expect(next.isHeld()).toBe(true);
  });

  it('is taken over from a live instance that does not know of its claim', async () => {
    const { one, two, claim, second } = await startTwo();
    const former = await ownerOf();
    await claim.release();
    const next = await claimed(second, one, two);
    await next.release();
    // A failover has brought back an earlier claim.
    await server.command('SET', `${prefix}:${OWNER}`, former);
    expect(await second.claim()).toBeNull();
    const before = second.vacancies;
    await passing([one, two], () => second.vacancies > before);
    expect((await claimed(second, one, two)).isHeld()).toBe(true);
  });

  it('is given up by an owner that learns of another when its connections return', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.stall();
    // As if the other instance had been granted the topic by a master that the owner was cut off from.
    const next = await claimedAfterLoss(second);
    one.proxy.reset();
    one.proxy.restore();
    await passing([one, two], () => claim.ended.aborted);
    expect(await append(two, next)).toMatchObject({ status: 'appended' });
  });

  it('is released later when Redis could not be reached for it', async () => {
    const { one, two, claim, second } = await startTwo();
    one.proxy.cut();
    await claim.release();
    expect(await ownerOf()).toBe(claim.fence);
    const before = second.vacancies;
    one.proxy.restore();
    // No time passes meanwhile: it is not the death of the owner that the other one learns of.
    await until(() => isWritable(one.events));
    await passing([one, two], () => second.vacancies > before);
    await claimed(second, one, two);
  });

  it('passes at once to an instance that starts when the owner has been dead for a while', async () => {
    const one = await start();
    await claimed(one.enter(), one);
    one.proxy.cut();
    // Redis has a clock of its own: its heartbeat is made as old as it would be.
    await clock.advance(6 * HEARTBEAT);
    const [[list = ''] = []] = [(await server.command('KEYS', `${prefix}:instances:*`)) as string[]];
    const [entry = ''] = (await server.command('ZRANGE', list, 0, -1)) as string[];
    await server.command('ZINCRBY', list, -6 * HEARTBEAT, entry);
    const two = await start();
    expect(await two.enter().claim()).not.toBeNull();
  });

  it('ends when Redis refuses writes, and is claimed again when it accepts them', async () => {
    const { one, two, claim } = await startTwo();
    await server.command('CONFIG', 'SET', 'maxmemory', 1);
    await passing([one, two], () => claim.ended.aborted);
    await server.command('CONFIG', 'SET', 'maxmemory', 0);
    const again = one.enter();
    await passing([one, two], async () => (await again.claim().catch(() => null)) !== null);
  });

  it('is no longer asked about once the owner has answered', async () => {
    const watch = await watchRedis(server);
    onTestFinished(watch.stop);
    const { one, two, claim, second } = await startTwo();
    const asked = () => watch.lines.filter((line) => line.endsWith(' ask')).length;
    await passing([one, two], async () => {
      expect(await second.claim()).toBeNull();
      return asked() > 0;
    });
    await pass([one, two], 2 * HEARTBEAT);
    const before = asked();
    await pass([one, two], 10 * HEARTBEAT);
    expect(asked()).toBe(before);
    expect(claim.isHeld()).toBe(true);
  });

  it('gives each instance its share of the load, by heartbeat', async () => {
    const { one, two } = await startTwo();
    const shares = () => [one, two].map(({ events }) => events.fleetLoad.share());
    await passing([one, two], () => JSON.stringify(shares()) === '[0.5,0.5]');
    one.events.fleetLoad.report(30);
    two.events.fleetLoad.report(10);
    await passing([one, two], () => JSON.stringify(shares()) === '[0.75,0.25]');
    one.proxy.cut();
    await passing([two], () => two.events.fleetLoad.share() === 1);
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

describe('the ownership of topics in a Redis Cluster', { tags: 'full', timeout: 60_000 }, () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster({
      'cluster-require-full-coverage': 'no',
      'cluster-node-timeout': 60_000,
    });
  }, 30_000);
  afterAll(() => cluster.stop());

  it('ends on a master that does not respond, and only there', async () => {
    const clock = new FakeClock();
    const events = redisEvents({
      clock,
      urls: cluster.urls,
      cluster: true,
      retention: { events: 86_400_000, entries: 10_000, bytes: 4_000_000, snapshots: null },
      timeout: HUNG,
      heartbeat: HEARTBEAT,
      instanceHeartbeat: HEARTBEAT,
    });
    onTestFinished(() => events.close());
    await clock.until(() => isWritable(events));
    const topics = Array.from({ length: 30 }, (_, number) => `notifications:${number}`);
    const claims = await Promise.all(
      topics.map((topic) => granted(enter(events, topic), (holds) => clock.until(holds))),
    );
    const [first] = cluster.nodes;
    const slots = await Promise.all(
      topics.map((topic) =>
        first?.command('CLUSTER', 'KEYSLOT', `gateway:{${encodeURIComponent(topic)}}:owner`),
      ),
    );
    // The masters have a third of the slots each, in order.
    const isOnFirst = slots.map((slot) => Number(slot) < 16_384 / 3 - 1);
    expect(new Set(isOnFirst).size).toBe(2);
    const elsewhere = topics[isOnFirst.indexOf(false)] ?? '';
    first?.pause();
    const end = clock.monotonic() + 8 * HEARTBEAT;
    await clock.until(async () => {
      // The other masters respond meanwhile.
      await Promise.all([1, 2].map((node) => cluster.nodes[node]?.command('PING')));
      await events.log.checkWritable(elsewhere).catch(() => {});
      return clock.monotonic() >= end;
    });
    expect(claims.map((claim) => claim.isHeld())).toEqual(isOnFirst.map((isThere) => !isThere));
    first?.resume();
    const again = topics.map((topic) => enter(events, topic));
    await clock.until(async () => {
      const claims = await Promise.all(again.map((candidate) => candidate.claim().catch(() => null)));
      return claims.every((claim) => claim !== null);
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

/** Claims until granted. @param until waits until a claim is. */
async function granted(
  candidate: Candidate,
  until: (holds: () => Promise<boolean>) => Promise<void>,
): Promise<Claim> {
  let claim: Claim | null = null;
  await until(async () => {
    claim = await candidate.claim().catch(() => null);
    return claim !== null;
  });
  if (!claim) throw new Error('not granted');
  return claim;
}

const isWritable = (events: Events): Promise<boolean> =>
  events.log.checkWritable('any').then(
    () => true,
    () => false,
  );
