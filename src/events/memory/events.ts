import { randomBytes } from 'node:crypto';
import { Boundary, visitAll } from '../../lib/boundary.ts';
import type { CancelSignal } from '../../lib/cancellation.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Coordination } from '../coordination.ts';
import { type Events, emptyRetention, identityRetention, type Retention } from '../events.ts';
import { singleInstanceLoad } from '../fleet-load.ts';
import {
  type Announcement,
  type AppendOptions,
  type AppendResult,
  type EventLog,
  type EventReader,
  type Json,
  type LogEvent,
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
import { entryBytes, TOPIC_BYTES } from '../stored-bytes.ts';
import { Expiring } from './expiring.ts';
import { MemoryOwnership } from './ownership.ts';
import { memoryWriteRecords } from './write-records.ts';

/** Maximum entries per read. */
const PAGE_ENTRIES = 64;
/** Appends between sweeps of expired topics. */
const SWEEP_EVERY = 256;
/** Unused: reads do not fail here. */
const RETRY = 1000;

export interface MemoryEventsOptions {
  clock: Clock;
  retention: Retention;
  /** Called with what a reader throws. */
  onProblem?: (problem: unknown) => void;
}

/** In-process event log, used without Redis. Behaves the same, but nothing survives the process. */
export function memoryEvents({ clock, retention, onProblem = () => {} }: MemoryEventsOptions): Events {
  const coordination = memoryCoordination(clock);
  const ownership = new MemoryOwnership((topic, message) => void coordination.signal(topic, message));
  return {
    log: new MemoryLog(clock, retention, ownership, new Boundary((_entry, fault) => onProblem(fault))),
    coordination,
    ownership,
    rates: null,
    fleetLoad: singleInstanceLoad,
    writes: memoryWriteRecords(clock),
    isConnected: () => true,
    close: async () => {},
  };
}

class MemoryLog implements EventLog, TopicSource {
  readonly clock: Clock;
  readonly #retention: Retention;
  readonly #ownership: MemoryOwnership;
  readonly #topics = new Map<string, Topic>();
  readonly #boundary: Boundary;
  readonly readPage: TopicSource['readPage'];
  #appends = 0;

  constructor(clock: Clock, retention: Retention, ownership: MemoryOwnership, boundary: Boundary) {
    this.clock = clock;
    this.#retention = retention;
    this.#ownership = ownership;
    this.#boundary = boundary;
    const read = async (topic: string, from: PageStart): Promise<Page> => this.#topic(topic).page(from);
    this.readPage = sharedPages(read, queueMicrotask, boundary);
  }

  async append(topic: string, event: LogEvent, options: AppendOptions = {}): Promise<AppendResult> {
    if (event.kind === '') throw new RangeError('an event needs a kind');
    if (++this.#appends % SWEEP_EVERY === 0) this.#sweep();
    if (options.fence !== undefined && this.#ownership.isFenced(topic, options.fence))
      return { status: 'fenced' };
    return this.#topic(topic).append(event, options);
  }

  read(topic: string, after: ReadStart, signal?: CancelSignal): EventReader {
    return new LogReader(this, { topic, start: after, retry: RETRY }, signal);
  }

  async head(topic: string): Promise<Position> {
    return this.#topic(topic).page('now').head;
  }

  retained(topic: string, kind: string): Promise<RetainedEvents> {
    return readRetained(async (from) => this.#topic(topic).page(from), kind);
  }

  subscribe(topic: string, reader: TopicReader): void {
    this.#topic(topic).readers.add(reader);
  }

  unsubscribe(topic: string, reader: TopicReader): void {
    this.#topics.get(topic)?.readers.delete(reader);
  }

  async checkWritable(): Promise<void> {}

  async announce(topic: string, _within: number, fill?: number): Promise<Announcement> {
    if (fill !== undefined) this.#topics.get(topic)?.checkRoom(fill);
    // An announcement dies with the process, and so do its readers.
    return { until: Number.POSITIVE_INFINITY, settle: () => {}, lose: () => this.recordLoss(topic) };
  }

  recordLoss(topic: string): void {
    // A topic that does not exist has no readers.
    this.#topics.get(topic)?.append({ kind: LOSS, payload: null }, {});
  }

  async snapshot(topic: string, id: string): Promise<Snapshot | null> {
    return this.#topics.get(topic)?.snapshot(id) ?? null;
  }

  async snapshots(topic: string, query: SnapshotQuery): Promise<SnapshotPage> {
    return this.#topics.get(topic)?.snapshots(query) ?? { snapshots: [], total: 0, hasMore: false };
  }

  #topic(name: string): Topic {
    const topic = this.#topics.get(name) ?? new Topic(this.clock, this.#retention, this.#boundary);
    this.#topics.set(name, topic);
    return topic;
  }

  #sweep(): void {
    for (const [name, topic] of this.#topics) if (topic.sweep()) this.#topics.delete(name);
  }
}

class Topic {
  readonly #clock: Clock;
  readonly #retention: Retention;
  readonly #boundary: Boundary;
  readonly readers = new Set<TopicReader>();
  /** Keys of recent appends. */
  readonly #recent: Expiring<true>;
  /** By subject. */
  readonly #latestKeys: Expiring<string>;
  /** In order of first appearance; one that has expired reappears at the end. */
  readonly #snapshots: Expiring<Snapshot>;
  #entries: Entry[] = [];
  /** Length of the payload of each entry. */
  #sizes: number[] = [];
  #bytes = 0;
  #head: Position = { epoch: randomBytes(12).toString('base64url'), sequence: 0, time: 0 };
  #order = 0;
  #used: number;

  constructor(clock: Clock, retention: Retention, boundary: Boundary) {
    this.#clock = clock;
    this.#recent = new Expiring(clock);
    this.#latestKeys = new Expiring(clock);
    this.#snapshots = new Expiring(clock);
    this.#used = clock.monotonic();
    this.#boundary = boundary;
    this.#retention = retention;
  }

  append(event: LogEvent, { duplicate, snapshot }: AppendOptions): AppendResult {
    this.#used = this.#clock.monotonic();
    if (duplicate && this.#isDuplicate(duplicate)) return { status: 'duplicate' };
    const stored = snapshot && this.snapshot(snapshot.id);
    if (snapshot?.ifRevision !== undefined && snapshot.ifRevision !== (stored?.revision ?? 0))
      return { status: 'conflict' };

    const { epoch, sequence, time } = this.#head;
    this.#head = { epoch, sequence: sequence + 1, time: Math.max(time, this.#clock.now()) };
    const isFirst = this.#entries.length === 0;
    // Copy, as a networked store does: the caller may keep mutating its object.
    const text = JSON.stringify(event.payload);
    const payload: Json = JSON.parse(text);
    this.#sizes.push(Buffer.byteLength(text));
    this.#bytes += Buffer.byteLength(text);
    const id = eventIdAt(this.#head);
    this.#entries.push({
      position: this.#head,
      previousTime: time,
      event: { id, kind: event.kind, payload },
    });
    const stateTtl = this.#retention.snapshots ?? undefined;
    if (duplicate && 'within' in duplicate) this.#recent.set(duplicate.key, true, duplicate.within);
    else if (duplicate) this.#latestKeys.set(duplicate.latestOf, duplicate.key, stateTtl);
    if (snapshot) {
      const { id, state } = snapshot;
      const revision = (stored?.revision ?? 0) + 1;
      const order = stored?.order ?? ++this.#order;
      this.#snapshots.set(id, { id, state: copyOf(state), revision, order }, stateTtl);
    }
    this.#trim();
    const position = this.#head;
    this.#boundary.each('append', [...this.readers], (reader) => reader.onAppend(position));
    return { status: 'appended', id, position, bytes: entryBytes(text) + (isFirst ? TOPIC_BYTES : 0) };
  }

  /** @throws TopicFull */
  checkRoom(fill: number): void {
    this.#trim();
    const { entries, bytes, events } = this.#retention;
    const [oldest] = this.#entries;
    if (oldest && (this.#entries.length > fill * entries || this.#bytes > fill * bytes))
      throw new TopicFull(oldest.position.time + events - this.#clock.now());
  }

  page(after: PageStart): Page {
    this.#used = this.#clock.monotonic();
    this.#trim();
    if (after === 'now') return { head: this.#head, entries: [] };
    const oldest = this.#entries[0]?.position.sequence ?? 0;
    const from =
      after === 'oldest' || after.epoch !== this.#head.epoch ? 0 : Math.max(0, after.sequence + 1 - oldest);
    return { head: this.#head, entries: this.#entries.slice(from, from + PAGE_ENTRIES) };
  }

  snapshot(id: string): Snapshot | null {
    return this.#snapshots.get(id) ?? null;
  }

  snapshots({ limit, after, newestFirst = false }: SnapshotQuery): SnapshotPage {
    const stored = this.#snapshots.values();
    const ordered = newestFirst ? stored.toReversed() : stored;
    const remaining = ordered.filter(
      ({ order }) => after === undefined || (newestFirst ? order < after : order > after),
    );
    return {
      snapshots: remaining.slice(0, limit),
      total: stored.length,
      hasMore: remaining.length > limit,
    };
  }

  /** Drops expired state. @returns true if the topic itself can be dropped. */
  sweep(): boolean {
    for (const state of [this.#recent, this.#latestKeys, this.#snapshots]) state.sweep();
    this.#trim();
    const empty = this.#recent.size + this.#latestKeys.size + this.#snapshots.size + this.readers.size === 0;
    const retained = this.#head.sequence === 0 ? emptyRetention : identityRetention;
    return empty && this.#used + retained(this.#retention) <= this.#clock.monotonic();
  }

  #isDuplicate(rule: NonNullable<AppendOptions['duplicate']>): boolean {
    if ('latestOf' in rule) return this.#latestKeys.get(rule.latestOf) === rule.key;
    return this.#recent.get(rule.key) === true;
  }

  #trim(): void {
    const oldestTime = this.#clock.now() - this.#retention.events;
    let expired = Math.max(0, this.#entries.length - this.#retention.entries);
    while ((this.#entries[expired]?.position.time ?? Number.POSITIVE_INFINITY) < oldestTime) expired++;
    let bytes = this.#bytes;
    for (let index = 0; index < expired; index += 1) bytes -= this.#sizes[index] ?? 0;
    for (; bytes > this.#retention.bytes && expired < this.#entries.length - 1; expired += 1)
      bytes -= this.#sizes[expired] ?? 0;
    if (expired === 0) return;
    this.#entries = this.#entries.slice(expired);
    this.#sizes = this.#sizes.slice(expired);
    this.#bytes = bytes;
  }
}

/** Values and signals of one process. */
function memoryCoordination(clock: Clock): Coordination {
  const values = new Expiring<string>(clock);
  const channels = new Map<string, Set<(message: string) => void>>();
  return {
    readValue: async (key, ttl) => values.get(key, ttl) ?? null,
    writeValue: async (key, value, { ttl, ifAbsent } = {}) => {
      if (!ifAbsent || values.get(key) === undefined) values.set(key, value, ttl);
    },
    removeValue: async (key) => values.delete(key),
    signal: async (channel, message) => {
      visitAll([...(channels.get(channel) ?? [])], (listener) => listener(message));
      return true;
    },
    onSignal: (channel, listener) => {
      // A new function per registration, so that a listener registered twice is called twice.
      const registered = (message: string): void => listener(message);
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(registered));
      queueMicrotask(() => {
        if (listeners.has(registered)) listener(null);
      });
      return () => {
        listeners.delete(registered);
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel);
      };
    },
  };
}

const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value));
