// @module-tag slow
// @module-tag redis-server
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { FULL, note } from '../support/fleet-form.ts';
import {
  callCounter,
  hasReached,
  newTraffic,
  openReceivers,
  type Receiver,
} from '../support/fleet-traffic.ts';
import { type RedisServer, startRedis, until } from '../support/redis.ts';

const [BEFORE, MISSED, ALL] = FULL ? [30, 60, 100] : [5, 10, 15];
const CLIENTS = FULL ? 8 : 4;

/** A receiver that misses events gets a gap, on the stream that they would have arrived on. */
describe('events lost by Redis are reported as a gap', { timeout: 120_000 }, () => {
  let fleet: Fleet;
  const endings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    fleet = await startFleet();
  });
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });
  afterAll(() => fleet.close());

  const begin = async (name: string, user: number) => {
    const { userId } = fleet.sandbox.school.users[user] ?? { userId: 'u-ana' };
    const traffic = newTraffic(fleet, name, userId);
    const receivers = await openReceivers(fleet, traffic.credentials, CLIENTS);
    endings.push(async () => {
      for (const receiver of receivers) receiver.stop();
    });
    const marks = (number: number) => new Map(traffic.sources.map((source) => [source.name, number]));
    await traffic.sendTo(BEFORE);
    await until(() => hasReached(receivers, marks(BEFORE)), { within: 30_000 });
    return { traffic, receivers, marks };
  };
  /** Half of the clients are offline while the events to be lost arrive; the others receive them. */
  const split = (receivers: readonly Receiver[]) => ({
    offline: receivers.filter((_, index) => index % 2 === 0),
    online: receivers.filter((_, index) => index % 2 === 1),
  });

  const losses: readonly [string, (replica: RedisServer) => Promise<void>][] = [
    [
      'FLUSHALL',
      async () => {
        await fleet.redis.command('FLUSHALL');
      },
    ],
    [
      'a failover to a lagging replica',
      async (replica: RedisServer) => {
        fleet.leadTo(replica);
      },
    ],
  ];
  it.each(FULL ? losses : losses.slice(-1))('after %s', async (name, lose) => {
    const replica = await startRedis();
    endings.push(async () => {
      fleet.leadTo(fleet.redis);
      await replica.stop();
    });
    const number = name === 'FLUSHALL' ? 1 : 2;
    const { traffic, receivers, marks } = await begin(`gap${number}`, number);
    await follow(replica, fleet.redis);
    await replica.command('REPLICAOF', 'NO', 'ONE');
    const { offline, online } = split(receivers);
    for (const receiver of offline) receiver.leave();
    await traffic.sendTo(MISSED);
    await until(() => hasReached(online, marks(MISSED)), { within: 30_000 });
    await lose(replica);
    const recoveredAt = performance.now();
    for (const receiver of offline) receiver.comeBack();
    await traffic.sendTo(ALL);
    await until(() => hasReached(receivers, marks(ALL)), { within: 60_000 });
    // If the next event is appended by an instance that missed the lost ones, the other instance marks the gap later.
    const isReported = () => receivers.every(({ silences }) => silences.length === 0);
    await until(isReported, { within: 20_000 }).catch(() => {});
    const recovery = Math.round(performance.now() - recoveredAt);
    const result = callCounter(receivers, traffic.sources);
    const gaps = receivers.map(({ gapsByLine }) => gapsByLine);
    note(name, { ...result, recovery, gaps, silences: receivers.flatMap(({ silences }) => silences) });
    expect(result).toMatchObject({ duplicated: 0, outOfOrder: 0 });
    expect(callCounter(online, traffic.sources).lost).toBe(0);
    for (const { silences } of receivers) expect(silences).toEqual([]);
  });
});

/** Makes a server a replica of another, and waits until it has caught up. */
async function follow(replica: RedisServer, master: RedisServer): Promise<void> {
  await replica.command('REPLICAOF', '127.0.0.1', master.port);
  await until(async () => {
    const info = String(await master.command('INFO', 'replication'));
    const [, offset] = /master_repl_offset:(\d+)/.exec(info) ?? [];
    return info.includes(`offset=${offset},`) && info.includes('state=online');
  });
}
