// @module-tag slow
// @module-tag redis-server
import { describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import {
  callCounter,
  hasReached,
  newTraffic,
  openReceivers,
  type Receiver,
  startQueries,
} from '../support/fleet-traffic.ts';
import { freePort, startRedis, until } from '../support/redis.ts';
import { forSuite } from '../support/suite.ts';

/** A fault, from start to end. */
interface Case {
  name: string;
  /** Included in the short form. */
  short?: true;
  /** Queries time out meanwhile. */
  stalls?: true;
  run(fleet: Fleet, receivers: readonly Receiver[]): Promise<void>;
}

const OUTAGE = FULL ? 5000 : 1000;

const CASES: readonly Case[] = [
  {
    name: 'Redis is killed and restarts from its append-only file',
    short: true,
    run: async ({ redis }) => {
      await redis.kill();
      await redis.start();
    },
  },
  {
    name: 'all connections to Redis are killed ten times',
    run: async ({ redis }) => {
      for (let round = 0; round < 10; round += 1) {
        await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
        await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await pause(200);
      }
    },
  },
  {
    name: 'Redis is paused for 3 s',
    run: async ({ redis }) => {
      redis.pause();
      await pause(3000);
      redis.resume();
    },
  },
  {
    name: 'Redis is down for a while',
    run: async ({ redis }) => {
      await redis.kill();
      await pause(OUTAGE);
      await redis.start();
    },
  },
  {
    name: 'one instance is partitioned from Redis for a while',
    short: true,
    run: ({ instances: [{ proxy }] }) => cutOff([proxy]),
  },
  {
    name: 'both instances are partitioned from Redis for a while',
    run: ({ instances }) => cutOff(instances.map(({ proxy }) => proxy)),
  },
  {
    name: 'traffic between one instance and Redis stalls for a while',
    run: async ({ instances: [{ proxy }] }) => {
      proxy.stall();
      await pause(OUTAGE);
      proxy.restore();
    },
  },
  {
    name: 'the sockets to Redis go silent permanently',
    run: async ({ silence }) => silence(),
  },
  {
    name: 'an instance is killed and its clients move to the other',
    short: true,
    run: async ({ instances: [one] }) => one.kill(),
  },
  {
    name: 'each instance in turn is suspended for longer than its claims last, and continues',
    stalls: true,
    run: async ({ instances }) => {
      for (const instance of instances) {
        instance.pause();
        await pause(10_000);
        instance.resume();
      }
    },
  },
  {
    name: 'Redis loses every claim and every sign of life, twice',
    run: async ({ redis }) => {
      for (let round = 0; round < 2; round += 1) {
        for (const pattern of ['gateway:*:owner', 'gateway:instances:*']) {
          const keys = (await redis.command('KEYS', pattern)) as string[];
          if (keys.length > 0) await redis.command('DEL', ...keys);
        }
        await pause(1000);
      }
    },
  },
  {
    name: 'a claim of an instance that no longer knows of it comes back',
    run: async ({ redis }) => {
      for (const key of (await redis.command('KEYS', 'gateway:*:owner')) as string[]) {
        const [instance] = String(await redis.command('GET', key)).split(' ');
        await redis.command('SET', key, `${instance} 0`);
      }
    },
  },
  {
    name: 'the instances are restarted one by one',
    run: async ({ instances }) => {
      for (const instance of instances) {
        await instance.terminate();
        await instance.start();
      }
    },
  },
  {
    name: 'Redis is out of memory',
    run: async ({ redis }) => {
      await redis.command('CONFIG', 'SET', 'maxmemory', 1);
      await pause(OUTAGE);
      await redis.command('CONFIG', 'SET', 'maxmemory', 0);
    },
  },
  {
    name: 'Redis is read-only',
    run: async ({ redis }) => {
      await redis.command('REPLICAOF', '127.0.0.1', await freePort());
      await pause(OUTAGE);
      await redis.command('REPLICAOF', 'NO', 'ONE');
    },
  },
  {
    name: 'Redis denies the gateway its commands',
    run: async ({ redis }) => {
      await redis.command('ACL', 'SETUSER', 'default', '-evalsha', '-set', '-get', '-ssubscribe');
      await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await pause(OUTAGE);
      await redis.command('ACL', 'SETUSER', 'default', '+@all');
    },
  },
  {
    name: 'Redis fails over to a replica',
    run: async ({ redis, leadTo }) => {
      const replica = await startRedis({ appendonly: 'yes' });
      await replica.command('REPLICAOF', '127.0.0.1', redis.port);
      await until(async () =>
        /slave0:.*state=online/.test(String(await redis.command('INFO', 'replication'))),
      );
      await redis.command('FAILOVER', 'TO', '127.0.0.1', replica.port);
      await until(async () => String(await replica.command('INFO', 'replication')).includes('role:master'));
      leadTo(replica);
      // Fail back, so that the next case starts from the original primary.
      await until(async () =>
        /slave0:.*state=online/.test(String(await replica.command('INFO', 'replication'))),
      );
      await replica.command('FAILOVER', 'TO', '127.0.0.1', redis.port);
      await until(async () => String(await redis.command('INFO', 'replication')).includes('role:master'));
      leadTo(redis);
      await replica.stop();
    },
  },
  {
    name: 'every client is disconnected 8 times',
    run: async (_fleet, receivers) => {
      for (let round = 0; round < 8; round += 1) {
        for (const receiver of receivers) receiver.reset();
        await pause(300);
      }
    },
  },
];

async function cutOff(proxies: readonly { cut(): void; restore(): void }[]): Promise<void> {
  for (const proxy of proxies) proxy.cut();
  await pause(OUTAGE);
  for (const proxy of proxies) proxy.restore();
}

/** Events per source: before the fault, after it, and in total, unless the fault takes more. */
const [BEFORE, AFTER, ALL] = FULL ? [20, 20, 100] : [5, 5, 25];
/** Milliseconds between two events of a source during the fault. */
const DURING_PACE = 80;
const CLIENTS = FULL ? 8 : 4;

describe('nothing is lost, duplicated or reordered when', { timeout: 180_000 }, () => {
  const fleet = forSuite(startFleet);

  const cases = CASES.filter(({ short }) => FULL || short);
  it.each(cases.map((fault, number) => [fault.name, fault, number] as const))(
    '%s',
    async (name, fault, number) => {
      for (const instance of fleet.instances) if (!instance.isUp) await instance.start();
      const { userId } = fleet.sandbox.school.users[number] ?? { userId: 'u-ana' };
      const traffic = newTraffic(fleet, `case${number}`, userId);
      const receivers = await openReceivers(fleet, traffic.credentials, CLIENTS);
      const reads = startQueries(fleet);
      await traffic.sendTo(BEFORE);
      // Events are sent from before the fault until after it, however long it lasts.
      let hasEnded = false;
      const sending = traffic.sendWhile(() => !hasEnded, DURING_PACE);
      await fault.run(fleet, receivers);
      hasEnded = true;
      const endedAt = performance.now();
      // A source may be sending one event now; the one after it is sent after the fault.
      const sentThrough = traffic.sources.map(({ sent }) => sent - BEFORE);
      const marks = new Map(traffic.sources.map(({ name, sent }) => [name, sent + 2]));
      const last = Math.max(ALL, ...traffic.sources.map(({ sent }) => sent + AFTER));
      const finishing = sending.then(() => traffic.sendTo(last));
      const waits = await Promise.all(
        [...marks].map(async ([source, number]) => {
          await until(() => hasReached(receivers, new Map([[source, number]])), { within: 60_000 });
          return Math.round(performance.now() - endedAt);
        }),
      );
      const recovery = Math.max(...waits);
      await finishing;
      const ends = new Map(traffic.sources.map((source) => [source.name, last]));
      await until(() => hasReached(receivers, ends), { within: 60_000 }).catch(() => {});
      await reads.stop();
      for (const receiver of receivers) receiver.stop();
      const result = callCounter(receivers, traffic.sources);
      note(name, {
        ...result,
        gaps: receivers.flatMap(({ gaps }) => gaps),
        recovery: waits,
        sentThrough,
        events: 3 * last,
        retries: traffic.retries,
        connections: receivers.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.connections, 0),
        errors: [
          ...new Set(
            receivers.flatMap(({ lines }) =>
              lines.flatMap(({ errors }) => errors.map(({ message }) => message)),
            ),
          ),
        ],
        sent: reads.sent,
        slowest: Math.round(reads.slowest),
      });
      expect(result).toEqual({ lost: 0, duplicated: 0, outOfOrder: 0 });
      expect(receivers.flatMap(({ gaps }) => gaps)).toEqual([]);
      if (!fault.stalls) expect(reads.failures).toEqual([]);
      expect(recovery).toBeLessThan(10_000);
    },
  );
});
