// @module-tag slow
// @module-tag redis-server
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NotificationPollers } from '../../src/domains/notification/poller/notification-pollers.ts';
import type { Events } from '../../src/events/events.ts';
import { type RedisEventsOptions, redisEvents } from '../../src/events/redis/events.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { countOf, type RedisServer, startRedis, startRedisCluster } from '../support/redis.ts';
import { strictBoundary } from '../support/strict-boundary.ts';
import { testRedis } from '../support/test-redis.ts';
import { UNSEALED } from '../support/unsealed.ts';
import { succeeds, until } from '../support/until.ts';

const INSTANCES = 2;
/** Commands per second and master of all instances, those inside scripts included. */
const CEILING = 15;
/** Commands that the ends of a measurement may cut: of each instance a renewal and a check, and what it takes to measure. */
const CUT = 15 * INSTANCES;
/** Milliseconds of a measurement: several renewals of leases and checks. */
const DURATION = FULL ? 20_000 : 4000;
/** Followed users, each with a stream on both instances. */
const USERS = FULL ? [60, 1000, 5000] : [20, 400];
/** Seconds in a row with little load, after which a measurement begins: instances that have just started notice each other within them. */
const CALM = 5;
/** Users that start to be followed at a time. */
const BATCH = 100;
const HOUR = 3_600_000;

const STORES = [
  ['one Redis', async () => [await startRedis()]],
  ['a Redis Cluster of 3 masters', async () => (await startRedisCluster()).nodes],
] as const;

describe.each(STORES.filter((_, index) => FULL || index === 0))(
  'an idle fleet on %s',
  { timeout: 300_000 },
  (store, start) => {
    let servers: readonly RedisServer[];
    beforeAll(async () => {
      servers = await start();
    }, 30_000);
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });

    it('costs Redis the same few commands for any number of followed users', async () => {
      const instances = Array.from({ length: INSTANCES }, () => startInstance(servers.map(({ url }) => url)));
      let followed = 0;
      for (const users of USERS) {
        while (followed < users) {
          const batch = Math.min(BATCH, users - followed);
          for (let number = followed; number < followed + batch; number += 1)
            for (const instance of instances) instance.follow(`user-${number}`);
          followed += batch;
          await until(() => instances.reduce((sum, { polling }) => sum + polling(), 0) === followed, {
            within: 60_000,
          });
        }
        await quiet(servers);
        const before = await commandsOf(servers);
        const startedAt = performance.now();
        await pause(DURATION);
        const commands = (await commandsOf(servers)) - before;
        const seconds = (performance.now() - startedAt) / 1000;
        note('idle Redis commands per second', { store, users, perSecond: commands / seconds });
        expect(commands).toBeLessThan(CEILING * servers.length * seconds + CUT);
        expect(commands).toBeGreaterThan(seconds);
      }
    });
  },
);

describe('a stream that opens for a user who is known', () => {
  const OPENED = 50;

  it('claims once, reads once, and stores nothing but its claim', async () => {
    const redis = await testRedis();
    const open = async (instance: ReturnType<typeof startInstance>) => {
      for (let number = 0; number < OPENED; number += 1) instance.follow(`user-${number}`);
      await until(() => instance.polled() === OPENED && instance.read() === OPENED);
    };
    const first = startInstance([redis.url], { interval: HOUR });
    await first.connected();
    await open(first);
    await until(async () => (await keysOf(redis, '*watermark*')) === OPENED);
    await first.stop();
    const second = startInstance([redis.url], { interval: HOUR, checkInterval: HOUR });
    // A claim before the connection is made is confirmed, and the user polled again.
    await second.connected();
    await redis.command('CONFIG', 'RESETSTAT');
    await open(second);
    // Scripts count with the commands in them: `get` is one of the claim, and the one for a pause of the platform.
    expect(await callsOf(redis)).toMatchObject({
      ssubscribe: 2 * OPENED,
      getex: OPENED,
      get: 2 * OPENED,
      set: OPENED,
      hmget: OPENED,
    });
  });
});

async function keysOf(redis: RedisServer, pattern: string): Promise<number> {
  const keys = await redis.command('KEYS', pattern);
  return Array.isArray(keys) ? keys.length : 0;
}

/** Calls since the last reset, by command. */
async function callsOf(redis: RedisServer): Promise<Record<string, number>> {
  const stats = String(await redis.command('INFO', 'commandstats'));
  const calls = [...stats.matchAll(/^cmdstat_(\S+):calls=(\d+)/gm)];
  return Object.fromEntries(calls.map(([, command = '', count]) => [command, Number(count)]));
}

/** An instance with a poller and a reader for each followed user. */
function startInstance(
  urls: readonly string[],
  { interval = 1000, ...options }: Partial<RedisEventsOptions> & { interval?: number } = {},
) {
  const counts = { polled: 0, read: 0 };
  const events: Events = redisEvents({
    clock: SYSTEM_CLOCK,
    seals: UNSEALED,
    ...options,
    urls,
    cluster: urls.length > 1,
    retention: { events: 86_400_000, entries: 10_000, bytes: 4_000_000, snapshots: null },
  });
  const pollers = new NotificationPollers({
    clock: SYSTEM_CLOCK,
    log: events.log,
    coordination: events.coordination,
    ownership: events.ownership,
    topicOf: (userId) => `notifications:${userId}`,
    list: async () => {
      counts.polled += 1;
      return { rows: [], sent: 0 };
    },
    interval,
    maxInterval: interval,
    budget: 100_000,
    retention: 86_400_000,
    now: () => SYSTEM_CLOCK.now(),
    share: () => 1,
    onPolled: () => {},
    observer: { called: () => {}, refreshed: () => {} },
    boundary: strictBoundary(),
    onError: () => {},
  });
  const ended = new AbortController();
  const stop = async () => {
    ended.abort();
    await pollers.close();
    await events.close();
  };
  onTestFinished(stop);
  return {
    stop,
    connected: () => until(() => succeeds(events.coordination.readValue('none'))),
    polled: () => counts.polled,
    read: () => counts.read,
    follow: (userId: string): void => {
      pollers.follow(userId, 'token', null);
      const reader = events.log.read(`notifications:${userId}`, 'now', ended.signal);
      void reader.next().then(() => {
        counts.read += 1;
        return reader.next();
      });
    },
    polling: () => pollers.states().polling,
  };
}

/** Waits until the load of starting is over: on a cluster, subscriptions may be made a few seconds after the claims. */
async function quiet(servers: readonly RedisServer[]): Promise<void> {
  let last = await commandsOf(servers);
  let calm = 0;
  await until(
    async () => {
      await pause(1000);
      const commands = await commandsOf(servers);
      calm = commands - last < 3 * CEILING * servers.length ? calm + 1 : 0;
      last = commands;
      return calm === CALM;
    },
    { within: 60_000 },
  );
}

const commandsOf = (servers: readonly RedisServer[]): Promise<number> =>
  countOf('total_commands_processed', servers);
