// @module-tag slow
// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Events } from '../../src/events/events.ts';
import { type EventLog, type EventReader, type Json, LogUnavailable } from '../../src/events/log.ts';
import { type RedisEventsOptions, redisEvents } from '../../src/events/redis/events.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { type RedisServer, type RedisServerOptions, startRedisCluster } from '../support/redis.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';
import { testRedis } from '../support/test-redis.ts';
import { UNSEALED } from '../support/unsealed.ts';
import { succeeds, until } from '../support/until.ts';
import { numbers, positionOf, takeBrief } from './reading.ts';

const TOPIC = 'notifications:ann';
const STREAM = `gateway:{${encodeURIComponent(TOPIC)}}:stream`;
const HEAD = `gateway:{${encodeURIComponent(TOPIC)}}:head`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds after which a command without a response fails: for what hangs. */
const HUNG = 10_000;
/** The same for tests in which Redis does not respond: no command between them may take as long. */
const UNANSWERED = 3000;

/** A gateway instance. */
async function instanceOn(
  urls: readonly string[],
  options: Partial<RedisEventsOptions> = {},
): Promise<Events> {
  const events = redisEvents({
    clock: SYSTEM_CLOCK,
    urls,
    cluster: urls.length > 1,
    retention: { events: DAY, entries: 10_000, bytes: 4_000_000, snapshots: null },
    timeout: HUNG,
    heartbeat: 200,
    seals: UNSEALED,
    // Checks are off: everything a test observes is signaled, due, or read on a new connection.
    checkInterval: DAY,
    ...options,
  });
  onTestFinished(events.close);
  await until(() => succeeds(events.log.checkWritable(TOPIC)));
  return events;
}

/** An instance on a server of its own. */
async function newInstance(options?: RedisServerOptions): Promise<Events & { server: RedisServer }> {
  const server = await testRedis(options);
  return { ...(await instanceOn([server.url])), server };
}

/** A server of their own with two instances, the second of them with a reader. */
async function newPair(options?: RedisServerOptions) {
  const server = await testRedis(options);
  const [writer, listener] = [await instanceOn([server.url]), await instanceOn([server.url])];
  return { server, writer, listener, reader: await readerOf(listener.log) };
}

/** Is retried for as long as it takes. */
const append = (log: EventLog, payload: Json, timeout = Number.POSITIVE_INFINITY) =>
  log.append(TOPIC, { kind: 'message', payload }, { timeout });

async function appendAll(log: EventLog, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) await append(log, number);
}

const readerOf = async (log: EventLog): Promise<EventReader> => {
  const reader = log.read(TOPIC, 'now');
  await positionOf(reader);
  return reader;
};

const subscriptions = async (server: RedisServer): Promise<number> => {
  const channels = await server.command('PUBSUB', 'SHARDCHANNELS');
  return Array.isArray(channels) ? channels.length : -1;
};

const clientsOf = async (server: RedisServer): Promise<number> =>
  // Minus the connection that runs this command.
  String(await server.command('CLIENT', 'LIST'))
    .trim()
    .split('\n').length - 1;

const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('readers lose, repeat and reorder nothing', () => {
  it('when Redis is paused for longer than the command timeout while appends are retried', async () => {
    const server = await testRedis();
    const [writer, listener] = [
      await instanceOn([server.url], { timeout: UNANSWERED }),
      await instanceOn([server.url], { timeout: UNANSWERED }),
    ];
    const reader = await readerOf(listener.log);
    await appendAll(writer.log, 1, 3);
    server.pause();
    const writing = Promise.all(numbers(4, 8).map((number) => append(writer.log, number)));
    expect(await failureOf(append(listener.log, 'given up', 0))).toMatchObject({ outcome: 'unknown' });
    server.resume();
    await writing;
    await append(writer.log, 'last');
    const items: Json[] = [];
    while (items.at(-1) !== 'last') items.push(...(await takeBrief(reader, 1)));
    // An abandoned append may arrive or not: its outcome is unknown. Nothing arrives twice.
    const others = items.filter((item) => item !== 'given up');
    expect(others.slice(0, 3)).toEqual([1, 2, 3]);
    expect(others.slice(3, 8).toSorted()).toEqual(numbers(4, 8));
    expect(others.length).toBe(9);
    expect(items.length - others.length).toBeLessThanOrEqual(1);
  });

  it('when its Redis sockets go silent permanently', async () => {
    const server = await testRedis();
    const proxy = await startRedisProxy(server.port);
    onTestFinished(proxy.close);
    const writer = await instanceOn([server.url]);
    const listener = await instanceOn([proxy.url], { timeout: UNANSWERED });
    const reader = await readerOf(listener.log);
    await append(writer.log, 1);
    expect(await takeBrief(reader, 1)).toEqual([1]);
    proxy.silence();
    await appendAll(writer.log, 2, 5);
    expect(await takeBrief(reader, 4)).toEqual([2, 3, 4, 5]);
    expect(await append(listener.log, 6)).toMatchObject({ status: 'appended' });
  });

  it('when the address of Redis leads to another server while old connections stay open', async () => {
    const [former, current] = [await testRedis(), await testRedis()];
    const address = await startRedisProxy(former.port);
    onTestFinished(() => address.close());
    const listener = await instanceOn([address.url]);
    const reader = await readerOf(listener.log);
    await append(listener.log, 1);
    expect(await takeBrief(reader, 1)).toEqual([1]);
    // A new master takes over the address; only the connection for commands is closed.
    await current.command('REPLICAOF', '127.0.0.1', former.port);
    await until(async () => String(await current.command('INFO', 'replication')).includes('link_status:up'));
    await current.command('REPLICAOF', 'NO', 'ONE');
    address.leadTo(current.port);
    await former.command('CLIENT', 'KILL', 'TYPE', 'normal');
    const writer = await instanceOn([current.url]);
    await append(writer.log, 2);
    expect(await takeBrief(reader, 1)).toEqual([2]);
    await until(async () => (await subscriptions(current)) > 0 && (await subscriptions(former)) === 0);
    await append(writer.log, 3);
    expect(await takeBrief(reader, 1)).toEqual([3]);
  });

  it('when a cluster kills all connections and moves the topic to another master', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(cluster.stop);
    const [writer, listener] = [await instanceOn(cluster.urls), await instanceOn(cluster.urls)];
    const reader = await readerOf(listener.log);
    const reading = takeBrief(reader, 60);
    for (let round = 0; round < 3; round++) {
      const writing = appendAll(writer.log, round * 10 + 1, round * 10 + 10);
      await Promise.all(cluster.nodes.map((node) => node.command('CLIENT', 'KILL', 'TYPE', 'normal')));
      await Promise.all(cluster.nodes.map((node) => node.command('CLIENT', 'KILL', 'TYPE', 'pubsub')));
      await writing;
    }
    const writing = appendAll(writer.log, 31, 50);
    await moveSlot(cluster.nodes);
    await writing;
    await appendAll(writer.log, 51, 60);
    expect(await reading).toEqual(numbers(1, 60));
  });
});

describe('a loss is reported as a gap', () => {
  it('after FLUSHALL, to open and to resuming readers', async () => {
    const { server, log } = await newInstance();
    const live = await readerOf(log);
    await appendAll(log, 1, 3);
    expect(await takeBrief(live, 3)).toEqual([1, 2, 3]);
    const position = await positionOf(log.read(TOPIC, 'now'));
    await server.command('FLUSHALL');
    await appendAll(log, 4, 5);
    expect(await takeBrief(live, 3)).toEqual(['LOG_REPLACED', 4, 5]);
    expect(await takeBrief(log.read(TOPIC, position), 4)).toEqual(['position', 'LOG_REPLACED', 4, 5]);
  });

  it('to a reader that started before the first event', async () => {
    const { server, log } = await newInstance();
    const position = await positionOf(log.read(TOPIC, 'now'));
    await server.command('FLUSHALL');
    await append(log, 1);
    expect(await takeBrief(log.read(TOPIC, position), 3)).toEqual(['position', 'LOG_REPLACED', 1]);
  });

  it('after Redis restarted without its newest entries and reused their numbers', async () => {
    const { server, log } = await newInstance({ dbfilename: 'dump.rdb' });
    const live = await readerOf(log);
    await appendAll(log, 1, 5);
    await server.command('SAVE');
    await appendAll(log, 6, 8);
    expect(await takeBrief(live, 8)).toEqual(numbers(1, 8));
    const position = await positionOf(log.read(TOPIC, 'now'));
    await server.kill();
    await server.start();
    await appendAll(log, 11, 14);
    // The instance also marks the loss in the log, for readers that were behind: a reader that already got the gap gets
    // another one if the mark comes later.
    const [first, ...others] = await takeBrief(live, 5);
    const items = others.includes('LOG_REPLACED') ? [...others, ...(await takeBrief(live, 1))] : others;
    expect([first, items.filter((item) => item !== 'LOG_REPLACED')]).toEqual([
      'LOG_REPLACED',
      numbers(11, 14),
    ]);
    expect(items.filter((item) => item === 'LOG_REPLACED').length).toBeLessThanOrEqual(1);
    expect(await takeBrief(log.read(TOPIC, position), 6)).toEqual([
      'position',
      'LOG_REPLACED',
      ...numbers(11, 14),
    ]);
  });

  it('to a reader that had not read the lost entries', async () => {
    const { server, log } = await newInstance({ dbfilename: 'dump.rdb' });
    await appendAll(log, 1, 5);
    await server.command('SAVE');
    const position = await positionOf(log.read(TOPIC, 'now'));
    await appendAll(log, 6, 8);
    await server.kill();
    await server.start();
    await appendAll(log, 9, 10);
    const items = await takeBrief(log.read(TOPIC, position), 4);
    expect(items.toSorted()).toEqual([10, 9, 'LOG_REPLACED', 'position']);
  });

  it('when only a resuming reader had read the lost entries', async () => {
    const server = await testRedis({ dbfilename: 'dump.rdb' });
    const before = await instanceOn([server.url]);
    await appendAll(before.log, 1, 5);
    await server.command('SAVE');
    const behind = await positionOf(before.log.read(TOPIC, 'now'));
    await appendAll(before.log, 6, 8);
    const ahead = await positionOf(before.log.read(TOPIC, 'now'));
    await before.close();
    await server.kill();
    await server.start();
    const { log } = await instanceOn([server.url]);
    const reader = log.read(TOPIC, behind);
    expect(await positionOf(reader)).toEqual(behind);
    expect(await takeBrief(log.read(TOPIC, ahead), 2)).toEqual(['position', 'LOG_REPLACED']);
    expect(await takeBrief(reader, 1)).toEqual(['LOG_REPLACED']);
  });

  it('after entries were deleted manually', async () => {
    const { server, log } = await newInstance();
    const start = await positionOf(log.read(TOPIC, 'now'));
    await appendAll(log, 1, 6);
    await server.command('XTRIM', STREAM, 'MAXLEN', 3);
    expect(await takeBrief(log.read(TOPIC, start), 5)).toEqual(['position', 'TRIMMED', 4, 5, 6]);
    await server.command('DEL', STREAM);
    const reader = log.read(TOPIC, start);
    expect(await takeBrief(reader, 2)).toEqual(['position', 'TRIMMED']);
    await append(log, 7);
    expect(await takeBrief(reader, 1)).toEqual([7]);
    await server.command('DEL', HEAD);
    await append(log, 8);
    expect(await takeBrief(reader, 2)).toEqual(['LOG_REPLACED', 8]);
  });

  it('for an event that could not be appended, once the log recovers', async () => {
    const { server, writer, reader } = await newPair();
    await server.kill();
    expect(await failureOf(append(writer.log, 'lost', 100))).toBeInstanceOf(LogUnavailable);
    writer.log.recordLoss(TOPIC);
    writer.log.recordLoss(TOPIC);
    await server.start();
    const items = await takeBrief(reader, 2);
    expect(items).toEqual(['LOG_REPLACED', 'UPSTREAM_INCOMPLETE']);
  });
});

describe('an announced event', () => {
  const ANNOUNCED = `gateway:{${encodeURIComponent(TOPIC)}}:announced`;
  /** The channel of the topic's readers. */
  const APPENDED = `gateway:{${encodeURIComponent(TOPIC)}}:appended`;
  /** Lets the announcement become overdue in so many milliseconds, by the clock of Redis. */
  const becomeOverdue = async (server: RedisServer, left = 0): Promise<void> => {
    const [announcement = ''] = (await server.command('ZRANGE', ANNOUNCED, 0, -1)) as string[];
    const [seconds] = (await server.command('TIME')) as string[];
    await server.command('ZADD', ANNOUNCED, 1000 * Number(seconds) + left, announcement);
  };

  it('is reported as lost, once, when its writer dies', async () => {
    const server = await testRedis();
    const writer = await instanceOn([server.url]);
    const listeners = [await instanceOn([server.url]), await instanceOn([server.url])];
    const start = await positionOf(writer.log.read(TOPIC, 'now'));
    const readers = await Promise.all(listeners.map(({ log }) => readerOf(log)));
    await append(writer.log, 1);
    await writer.log.announce(TOPIC, 200);
    await writer.close();
    await becomeOverdue(server);
    for (const reader of readers) expect(await takeBrief(reader, 2)).toEqual([1, 'UPSTREAM_INCOMPLETE']);
    await until(async () => (await server.command('EXISTS', ANNOUNCED)) === 0);
    const [one] = listeners;
    if (!one) throw new Error('no listener');
    await append(one.log, 2);
    for (const reader of readers) expect(await takeBrief(reader, 1)).toEqual([2]);
    expect(await takeBrief(one.log.read(TOPIC, start), 4)).toEqual(['position', 1, 'UPSTREAM_INCOMPLETE', 2]);
  });

  it('is reported as lost to a reader that began after the announcement, on a topic that is idle', async () => {
    const server = await testRedis();
    const writer = await instanceOn([server.url]);
    const listener = await instanceOn([server.url]);
    await append(writer.log, 1);
    await writer.log.announce(TOPIC, HOUR);
    await writer.close();
    // The reader learns with its first page when to look again.
    await becomeOverdue(server, 2000);
    const reader = await readerOf(listener.log);
    expect(await takeBrief(reader, 1)).toEqual(['UPSTREAM_INCOMPLETE']);
  });

  it('that was settled costs its readers one read when it would have been due, and no gap', async () => {
    const { server, writer, reader } = await newPair();
    const next = takeBrief(reader, 2);
    const announcement = await writer.log.announce(TOPIC, MINUTE);
    await append(writer.log, 1);
    announcement.settle();
    await until(async () => (await server.command('EXISTS', ANNOUNCED)) === 0);
    const reads = async (): Promise<number> =>
      Number(/cmdstat_hmget:calls=(\d+)/.exec(String(await server.command('INFO', 'commandstats')))?.[1]);
    const before = await reads();
    // As it was announced, but sooner.
    await server.command('SPUBLISH', APPENDED, 'due 100');
    await until(async () => (await reads()) > before);
    expect(await reads()).toBe(before + 1);
    await append(writer.log, 2);
    expect(await next).toEqual([1, 2]);
  });

  it('is reported as lost when Redis was down and its writer did not see it recover', async () => {
    const { server, writer, reader } = await newPair({ appendonly: 'yes', appendfsync: 'always' });
    const announcement = await writer.log.announce(TOPIC, 100);
    await server.kill();
    announcement.lose('store');
    await writer.close();
    await server.start();
    await becomeOverdue(server);
    expect(await takeBrief(reader, 1)).toEqual(['UPSTREAM_INCOMPLETE']);
  });

  it('is reported as lost before the next event, while its writer is cut off, and not again afterwards', async () => {
    const server = await testRedis();
    const proxy = await startRedisProxy(server.port);
    onTestFinished(() => proxy.close());
    const [writer, other] = [await instanceOn([proxy.url]), await instanceOn([server.url])];
    const start = await positionOf(other.log.read(TOPIC, 'now'));
    const announcements = [await writer.log.announce(TOPIC, 0), await writer.log.announce(TOPIC, 0)];
    const later = await writer.log.announce(TOPIC, HOUR);
    proxy.cut();
    for (const { lose } of announcements) lose('store');
    await append(other.log, 1);
    expect(await server.command('ZCARD', ANNOUNCED)).toBe(1);
    proxy.restore();
    await writer.log.append(TOPIC, { kind: 'message', payload: 2 }, { until: later.until, timeout: HOUR });
    await append(writer.log, 3);
    const received = await takeBrief(other.log.read(TOPIC, start), 5);
    expect(received).toEqual(['position', 'UPSTREAM_INCOMPLETE', 1, 2, 3]);
    // One mark for each, of which the reader makes one gap.
    expect(await server.command('XLEN', STREAM)).toBe(5);
  });

  it('is refused once its time is over, because later events may have come before it', async () => {
    const { server, log } = await newInstance();
    const { until: end } = await log.announce(TOPIC, 0);
    const late = log.append(TOPIC, { kind: 'message', payload: 1 }, { until: end, timeout: HOUR });
    expect(await failureOf(late)).toMatchObject({ reason: 'unreachable', outcome: 'refused' });
    expect(await server.command('EXISTS', STREAM)).toBe(0);
  });
});

describe('a topic that nobody reads', () => {
  const key = (name: string) => `gateway:{${encodeURIComponent(TOPIC)}}:${name}`;
  const timeLeft = async (server: RedisServer, ...names: string[]): Promise<number[]> =>
    Promise.all(names.map(async (name) => Number(await server.command('PTTL', key(name)))));
  const exists = (server: RedisServer, ...names: string[]) => server.command('EXISTS', ...names.map(key));

  it('retains nothing of an announcement that led to nothing, and an unsettled one for minutes', async () => {
    const { server, log } = await newInstance();
    const settled = await log.announce(TOPIC, 1000);
    const [announced = 0] = await timeLeft(server, 'announced');
    expect(announced).toBeGreaterThan(MINUTE);
    expect(announced).toBeLessThan(15 * MINUTE);
    settled.settle();
    await until(async () => (await exists(server, 'announced', 'head', 'stream')) === 0);
  });

  it('retains a loss for minutes, however often there is one, and an event as long as the event itself, until a reader comes', async () => {
    const { server, log } = await newInstance();
    for (const entries of [1, 2]) {
      (await log.announce(TOPIC, HOUR)).lose('store');
      await until(async () => (await server.command('XLEN', key('stream'))) === entries);
      for (const left of await timeLeft(server, 'head', 'stream')) {
        expect(left).toBeGreaterThan(MINUTE);
        expect(left).toBeLessThan(15 * MINUTE);
      }
    }
    await append(log, 1);
    const [unread = 0, stream = 0] = await timeLeft(server, 'head', 'stream');
    expect(unread).toBeGreaterThan(HOUR);
    expect(Math.abs(unread - stream)).toBeLessThan(MINUTE);
    await log.head(TOPIC);
    await append(log, 2);
    const [read = 0] = await timeLeft(server, 'head');
    expect(read).toBeGreaterThan(29 * DAY);
  });

  it('has an identity for a day once somebody has read it, and then retains losses', async () => {
    const { server, log } = await newInstance();
    await log.announce(TOPIC, HOUR);
    const start = await positionOf(log.read(TOPIC, 'now'));
    const [head = 0, announced = 0] = await timeLeft(server, 'head', 'announced');
    for (const left of [head, announced]) {
      expect(left).toBeGreaterThan(23 * HOUR);
      expect(left).toBeLessThan(25 * HOUR);
    }
    (await log.announce(TOPIC, HOUR)).lose('store');
    expect(await takeBrief(log.read(TOPIC, start), 2)).toEqual(['position', 'UPSTREAM_INCOMPLETE']);
    for (const left of await timeLeft(server, 'head', 'stream')) expect(left).toBeGreaterThan(HOUR);
  });
});

describe('an unwritable log reports why', () => {
  const refusals = async (log: EventLog): Promise<unknown[]> =>
    Promise.all([
      failureOf(log.checkWritable(TOPIC)),
      failureOf(append(log, 'refused', 0)),
      failureOf(log.announce(TOPIC, 1000, 0.5)),
    ]);

  it('when Redis is out of memory, while readers continue', async () => {
    const { server, log } = await newInstance({ 'maxmemory-policy': 'noeviction' });
    const start = await positionOf(log.read(TOPIC, 'now'));
    await append(log, 1);
    await server.command('CONFIG', 'SET', 'maxmemory', 1);
    for (const refusal of await refusals(log))
      expect(refusal).toMatchObject({ reason: 'out-of-memory', outcome: 'refused' });
    const reader = log.read(TOPIC, start);
    expect(await takeBrief(reader, 2)).toEqual(['position', 1]);
    const newcomer = log.read('nobody wrote here yet', 'now');
    expect(await positionOf(newcomer)).toMatchObject({ epoch: '', sequence: 0 });
    log.recordLoss(TOPIC);
    await server.command('CONFIG', 'SET', 'maxmemory', 0);
    await append(log, 2);
    expect((await takeBrief(reader, 2)).toSorted()).toEqual([2, 'UPSTREAM_INCOMPLETE']);
    await newcomer.return();
  });

  it('when Redis is a read-only replica', async () => {
    const { server, log } = await newInstance();
    await append(log, 1);
    await server.command('REPLICAOF', '127.0.0.1', 1);
    for (const refusal of await refusals(log))
      expect(refusal).toMatchObject({ reason: 'read-only', outcome: 'refused' });
    expect(await takeBrief(log.read(TOPIC, 'unverified'), 3)).toEqual(['position', 'CURSOR_UNKNOWN', 1]);
    await server.command('REPLICAOF', 'NO', 'ONE');
    expect(await append(log, 2)).toMatchObject({ status: 'appended' });
  });

  it('immediately when Redis is down', async () => {
    const { server, log, coordination } = await newInstance();
    await server.kill();
    await failureOf(log.checkWritable(TOPIC));
    for (const refusal of await refusals(log)) expect(refusal).toMatchObject({ reason: 'unreachable' });
    expect(await failureOf(coordination.readValue('key'))).toBeInstanceOf(LogUnavailable);
    expect(await coordination.signal('channel', 'lost')).toBe(false);
  });

  it('and accepts writes again after its scripts were flushed', async () => {
    const { server, log } = await newInstance();
    const start = await positionOf(log.read(TOPIC, 'now'));
    await append(log, 1);
    await server.command('SCRIPT', 'FLUSH');
    await append(log, 2);
    expect(await takeBrief(log.read(TOPIC, start), 3)).toEqual(['position', 1, 2]);
  });
});

describe('cleanup', () => {
  it('unsubscribes with the last reader of a shared subscription, and leaves nothing behind', async () => {
    const { server, ...events } = await newInstance();
    await append(events.log, 0);
    for (let round = 0; round < 3; round++) {
      const readers = await Promise.all(numbers(1, 30).map(() => readerOf(events.log)));
      const others = numbers(1, 30).map((number) => events.log.read(`other topic ${number}`, 'now'));
      await Promise.all(others.map(positionOf));
      await until(async () => (await subscriptions(server)) === 31);
      // One command connection and one subscription connection.
      expect(await clientsOf(server)).toBe(2);
      await append(events.log, round);
      for (const reader of readers) expect(await takeBrief(reader, 1)).toEqual([round]);
      await Promise.all([...readers, ...others].map((reader) => reader.return()));
      await until(async () => (await subscriptions(server)) === 0);
    }
    await events.close();
    await until(async () => (await clientsOf(server)) === 0);
  });

  it('leaves nothing behind when readers come and go faster than subscriptions do', async () => {
    const { server, ...events } = await newInstance();
    for (let round = 0; round < 200; round++) {
      const reader = events.log.read(TOPIC, 'now');
      const position = reader.next();
      if (round % 3 === 0) await position;
      await reader.return();
    }
    const last = await readerOf(events.log);
    await append(events.log, randomUUID());
    expect(await takeBrief(last, 1)).toHaveLength(1);
    await last.return();
    await until(async () => (await subscriptions(server)) === 0);
  });
});

/** Moves the topic's hash slot to another master as an operator would: step by step, under traffic. */
async function moveSlot(nodes: readonly RedisServer[]): Promise<void> {
  const slot = Number(await nodes[0]?.command('CLUSTER', 'KEYSLOT', STREAM));
  const ids = await Promise.all(nodes.map(async (node) => String(await node.command('CLUSTER', 'MYID'))));
  const keyCounts = await Promise.all(
    nodes.map(async (node) => Number(await node.command('CLUSTER', 'COUNTKEYSINSLOT', slot))),
  );
  const from = keyCounts.findIndex((count) => count > 0);
  const to = (from + 1) % nodes.length;
  const [source, target] = [nodes[from], nodes[to]];
  if (!source || !target) throw new Error('no master has the topic');
  await target.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ids[from] ?? '');
  await source.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', ids[to] ?? '');
  for (;;) {
    const keys = await source.command('CLUSTER', 'GETKEYSINSLOT', slot, 100);
    if (!Array.isArray(keys) || keys.length === 0) break;
    await source.command('MIGRATE', '127.0.0.1', target.port, '', 0, 5000, 'KEYS', ...keys.map(String));
  }
  for (const node of [target, source, ...nodes])
    await node.command('CLUSTER', 'SETSLOT', slot, 'NODE', ids[to] ?? '');
}
