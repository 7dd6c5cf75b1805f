// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/events.ts';
import type { Json } from '../../src/events/log.ts';
import type { Claim } from '../../src/events/ownership.ts';
import { redisEvents } from '../../src/events/redis/events.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { brief, positionOf, take } from '../contract/reading.ts';
import { startRedis, startRedisCluster } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { forSuite } from '../support/suite.ts';
import { UNSEALED } from '../support/unsealed.ts';
import { until } from '../support/until.ts';

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
    await until(() => isWritable(events));
    return { events, proxy };
  }

  it('is held by one instance after the other, which lose and repeat nothing, whatever fails', async () => {
    const instances = [await start(), await start(), await start()] as const;
    const [{ events }] = instances;
    const before = await positionOf(events.log.read(TOPIC, 'now'));
    const writers = instances.map((instance) => new Writer(instance));
    const working = writers.map((writer) => writer.work());
    const count = (): number => writers.reduce((sum, { appended }) => sum + appended.length, 0);
    /** Waits until somebody has appended more than before. */
    const goesOn = async (): Promise<void> => {
      const enough = count() + 5;
      await until(() => count() > enough, { within: 60_000 });
    };
    await goesOn();
    for (const fail of ['cut', 'stall', 'reset', 'silence'] as const) {
      const owner = writers.find(({ isOwner }) => isOwner)?.instance ?? instances[0];
      owner.proxy[fail]();
      await goesOn();
      owner.proxy.restore();
      await goesOn();
    }
    for (const outage of ['pause', 'kill'] as const) {
      await server[outage]();
      // Long enough for each instance to lose touch. What counts is what is written, not when.
      await pause(2 * LEASE);
      await (outage === 'pause' ? server.resume() : server.start());
      await goesOn();
    }
    for (const writer of writers) writer.stop();
    await Promise.all(working);

    const last = await positionOf(events.log.read(TOPIC, 'now'));
    const items = await take(events.log.read(TOPIC, before), last.sequence - before.sequence + 1);
    const written = items.slice(1).map((item) => brief(item));
    // What was acknowledged is there, once; what was not may be there, once.
    expect(new Set(written).size).toBe(written.length);
    for (const { appended } of writers) expect(written).toEqual(expect.arrayContaining(appended));
    // No former owner wrote after its successor, nor anything out of order.
    const claims = written.map((text) => String(text).split('#')[0] ?? '');
    const changes = claims.filter((claim, index) => claim !== claims[index - 1]);
    expect(new Set(changes).size).toBe(changes.length);
    expect(changes.length).toBeGreaterThan(2);
    for (const claim of changes) {
      const numbers = written.flatMap((text) => (String(text).startsWith(`${claim}#`) ? numberIn(text) : []));
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
  }, 180_000);

  it('ends when Redis has lost its data, and is claimed again', async () => {
    const { events } = await start();
    const claim = await claimed(events);
    await server.command('FLUSHALL');
    await until(() => claim.ended.aborted);
    const next = await claimed(events);
    expect(await server.command('GET', `${prefix}:${OWNER}`)).toBe(next.fence);
  });

  it('ends when Redis refuses writes, and is claimed again when it accepts them', async () => {
    const { events } = await start();
    const claim = await claimed(events);
    await server.command('CONFIG', 'SET', 'maxmemory', 1);
    onTestFinished(async () => void (await server.command('CONFIG', 'SET', 'maxmemory', 0)));
    await until(() => claim.ended.aborted);
    await server.command('CONFIG', 'SET', 'maxmemory', 0);
    expect((await claimed(events)).isHeld()).toBe(true);
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

/** Claims the topic again and again; while it owns it, appends numbered events under its claim. */
class Writer {
  readonly instance: Instance;
  /** What the log has acknowledged. */
  readonly appended: string[] = [];
  #claim: Claim | null = null;
  #isStopped = false;

  constructor(instance: Instance) {
    this.instance = instance;
  }

  get isOwner(): boolean {
    return this.#claim?.isHeld() ?? false;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async work(): Promise<void> {
    const { events } = this.instance;
    while (!this.#isStopped) {
      this.#claim = await events.ownership.claim(TOPIC).catch(() => null);
      for (let number = 1; this.#claim?.isHeld() && !this.#isStopped; number += 1) {
        const status = await append(events, this.#claim, number).catch(() => 'unknown');
        if (status === 'appended') this.appended.push(`${this.#claim.fence}#${number}`);
        else if (status === 'fenced') this.#claim.end();
        await pause(10);
      }
      await pause(50);
    }
  }
}

const numberIn = (text: Json): number => Number(String(text).split('#')[1]);

const append = async ({ log }: Events, { fence }: Claim, number: number): Promise<string> =>
  (await log.append(TOPIC, { kind: 'message', payload: `${fence}#${number}` }, { fence, timeout: 0 })).status;

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

const isWritable = ({ log }: Events): Promise<boolean> =>
  log.checkWritable('any').then(
    () => true,
    () => false,
  );
