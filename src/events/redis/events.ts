import { randomBytes } from 'node:crypto';
import { type CancelSignal, pauseUntil } from '../../lib/cancellation.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { type Events, emptyRetention, identityRetention, type Retention } from '../events.ts';
import { jsonIn } from '../json.ts';
import {
  type Announcement,
  type AppendOptions,
  type AppendResult,
  type EventLog,
  type EventReader,
  type GapReason,
  type LogEvent,
  LogUnavailable,
  type Position,
  type ReadStart,
  type RetainedEvents,
  type Snapshot,
  type SnapshotPage,
  type SnapshotQuery,
  TopicFull,
} from '../log.ts';
import { sharedPages } from '../page-reads.ts';
import {
  type Entry,
  eventIdAt,
  LOSS,
  LogReader,
  type Page,
  type PageStart,
  readRetained,
  type TopicReader,
  type TopicSource,
} from '../reader.ts';
import type { Seals } from '../seals.ts';
import { entryBytes, TOPIC_BYTES } from '../stored-bytes.ts';
import { RedisChannels } from './channels.ts';
import { RedisConnection, type RedisConnectionOptions } from './connection.ts';
import { redisCoordination } from './coordination.ts';
import { topicKey } from './keys.ts';
import { LEASE } from './lease.ts';
import { RedisOwnership } from './ownership.ts';
import { redisRates } from './rates.ts';
import { asList, asText, asWhole, isWhole, UnexpectedReply } from './replies.ts';
import {
  ANNOUNCE,
  appendEvent,
  appendState,
  LIST_SNAPSHOTS,
  markLoss,
  markTail,
  READ,
  READ_SNAPSHOT,
  type ScriptCall,
  SETTLE,
  TAIL_LOST,
} from './scripts.ts';
import { RedisTopicReaders } from './topic-readers.ts';
import { redisWriteRecords } from './write-records.ts';

export interface RedisEventsOptions extends RedisConnectionOptions {
  retention: Retention;
  /** Hashes the names of shared rates. Undefined: a random value that the instances share. */
  rateSecret?: (() => string) | undefined;
  /** Seals the results of writes. */
  seals: Seals;
  /** Prefix of every key and channel. Default `gateway`. */
  prefix?: string;
  /** Milliseconds between heartbeats on subscription connections. Default 3000. */
  heartbeat?: number;
  /** Milliseconds for which the lease of an instance lasts. The same on every instance. Default 6000. */
  lease?: number;
  /**
   * Milliseconds between checks, each of the next topic that has readers: a safeguard whose load does not grow with the
   * number of topics. Default 2000.
   */
  checkInterval?: number;
}

/** Limits of one read. */
const PAGE = { entries: 64, bytes: 262_144 };
/** Milliseconds for which a retried append is recognized: longer than a paused server can delay a command. */
const APPEND_ID_TTL = 600_000;
/** Milliseconds for which a loss or an announcement is retained in a topic that has no reader and no events. */
const UNREAD_TTL = 600_000;
const APPEND_TIMEOUT = 3000;
/** Milliseconds after which an announced event that was not appended in time is overdue: so long may it take to settle it. */
const OVERDUE_AFTER = 5000;
const FIRST_READ_RETRY = 100;
const FIRST_RETRY = 50;
const LAST_RETRY = 1000;

/**
 * The event log in Redis 7 or newer, or Redis Cluster. `requirements.ts` lists what Redis needs. How much a Redis
 * crash can lose depends on its `appendfsync` and replication.
 */
export function redisEvents(options: RedisEventsOptions): Events {
  const { prefix = 'gateway', heartbeat = 3000, lease = LEASE, checkInterval = 2000 } = options;
  const connection = new RedisConnection(options, prefix);
  const channels = new RedisChannels(connection, heartbeat);
  const coordination = redisCoordination(connection, channels);
  const ownership = new RedisOwnership(connection, lease);
  const log = new RedisLog(connection, channels, options.retention, checkInterval);
  return {
    log,
    coordination,
    ownership,
    rates: redisRates(connection, coordination, options.rateSecret),
    fleetLoad: ownership.leases,
    writes: redisWriteRecords(connection, options.seals),
    isConnected: () => connection.isReady(),
    close: async () => {
      log.close();
      ownership.leases.close();
      channels.close();
      connection.close();
    },
  };
}

/** Maximum topics whose newest entry is tracked (least recently used first out): far more than are active at once. */
const MAX_TRACKED_TOPICS = 20_000;

/** A loss mark to append. */
interface Loss {
  topic: string;
  reason: GapReason;
  call: ScriptCall;
}

class RedisLog implements EventLog, TopicSource {
  readonly clock: Clock;
  readonly #connection: RedisConnection;
  readonly #channels: RedisChannels;
  readonly #retention: Retention;
  readonly #closing = new AbortController();
  /** By topic. */
  readonly #readers = new Map<string, RedisTopicReaders>();
  readonly #checking: Timer;
  /** The topics to check in this round. */
  #round: Iterator<RedisTopicReaders> | null = null;
  readonly #requestPage: ReturnType<typeof sharedPages>;
  /** Loss marks not appended yet: at most one per announcement, and one per reason and topic. */
  readonly #losses = new Map<string, Loss>();
  #markingLosses = false;
  /** The newest known entry of each topic: a log that falls behind it has lost its tail. */
  readonly #newest = new Map<string, Position>();

  constructor(
    connection: RedisConnection,
    channels: RedisChannels,
    retention: Retention,
    checkInterval: number,
  ) {
    this.clock = connection.clock;
    this.#connection = connection;
    this.#channels = channels;
    this.#retention = retention;
    this.#requestPage = sharedPages(
      (topic, from) => this.#readPage(topic, from),
      (send) => void this.clock.setImmediate(send),
      connection.boundary,
    );
    this.#checking = this.clock.setInterval(() => this.#checkNext(), checkInterval).unref();
  }

  async append(topic: string, event: LogEvent, options: AppendOptions = {}): Promise<AppendResult> {
    if (event.kind === '') throw new RangeError('an event needs a kind');
    // All attempts share one ID: the log accepts only one of them, whenever they arrive.
    const deadline = this.clock.monotonic() + (options.timeout ?? APPEND_TIMEOUT);
    const call = this.#appendCall(topic, event, options);
    const signals = [this.#closing.signal, options.signal];
    for (let attempt = 0; ; attempt++) {
      try {
        const result = appendResultFrom(await this.#appendAfterLosses(topic, call), event);
        if (result.status === 'appended') this.#trackAppended(topic, result.position);
        return result;
      } catch (error) {
        const left = deadline - this.clock.monotonic();
        if (!(error instanceof LogUnavailable) || error instanceof Late || left <= 0) throw error;
        const delay = Math.min(FIRST_RETRY * 2 ** attempt, LAST_RETRY);
        await pauseUntil(this.clock, Math.min(delay, left), ...signals);
        // Another attempt might reach a Redis that has lost what its caller appended before.
        if (signals.some((signal) => signal?.aborted)) throw error;
      }
    }
  }

  /** Appends after the loss marks of announced events whose time is over: their place is before this event. */
  async #appendAfterLosses(topic: string, call: ScriptCall): Promise<readonly unknown[]> {
    for (;;) {
      const reply = await this.#appendOnce(call);
      const [status, ...ids] = reply;
      if (status === 'lost') {
        for (const id of ids)
          await this.#appendOnce(this.#lossCall(topic, 'UPSTREAM_INCOMPLETE', asText(id)));
        continue;
      }
      return reply;
    }
  }

  /** Makes an append, which is safe to retry. */
  async #appendOnce({ script, keys, args }: ScriptCall): Promise<readonly unknown[]> {
    return asList(await this.#connection.run(script, keys, args));
  }

  read(topic: string, after: ReadStart, signal?: CancelSignal): EventReader {
    return new LogReader(this, { topic, start: after, retry: FIRST_READ_RETRY }, signal);
  }

  subscribe(topic: string, reader: TopicReader): void {
    let readers = this.#readers.get(topic);
    if (!readers) {
      readers = new RedisTopicReaders(
        this.#channels,
        this.#key(topic, 'appended'),
        this.#connection.boundary,
      );
      this.#readers.set(topic, readers);
    }
    readers.add(reader);
  }

  unsubscribe(topic: string, reader: TopicReader): void {
    const readers = this.#readers.get(topic);
    if (!readers) return;
    readers.remove(reader);
    if (!readers.isEmpty) return;
    this.#readers.delete(topic);
    readers.close();
  }

  async head(topic: string): Promise<Position> {
    return (await this.#readPage(topic, 'now')).head;
  }

  retained(topic: string, kind: string): Promise<RetainedEvents> {
    return readRetained((from) => this.#readPage(topic, from), kind);
  }

  readPage(topic: string, from: PageStart, reader: TopicReader): void {
    this.#readers.get(topic)?.whenListening(() => this.#requestPage(topic, from, reader));
  }

  /** Wakes the readers of the next topic. */
  #checkNext(): void {
    if (this.#readers.size === 0) return;
    this.#round ??= this.#readers.values();
    const { value, done } = this.#round.next();
    if (done) this.#round = null;
    else value.wake(null);
  }

  checkWritable(topic: string): Promise<void> {
    return this.#connection.set(this.#key(topic, 'probe'), '', { ttl: 1000 });
  }

  async announce(topic: string, within: number, fill?: number): Promise<Announcement> {
    const id = newId();
    const keepFor = identityRetention(this.#retention);
    const { events, entries, bytes } = this.#retention;
    const full = fill === undefined ? ['', '', ''] : [events, fill * entries, fill * bytes];
    const until = await this.#connection.run(
      ANNOUNCE,
      ['announced', 'head', 'appended', 'stream'].map((name) => this.#key(topic, name)),
      [id, Math.floor(within), OVERDUE_AFTER, keepFor, UNREAD_TTL, ...full],
    );
    if (Array.isArray(until)) throw new TopicFull(asWhole(until[1]));
    return {
      until: asWhole(until),
      settle: () => this.#connection.boundary.run('announcement', () => this.#settle(topic, id)),
      lose: () => this.#mark(topic, 'UPSTREAM_INCOMPLETE', id),
    };
  }

  recordLoss(topic: string): void {
    this.#mark(topic, 'UPSTREAM_INCOMPLETE');
  }

  /** Settles an announcement. One that cannot be settled becomes overdue and gives readers a needless gap. */
  async #settle(topic: string, id: string): Promise<void> {
    await this.#connection.run(SETTLE, [this.#key(topic, 'announced')], [id]).catch((error: unknown) => {
      if (!(error instanceof LogUnavailable)) this.#connection.report(error);
    });
  }

  /** Queues a loss mark. @param announced the lost announcement: its ID makes the mark unique across instances. */
  #mark(topic: string, reason: GapReason, announced?: string): void {
    const name = `${announced ?? reason} ${topic}`;
    if (!this.#losses.has(name))
      this.#losses.set(name, { topic, reason, call: this.#lossCall(topic, reason, announced) });
    if (!this.#markingLosses) this.#connection.boundary.run('loss', () => this.#markLosses());
  }

  async snapshot(topic: string, id: string): Promise<Snapshot | null> {
    const reply = await this.#connection.run(READ_SNAPSHOT, [this.#key(topic, 'snapshots')], [id]);
    if (reply === UNREADABLE) throw unknownFormat();
    if (reply === null) return null;
    const snapshot = snapshotFrom([id, ...asList(reply)]);
    if (!snapshot) throw new LogUnavailable('foreign-data', 'refused');
    return snapshot;
  }

  async snapshots(topic: string, { limit, after, newestFirst }: SnapshotQuery): Promise<SnapshotPage> {
    const reply = await this.#connection.run(
      LIST_SNAPSHOTS,
      ['snapshots', 'snapshot-order', 'snapshot-expiry'].map((name) => this.#key(topic, name)),
      [after ?? '', limit + 1, newestFirst ? 1 : 0],
    );
    const [total, rows] = asList(reply);
    const found = asList(rows);
    const snapshots = found.slice(0, limit).map((row) => snapshotFrom(asList(row)));
    return {
      snapshots: snapshots.filter((snapshot) => snapshot !== null),
      total: asWhole(total),
      hasMore: found.length > limit,
    };
  }

  close(): void {
    this.clock.clearInterval(this.#checking);
    this.#closing.abort();
  }

  #lossCall(topic: string, reason: GapReason, announced = newId()): ScriptCall {
    const given = this.#givenOf(topic);
    const keyOf = (name: string): string => this.#key(topic, name);
    if (reason === TAIL_LOST) return markTail(keyOf, given);
    const append = { id: announced, once: `append:${announced}`, rememberFor: APPEND_ID_TTL };
    return markLoss(keyOf, { ...given, ...append, reason: JSON.stringify(reason) });
  }

  #appendCall(topic: string, { kind, payload }: LogEvent, options: AppendOptions): ScriptCall {
    const { duplicate, snapshot, fence, until } = options;
    const id = newId();
    const unique = duplicate && 'within' in duplicate ? duplicate : null;
    const latest = duplicate && 'latestOf' in duplicate ? duplicate : null;
    const keyOf = (name: string): string => this.#key(topic, name);
    const given = {
      ...this.#givenOf(topic),
      id,
      once: unique ? `key:${unique.key}` : `append:${id}`,
      rememberFor: unique?.within ?? APPEND_ID_TTL,
      kind,
      payload: JSON.stringify(payload),
      claim: fence ?? '',
      closes: until ?? '',
      overdueAfter: OVERDUE_AFTER,
    };
    if (!snapshot && !latest) return appendEvent(keyOf, given);
    return appendState(keyOf, {
      ...given,
      latest: `latest:${latest?.latestOf ?? ''}`,
      latestKey: latest?.key ?? '',
      keepState: this.#retention.snapshots ?? 0,
      snapshotId: snapshot?.id ?? '',
      state: snapshot ? JSON.stringify(snapshot.state) : '',
      expected: snapshot?.ifRevision ?? '',
    });
  }

  /** The arguments of every append that describe its topic. */
  #givenOf(topic: string) {
    const newest = this.#newest.get(topic);
    return {
      newEpoch: newEpoch(),
      seenEpoch: newest?.epoch ?? '',
      seenSequence: newest?.sequence ?? 0,
      seenTime: newest?.time ?? 0,
      keepEntries: this.#retention.entries,
      keepFor: this.#retention.events,
      keepHead: identityRetention(this.#retention),
      keepBytes: this.#retention.bytes,
      keepUnread: UNREAD_TTL,
    };
  }

  async #markLosses(): Promise<void> {
    const { signal } = this.#closing;
    this.#markingLosses = true;
    for (let failures = 0; this.#losses.size > 0 && !signal.aborted; ) {
      failures = (await this.#tryLosses()) ? 0 : failures + 1;
      const delay = Math.min(FIRST_RETRY * 2 ** failures, LAST_RETRY);
      if (failures > 0) await pauseUntil(this.clock, delay, signal);
    }
    this.#markingLosses = false;
  }

  /** @returns true if every mark was appended. */
  async #tryLosses(): Promise<boolean> {
    for (const [name, loss] of [...this.#losses]) {
      // Removed before the attempt: a loss recorded meanwhile needs another mark after this one.
      this.#losses.delete(name);
      try {
        await this.#appendOnce(loss.call);
        // Known to every instance that reads the topic from now on.
        if (loss.reason === TAIL_LOST) this.#newest.delete(loss.topic);
      } catch (error) {
        if (!(error instanceof LogUnavailable)) this.#connection.report(error);
        // The attempt may have been carried out before another loss was recorded: then the mark of that one is needed.
        else if (!this.#losses.has(name)) this.#losses.set(name, loss);
      }
    }
    return this.#losses.size === 0;
  }

  /** Reads a page. A malformed reply is reported and the read is retried: it ends no reader. */
  async #readPage(topic: string, from: PageStart): Promise<Page> {
    try {
      return await this.#read(topic, from);
    } catch (error) {
      if (!(error instanceof UnexpectedReply)) throw error;
      const failure = new LogUnavailable('foreign-data', 'refused', error);
      this.#connection.report(failure);
      throw failure;
    }
  }

  async #read(topic: string, from: PageStart): Promise<Page> {
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
        emptyRetention(this.#retention),
      ],
    );
    const [epoch, sequence, time, entries, overdue, dueIn] = asList(reply);
    const head = { epoch: asText(epoch), sequence: asWhole(sequence), time: asWhole(time) };
    this.#detectLostTail(topic, head, position);
    for (const id of asList(overdue)) this.#mark(topic, 'UPSTREAM_INCOMPLETE', asText(id));
    if (dueIn !== '') this.#readers.get(topic)?.readIn(asWhole(dueIn));
    return { head, entries: asList(entries).map((entry) => entryFrom(asList(entry), head.epoch)) };
  }

  /**
   * Tracks a topic's newest entry. If it precedes one already known to this instance or to the reader, Redis lost what
   * was between, in a failover or a restart from an older file. A reader that had not got that far would see no break,
   * so a loss mark is appended; an event's append carries it along, ahead of the event.
   */
  #detectLostTail(topic: string, head: Position, reader: Position): void {
    const isLost = (known: Position | undefined) => known?.epoch === head.epoch && isBefore(head, known);
    if (isLost(reader)) this.#trackNewest(topic, reader);
    // Until the mark is in the log, an event that this instance appends brings it along.
    if (isLost(this.#newest.get(topic))) this.#mark(topic, TAIL_LOST);
    else this.#trackNewest(topic, head);
  }

  /**
   * Tracks an entry that this instance has appended: it may be the only one that knows of it. A retry may return one that is no longer
   * the newest.
   */
  #trackAppended(topic: string, position: Position): void {
    const known = this.#newest.get(topic);
    const isOlder = known?.epoch === position.epoch && position.sequence < known.sequence;
    if (!isOlder) this.#trackNewest(topic, position);
  }

  #trackNewest(topic: string, newest: Position): void {
    // Reinsert: Map order is the eviction order.
    this.#newest.delete(topic);
    this.#newest.set(topic, newest);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > MAX_TRACKED_TOPICS && oldest !== undefined) this.#newest.delete(oldest);
  }

  /** A topic's keys share one hash tag, and so one slot of a cluster. */
  #key(topic: string, name: string): string {
    return topicKey(this.#connection.prefix, topic, name);
  }
}

/** The same sequence number at another time is another entry. */
const isBefore = (head: Position, known: Position): boolean =>
  head.sequence < known.sequence || (head.sequence === known.sequence && head.time !== known.time);

const newId = (): string => randomBytes(9).toString('base64url');
const newEpoch = (): string => randomBytes(12).toString('base64url');

/** Reply of the scripts for a snapshot of another format. */
const UNREADABLE = 'unreadable';
/** Format of the entries that this release reads and writes. Later ones name theirs in the field `format`. */
const ENTRY_FORMAT = '1';

/** A newer release wrote this snapshot: overwriting it would lose data that only that release can read. */
const unknownFormat = (): LogUnavailable => new LogUnavailable('unknown-format', 'refused');

/** The time of an announced event is over: another attempt changes nothing. */
class Late extends LogUnavailable {
  constructor() {
    super('unreachable', 'refused');
  }
}

function appendResultFrom(
  [status, epoch, sequence, time, first]: readonly unknown[],
  { payload }: LogEvent,
): AppendResult {
  if (status === UNREADABLE) throw unknownFormat();
  if (status === 'late') throw new Late();
  if (status === 'duplicate' || status === 'conflict' || status === 'fenced') return { status };
  if (status !== 'appended') throw new UnexpectedReply('expected the result of an append');
  const position = { epoch: asText(epoch), sequence: asWhole(sequence), time: asWhole(time) };
  const bytes = entryBytes(JSON.stringify(payload)) + (first === 'first' ? TOPIC_BYTES : 0);
  return { status, id: eventIdAt(position), position, bytes };
}

/**
 * An entry of another format is a loss: a newer release wrote it, and its readers receive the event. So is one that is damaged,
 * or that another program wrote.
 */
function entryFrom([sequence, time, previous, kind, text, format]: readonly unknown[], epoch: string): Entry {
  const position = { epoch, sequence: asWhole(sequence), time: asWhole(time) };
  const payload = format === ENTRY_FORMAT ? jsonIn(asText(text)) : undefined;
  const isReadable = payload !== undefined && isWhole(previous);
  return {
    position,
    // Without it, the entry does not follow the one before.
    previousTime: isWhole(previous) ? asWhole(previous) : 0,
    event: {
      id: eventIdAt(position),
      kind: isReadable ? asText(kind) : LOSS,
      payload: isReadable ? payload : 'UPSTREAM_INCOMPLETE',
    },
  };
}

/** Null: its state cannot be read. */
function snapshotFrom([id, revision, order, text]: readonly unknown[]): Snapshot | null {
  const state = jsonIn(asText(text));
  return state === undefined
    ? null
    : { id: asText(id), state, revision: asWhole(revision), order: asWhole(order) };
}
