// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { NotificationPollers } from '../../../src/domains/notification/poller/notification-pollers.ts';
import type { Events } from '../../../src/events/events.ts';
import { redisEvents } from '../../../src/events/redis/events.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NotificationPlatform, type TopicContents } from '../../support/notification-platform.ts';
import {
  contentsOf,
  DAY,
  HOUR,
  numbers,
  retention,
  TOPIC,
  topicOf,
} from '../../support/notification-pollers.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';
import { startRedisProxy } from '../../support/redis-proxy.ts';

/** Milliseconds; another instance takes over after four. */
const HEARTBEAT = 300;
/** Milliseconds after which a command without a response fails, by the clock of the machine: for what hangs. */
const HUNG = 10_000;

describe('notification pollers over Redis', () => {
  let server: RedisServer;
  /** The clock of the instances and of the platform. */
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
  });
  beforeAll(async () => {
    server = await startRedis({ appendonly: 'yes', appendfsync: 'always' });
  });
  afterAll(() => server.stop());

  /** Those of this test that are connected. */
  const instances: Events[] = [];
  /** Lets time pass until something holds, in steps in which each live instance gets the responses of Redis. */
  const passing = (holds: () => boolean | Promise<boolean>): Promise<void> =>
    clock.until(async () => {
      await Promise.all(instances.map(isWritable));
      return holds();
    });

  interface Instance {
    events: Events;
    pollers: NotificationPollers;
    /** Cuts its network connection permanently. */
    die(): void;
  }

  async function redisInstance(platform: NotificationPlatform, prefix: string): Promise<Instance> {
    const proxy = await startRedisProxy(server.port);
    onTestFinished(() => proxy.close());
    const events = redisEvents({
      clock,
      urls: [proxy.url],
      cluster: false,
      retention,
      prefix,
      timeout: HUNG,
      heartbeat: 200,
      instanceHeartbeat: HEARTBEAT,
      checkInterval: 60_000,
    });
    onTestFinished(() => events.close());
    instances.push(events);
    onTestFinished(() => void instances.splice(0));
    await clock.until(() => isWritable(events));
    const pollers = new NotificationPollers({
      clock,
      log: events.log,
      coordination: events.coordination,
      ownership: events.ownership,
      topicOf,
      list: platform.list,
      interval: 50,
      maxInterval: 50,
      budget: 1000,
      retention: retention.events,
    });
    onTestFinished(() => pollers.close());
    const die = (): void => {
      instances.splice(instances.indexOf(events), 1);
      proxy.cut();
    };
    return { events, pollers, die };
  }

  async function pair(): Promise<{
    platform: NotificationPlatform;
    one: Instance;
    two: Instance;
    contents: TopicContents;
    prefix: string;
  }> {
    const platform = new NotificationPlatform(clock);
    const prefix = randomUUID();
    const [one, two] = [await redisInstance(platform, prefix), await redisInstance(platform, prefix)];
    one.pollers.follow('ann', 'one', null);
    await passing(() => platform.calls.length > 1);
    two.pollers.follow('ann', 'two', null);
    await passing(async () => (await subscribers(server, prefix)) >= 2);
    return { platform, one, two, contents: contentsOf(two.events), prefix };
  }

  const pollsBy = (platform: NotificationPlatform, token: string): number =>
    platform.calls.filter((call) => call.token === token).length;

  it('poll on one of two instances, and append each notification once and in order', async () => {
    const { platform, contents } = await pair();
    for (const number of numbers(1, 60)) {
      platform.send();
      await passing(() => contents.texts.length === number || number % 5 !== 0);
    }
    await passing(() => contents.texts.length >= 60);
    expect(contents.texts).toEqual(numbers(1, 60));
    // The owner may change where Redis is slower than the clock of the test; the two never poll at the same time.
    expect(platform.mostRunning).toBe(1);
  });

  it('hand over at once when an instance is closed, and within four heartbeats when it dies', async () => {
    const { platform, one, two, contents, prefix } = await pair();
    const closed = clock.monotonic();
    await one.pollers.close();
    platform.send();
    await passing(() => contents.texts.length === 1);
    expect(pollsBy(platform, 'two')).toBeGreaterThan(0);
    expect(clock.monotonic() - closed).toBeLessThan(3 * HEARTBEAT);

    const third = await redisInstance(platform, prefix);
    third.pollers.follow('ann', 'three', null);
    const watching = contentsOf(third.events);
    two.die();
    platform.send();
    await passing(() => pollsBy(platform, 'three') > 0);
    await passing(() => watching.texts.length >= 2);
    expect(watching.texts).toEqual([1, 2]);
    const calls = pollsBy(platform, 'two');
    await passing(() => pollsBy(platform, 'three') > 5);
    expect(pollsBy(platform, 'two')).toBe(calls);
  });

  it('are nudged by another instance', async () => {
    const platform = new NotificationPlatform(clock);
    const prefix = randomUUID();
    const { pollers, events } = await redisInstance(platform, prefix);
    const slow = new NotificationPollers({
      clock,
      log: events.log,
      coordination: events.coordination,
      ownership: events.ownership,
      topicOf,
      list: platform.list,
      interval: HOUR,
      maxInterval: HOUR,
      budget: 1000,
      retention: DAY,
    });
    onTestFinished(() => slow.close());
    slow.follow('ann', 'token', null);
    const contents = contentsOf(events);
    await passing(async () => platform.calls.length > 0 && (await subscribers(server, prefix)) > 0);
    platform.send();
    pollers.pollNow('ann', 'ben');
    await passing(() => contents.texts.length === 1);
  });

  it('lose and repeat nothing when Redis is killed and comes back', async () => {
    const { platform, contents } = await pair();
    platform.sendMany(3);
    await passing(() => contents.texts.length === 3);
    await server.kill();
    platform.sendMany(3);
    await server.start();
    await passing(() => contents.texts.length >= 6);
    expect(contents.texts).toEqual(numbers(1, 6));
    expect(platform.mostRunning).toBe(1);
  });

  it('repeat nothing after a flush', async () => {
    const { platform, contents } = await pair();
    platform.sendMany(3);
    await passing(() => contents.texts.length === 3);
    // Both know the position: the standby has read it since.
    const calls = platform.calls.length;
    await passing(() => platform.calls.length > calls + 20);
    await server.command('FLUSHALL');
    platform.sendMany(3);
    await passing(() => contents.texts.includes(6));
    expect(contents.texts).toEqual([1, 2, 3, { gap: 'LOG_REPLACED' }, 4, 5, 6]);
  });

  it('leave no subscription and no claim in Redis when the last follower leaves', async () => {
    const platform = new NotificationPlatform(clock);
    const prefix = randomUUID();
    const { pollers } = await redisInstance(platform, prefix);
    const leave = pollers.follow('ann', 'token', null);
    await passing(
      async () => (await claims(server, prefix)).length === 1 && (await subscribers(server, prefix)) === 1,
    );
    leave();
    await passing(
      async () => (await claims(server, prefix)).length === 0 && (await subscribers(server, prefix)) === 0,
    );
  });
});

const isWritable = (events: Events): Promise<boolean> =>
  events.log.checkWritable(TOPIC).then(
    () => true,
    () => false,
  );

/** Number of subscriptions to a user's poller signals, on all instances. */
async function subscribers(server: RedisServer, prefix: string): Promise<number> {
  const channels = await server.command('PUBSUB', 'SHARDCHANNELS', `${prefix}:signal:*`);
  const [channel] = Array.isArray(channels) ? channels : [];
  if (channel === undefined) return 0;
  const counts = await server.command('PUBSUB', 'SHARDNUMSUB', String(channel));
  return Array.isArray(counts) ? Number(counts[1]) : 0;
}

async function claims(server: RedisServer, prefix: string): Promise<unknown[]> {
  const keys = await server.command('KEYS', `${prefix}:*:owner`);
  return Array.isArray(keys) ? keys : [];
}
