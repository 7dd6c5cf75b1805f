import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Redis } from 'ioredis';

/** What a log has after a place. Sequence numbers of a topic begin at 1 and have no holes. */
export interface Page {
  /** Changes when the topic was reset. */
  epoch: string;
  /** An event that is null: something occurred here that could not be recorded. */
  entries: { sequence: number; event: unknown }[];
  /** Sequence number of the newest entry, also if it was removed. */
  last: number;
}

/** Where events are kept for resumption. */
export interface Log {
  append(topic: string, event: unknown): Promise<void>;
  read(topic: string, after: number): Promise<Page>;
  /** Resolves once a topic may have new entries, or it is aborted. */
  changed(topic: string, signal: AbortSignal): Promise<unknown>;
}

const newEpoch = (): string => randomBytes(16).toString('hex');

const PAGE_SIZE = 100;
/** Entries per topic. */
const RETAINED = 1000;

export class MemoryLog implements Log {
  /** By stream: a topic may have the name `error`, which emitters throw. */
  readonly #signals = new EventEmitter().setMaxListeners(0);
  readonly #topics: Map<string, Page>;

  constructor(topics = new Map<string, Page>()) {
    this.#topics = topics;
  }

  async append(topic: string, event: unknown): Promise<void> {
    const state = this.#topic(topic);
    state.last += 1;
    state.entries.push({ sequence: state.last, event });
    if (state.entries.length > RETAINED) state.entries.shift();
    this.#signals.emit(keysOf(topic).stream);
  }

  async read(topic: string, after: number): Promise<Page> {
    const { entries, ...state } = this.#topic(topic);
    return { ...state, entries: entries.filter(({ sequence }) => sequence > after).slice(0, PAGE_SIZE) };
  }

  changed(topic: string, signal: AbortSignal): Promise<unknown> {
    return once(this.#signals, keysOf(topic).stream, { signal }).catch(() => {});
  }

  #topic(topic: string): Page {
    const state = this.#topics.get(topic) ?? { epoch: newEpoch(), entries: [], last: 0 };
    this.#topics.set(topic, state);
    return state;
  }
}

/** A log in Redis Streams (Redis 7): a stream per topic with the IDs 0-1, 0-2, …, and its epoch beside it. */
export class RedisLog implements Log {
  readonly #redis: Redis;
  readonly #signals = new EventEmitter().setMaxListeners(0);

  /** @param subscriber a connection of its own, on which Redis signals appends. */
  constructor(redis: Redis, subscriber: Redis) {
    this.#redis = redis;
    subscriber.on('pmessage', (_pattern: string, stream: string) => this.#signals.emit(stream));
    // If the connection is lost meanwhile, its return subscribes again.
    const subscribe = () => void subscriber.psubscribe('events:*').then(this.#wakeAll, () => {});
    subscriber.on('ready', subscribe);
    if (subscriber.status === 'ready') subscribe();
  }

  /** Signals may have been lost with the connection. */
  readonly #wakeAll = (): void => {
    // `once` also listens for errors.
    for (const stream of this.#signals.eventNames()) if (stream !== 'error') this.#signals.emit(stream);
  };

  async append(topic: string, event: unknown): Promise<void> {
    const { stream } = keysOf(topic);
    await this.#redis.xadd(stream, 'MAXLEN', RETAINED, '0-*', 'event', JSON.stringify(event));
    await this.#redis.publish(stream, '');
  }

  async read(topic: string, after: number): Promise<Page> {
    const { stream, epoch } = keysOf(topic);
    const results = await this.#redis
      .multi()
      .set(epoch, newEpoch(), 'NX')
      .get(epoch)
      .xrange(stream, `(0-${after}`, '+', 'COUNT', PAGE_SIZE)
      .xinfo('STREAM', stream)
      .exec();
    const [, [, current] = [], [error, entries] = [], [, information] = []] = results ?? [];
    if (error) throw error;
    return { epoch: String(current), entries: entriesIn(entries), last: lastIn(information) };
  }

  changed(topic: string, signal: AbortSignal): Promise<unknown> {
    return once(this.#signals, keysOf(topic).stream, { signal }).catch(() => {});
  }
}

/** The hash tag keeps both keys of a topic in one slot of a cluster. */
export const keysOf = (topic: string): { stream: string; epoch: string } => ({
  stream: `events:{${topic}}`,
  epoch: `epoch:{${topic}}`,
});

const sequenceIn = (id: unknown): number => Number(String(id).split('-')[1]);

const entriesIn = (entries: unknown): Page['entries'] =>
  Array.isArray(entries)
    ? entries.map(([id, [, event]]) => ({ sequence: sequenceIn(id), event: JSON.parse(String(event)) }))
    : [];

/** From the reply of XINFO, a list of names and values. Without a stream there is none. */
const lastIn = (information: unknown): number =>
  Array.isArray(information) ? sequenceIn(information[information.indexOf('last-generated-id') + 1]) : 0;
