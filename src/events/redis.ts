import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CancelSignal, pauseUntil } from '../graph/cancellation.ts';
import { type Events, identityRetention, type Retention } from './events.ts';
import {
  type Announcement,
  type AppendOptions,
  type AppendResult,
  type EventLog,
  type EventReader,
  type GapReason,
  type Json,
  type LogEvent,
  LogUnavailable,
  type Position,
  type ReadStart,
  type Snapshot,
  type SnapshotPage,
  type SnapshotQuery,
} from './log.ts';
import { type Entry, LOSS, LogReader, type Page, type ReaderTiming, type TopicSource } from './reader.ts';
import { RedisChannels } from './redis-channels.ts';
import { RedisConnection, type RedisConnectionOptions } from './redis-connection.ts';
import { RedisCoordination } from './redis-coordination.ts';
import { RedisRates } from './redis-rates.ts';
import { asList, asText, asWhole, UnexpectedReply } from './redis-replies.ts';
import { ANNOUNCE, APPEND, LIST_SNAPSHOTS, READ, READ_SNAPSHOT, SETTLE, TAIL_LOST } from './redis-scripts.ts';

export interface RedisEventsOptions extends RedisConnectionOptions {
  retention: Retention;
  /** Hides the names of shared rates; without it, a random value that the instances share. */
  rateSecret?: string | undefined;
  /** Begins every key and channel. Default `gateway`. */
  prefix?: string;
  /** Milliseconds between heartbeats on connections that only listen. Default 3000. */
  heartbeat?: number;
  /** Milliseconds between a reader's looks at a quiet topic, which find what no signal told of. Default 10,000. */
  lookInterval?: number;
}

/** What one read returns at most. */
const PAGE = { entries: 64, bytes: 262_144 };
/** How long a repeated append is known: longer than a paused server can hold a command back. */
const APPEND_ID_TTL = 600_000;
const APPEND_TIMEOUT = 3000;
const FIRST_RETRY = 50;
const LAST_RETRY = 1000;

/**
 * The log in Redis 7 or newer, or in a Redis Cluster. Needs `maxmemory-policy noeviction`; how much a crash of Redis
 * can lose is decided there, by `appendfsync` and replication.
 */
export function redisEvents(options: RedisEventsOptions): Events {
  const { prefix = 'gateway', heartbeat = 3000, onProblem = () => {} } = options;
  const connection = new RedisConnection(options);
  const channels = new RedisChannels(connection, { heartbeat, onProblem });
  const coordination = new RedisCoordination(connection, channels, prefix);
  const log = new RedisLog(connection, channels, {
    prefix,
    retention: options.retention,
    timing: { interval: options.lookInterval ?? 10_000, retry: 100 },
    onProblem,
  });
  return {
    log,
    coordination,
    rates: new RedisRates({ connection, coordination, prefix, secret: options.rateSecret }),
    isConnected: () => connection.isReady(),
    close: async () => {
      log.close();
      channels.close();
      connection.close();
    },
  };
}

/** Topics whose newest entry is remembered, the latest used: far more than are read or written at a time. */
const REMEMBERED_TOPICS = 20_000;

/** Keys and arguments of one append. Repeating it is harmless. */
interface AppendCall {
  keys: readonly string[];
  args: readonly (string | number)[];
}

/** A mark that the log is to get, and the announcements that it settles. */
interface Loss {
  topic: string;
  call: AppendCall;
  announced: Set<string>;
}

class RedisLog implements EventLog {
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #prefix: string;
  readonly #retention: Retention;
  readonly #timing: ReaderTiming;
  readonly #onProblem: (problem: unknown) => void;
  readonly #closing = new AbortController();
  /** Reads that are about to be sent; readers of one topic at one position share them. */
  readonly #reads = new Map<string, Promise<Page>>();
  /** Marks not appended yet, of topics that lost something. At most one for each reason and topic. */
  readonly #losses = new Map<string, Loss>();
  #markingLosses = false;
  /** The newest entry that was seen of each topic: a log that falls behind it has lost its tail. */
  readonly #newest = new Map<string, Position>();

  constructor(
    connection: RedisConnection,
    channels: RedisChannels,
    options: {
      prefix: string;
      retention: Retention;
      timing: ReaderTiming;
      onProblem: (problem: unknown) => void;
    },
  ) {
    this.#connection = connection;
    this.#channels = channels;
    this.#prefix = options.prefix;
    this.#retention = options.retention;
    this.#timing = options.timing;
    this.#onProblem = options.onProblem;
  }

  async append(topic: string, event: LogEvent, options: AppendOptions = {}): Promise<AppendResult> {
    if (event.kind === '') throw new RangeError('an event needs a kind');
    // All attempts carry one id: the log takes one of them, whenever they arrive.
    const deadline = performance.now() + (options.timeout ?? APPEND_TIMEOUT);
    const { keys, args } = this.#appendCall(topic, event, options);
    const signals = [this.#closing.signal, options.signal];
    for (let attempt = 0; ; attempt++) {
      try {
        const result = appendResultFrom(asList(await this.#connection.run(APPEND, keys, args)));
        // Repeated, it may tell of an entry from before others.
        if (result.status === 'appended' && attempt === 0) this.#remember(topic, result.position);
        return result;
      } catch (error) {
        const delay = Math.min(FIRST_RETRY * 2 ** attempt, LAST_RETRY);
        const over = performance.now() + delay > deadline || signals.some((signal) => signal?.aborted);
        if (!(error instanceof LogUnavailable) || over) throw error;
        // Ended early, the attempt that follows is the last one.
        await pauseUntil(delay, ...signals);
      }
    }
  }

  read(topic: string, after: ReadStart, signal?: CancelSignal): EventReader {
    const source: TopicSource = {
      page: (from) => this.#page(topic, from),
      onAppend: (listener) =>
        this.#channels.listen(this.#key(topic, 'appended'), (message) =>
          listener(message === null ? null : positionIn(message)),
        ),
    };
    return new LogReader(source, after, this.#timing, signal);
  }

  checkWritable(topic: string): Promise<void> {
    return this.#connection.set(this.#key(topic, 'probe'), '', { ttl: 1000 });
  }

  async announce(topic: string, within: number): Promise<Announcement> {
    const id = newId();
    const keepFor = identityRetention(this.#retention);
    await this.#connection.run(ANNOUNCE, [this.#key(topic, 'announced')], [id, Math.ceil(within), keepFor]);
    return {
      settle: () => void this.#settle(topic, [id]),
      lose: () => this.#mark(topic, 'UPSTREAM_INCOMPLETE', id),
    };
  }

  recordLoss(topic: string): void {
    this.#mark(topic, 'UPSTREAM_INCOMPLETE');
  }

  /** What cannot be taken back becomes overdue, and costs the readers a gap for nothing. */
  async #settle(topic: string, ids: readonly string[]): Promise<void> {
    await this.#connection.run(SETTLE, [this.#key(topic, 'announced')], ids).catch((error: unknown) => {
      if (!(error instanceof LogUnavailable)) this.#onProblem(error);
    });
  }

  /** @param announced the announcement that was lost: whichever instance finds it, the log gets one mark. */
  #mark(topic: string, reason: GapReason, announced?: string): void {
    const name = `${reason} ${topic}`;
    const event = { kind: LOSS, payload: reason };
    const loss = this.#losses.get(name) ?? {
      topic,
      call: this.#appendCall(topic, event, {}, announced),
      announced: new Set(),
    };
    if (announced !== undefined) loss.announced.add(announced);
    this.#losses.set(name, loss);
    if (!this.#markingLosses) void this.#markLosses();
  }

  async snapshot(topic: string, id: string): Promise<Snapshot | null> {
    const reply = await this.#connection.run(READ_SNAPSHOT, [this.#key(topic, 'snapshots')], [id]);
    return reply === null ? null : snapshotFrom([id, ...asList(reply)]);
  }

  async snapshots(topic: string, { limit, after, newestFirst }: SnapshotQuery): Promise<SnapshotPage> {
    const reply = await this.#connection.run(
      LIST_SNAPSHOTS,
      ['snapshots', 'snapshot-order', 'snapshot-expiry'].map((name) => this.#key(topic, name)),
      [after ?? '', limit + 1, newestFirst ? 1 : 0],
    );
    const [total, rows] = asList(reply);
    const found = asList(rows).map((row) => snapshotFrom(asList(row)));
    return { snapshots: found.slice(0, limit), total: asWhole(total), hasMore: found.length > limit };
  }

  close(): void {
    this.#closing.abort();
  }

  #appendCall(
    topic: string,
    event: LogEvent,
    { duplicate, snapshot }: AppendOptions,
    appendId = newId(),
  ): AppendCall {
    const unique = duplicate && 'within' in duplicate ? duplicate : null;
    const latest = duplicate && 'latestOf' in duplicate ? duplicate : null;
    const seen = this.#newest.get(topic);
    const keys = [
      'head',
      'stream',
      unique ? `key:${unique.key}` : `append:${appendId}`,
      `latest:${latest?.latestOf ?? ''}`,
      'snapshots',
      'snapshot-order',
      'snapshot-expiry',
      'appended',
    ].map((name) => this.#key(topic, name));
    const args = [
      appendId,
      newEpoch(),
      event.kind,
      JSON.stringify(event.payload),
      this.#retention.entries,
      this.#retention.events,
      identityRetention(this.#retention),
      unique?.within ?? APPEND_ID_TTL,
      latest?.key ?? '',
      this.#retention.snapshots ?? 0,
      snapshot?.id ?? '',
      snapshot ? JSON.stringify(snapshot.state) : '',
      snapshot?.ifRevision ?? '',
      seen?.epoch ?? '',
      seen?.sequence ?? 0,
      seen?.time ?? 0,
    ];
    return { keys, args };
  }

  async #markLosses(): Promise<void> {
    const { signal } = this.#closing;
    this.#markingLosses = true;
    for (let failures = 0; this.#losses.size > 0 && !signal.aborted; ) {
      failures = (await this.#tryLosses()) ? 0 : failures + 1;
      const delay = Math.min(FIRST_RETRY * 2 ** failures, LAST_RETRY);
      if (failures > 0) await pause(delay, undefined, { signal, ref: false }).catch(() => {});
    }
    this.#markingLosses = false;
  }

  /** True when every mark was taken. */
  async #tryLosses(): Promise<boolean> {
    for (const [name, loss] of [...this.#losses]) {
      // Taken out first: a loss that is recorded meanwhile needs a mark after this one.
      this.#losses.delete(name);
      try {
        await this.#connection.run(APPEND, loss.call.keys, loss.call.args);
        if (loss.announced.size > 0) await this.#settle(loss.topic, [...loss.announced]);
      } catch (error) {
        if (!(error instanceof LogUnavailable)) this.#onProblem(error);
        else
          this.#losses.set(name, {
            ...loss,
            announced: loss.announced.union(this.#losses.get(name)?.announced ?? new Set()),
          });
      }
    }
    return this.#losses.size === 0;
  }

  #page(topic: string, from: Position | 'oldest' | 'now'): Promise<Page> {
    const at = typeof from === 'string' ? from : `${from.epoch} ${from.sequence} ${from.time}`;
    const name = `${at} ${topic}`;
    const shared = this.#reads.get(name);
    if (shared) return shared;
    // Sent only after everybody woken by the same signal has asked; who comes later gets a read of their own.
    const page = new Promise<void>((send) => setImmediate(send)).then(() => {
      this.#reads.delete(name);
      return this.#readPage(topic, from);
    });
    this.#reads.set(name, page);
    return page;
  }

  async #readPage(topic: string, from: Position | 'oldest' | 'now'): Promise<Page> {
    const position = typeof from === 'string' ? { epoch: '', sequence: 0, time: 0 } : from;
    const reply = await this.#connection.run(
      READ,
      ['head', 'stream', 'announced'].map((name) => this.#key(topic, name)),
      [
        newEpoch(),
        position.epoch,
        position.time,
        position.sequence,
        from === 'now' ? 0 : PAGE.entries,
        PAGE.bytes,
        this.#retention.events,
        identityRetention(this.#retention),
      ],
    );
    const [epoch, sequence, time, entries, overdue] = asList(reply);
    const head = { epoch: asText(epoch), sequence: asWhole(sequence), time: asWhole(time) };
    this.#see(topic, head, position);
    for (const id of asList(overdue)) this.#mark(topic, 'UPSTREAM_INCOMPLETE', asText(id));
    return { head, entries: asList(entries).map((entry) => entryFrom(asList(entry))) };
  }

  /**
   * Takes note of a topic's newest entry. Where it is one from before another that was seen, by this instance or by the
   * reader who asks, Redis lost what was between: in a failover, or a restart from an older file. A reader who had not
   * come so far sees no break there, so the log gets a mark; an append brings it along, ahead of its event.
   */
  #see(topic: string, head: Position, reader: Position): void {
    const isLost = (seen: Position | undefined) => seen?.epoch === head.epoch && isBefore(head, seen);
    if (isLost(reader)) this.#remember(topic, reader);
    if (isLost(this.#newest.get(topic))) this.#mark(topic, TAIL_LOST);
    this.#remember(topic, head);
  }

  #remember(topic: string, newest: Position): void {
    // The latest used are last.
    this.#newest.delete(topic);
    this.#newest.set(topic, newest);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > REMEMBERED_TOPICS && oldest !== undefined) this.#newest.delete(oldest);
  }

  /** All keys of a topic are in one slot of a cluster. */
  #key(topic: string, name: string): string {
    return `${this.#prefix}:{${encodeURIComponent(topic)}}:${name}`;
  }
}

/** The same number at another time is another entry. */
const isBefore = (head: Position, seen: Position): boolean =>
  head.sequence < seen.sequence || (head.sequence === seen.sequence && head.time !== seen.time);

const newId = (): string => randomBytes(9).toString('base64url');
const newEpoch = (): string => randomBytes(12).toString('base64url');

function appendResultFrom([status, epoch, sequence, time]: readonly unknown[]): AppendResult {
  if (status === 'duplicate' || status === 'conflict') return { status };
  if (status !== 'appended') throw new UnexpectedReply('expected the outcome of an append');
  const position = { epoch: asText(epoch), sequence: asWhole(sequence), time: asWhole(time) };
  return { status, id: `${position.time}-${position.sequence}`, position };
}

function entryFrom([sequence, time, previous, kind, payload]: readonly unknown[]): Entry {
  return {
    sequence: asWhole(sequence),
    time: asWhole(time),
    previousTime: asWhole(previous),
    kind: asText(kind),
    payload: jsonIn(asText(payload)),
  };
}

function snapshotFrom([id, revision, order, state]: readonly unknown[]): Snapshot {
  return {
    id: asText(id),
    state: jsonIn(asText(state)),
    revision: asWhole(revision),
    order: asWhole(order),
  };
}

/** The newest position, as an append announces it. Null for anything else, after which readers look for themselves. */
function positionIn(message: string): Position | null {
  const [, epoch, sequence, time] = /^(\S+) (\d+) (\d+)$/.exec(message) ?? [];
  if (epoch === undefined) return null;
  return { epoch, sequence: Number(sequence), time: Number(time) };
}

const jsonIn = (text: string): Json => JSON.parse(text);
