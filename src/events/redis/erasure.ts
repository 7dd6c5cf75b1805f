import { Cluster, type Redis } from 'ioredis';
import { jsonIn } from '../json.ts';
import type { Json } from '../log.ts';
import type { RedisProbeOptions } from './checks.ts';
import { RedisConnection } from './connection.ts';
import { sharedKey, taggedName, topicKey, topicPattern, topicsPattern, valuesPattern } from './keys.ts';
import { asList, asText, asWhole } from './replies.ts';
import { ERASE } from './scripts.ts';

/** A stored event or state. `json` is undefined if it cannot be read: a newer release wrote it in another format, or it is damaged. */
export interface StoredRecord {
  id: string;
  json: Json | undefined;
}

/** How much was erased. `keys` counts whole Redis keys. */
export interface Erased {
  events: number;
  snapshots: number;
  keys: number;
}

const SCAN_COUNT = 1000;
const PAGE = 500;
/** Milliseconds until the connection must be established. */
const CONNECT_TIMEOUT = 10_000;

/** Finds and erases what a fleet has stored in Redis, while the fleet runs. Knows no noun. */
export class RedisErasure {
  readonly #connection: RedisConnection;

  private constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  /** @throws Error if there is no connection in time. */
  static async connect(options: RedisProbeOptions): Promise<RedisErasure> {
    const connection = new RedisConnection(options, options.prefix);
    const { clock } = options;
    await new Promise<void>((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        connection.close();
        reject(new Error('Redis accepted no connection in time; is a failover in progress?'));
      }, CONNECT_TIMEOUT);
      connection.client.once('ready', () => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
    return new RedisErasure(connection);
  }

  close(): void {
    this.#connection.close();
  }

  /** The topics whose name starts with a text. */
  async topics(start: string): Promise<string[]> {
    const keys = await this.#keys(topicsPattern(this.#connection.prefix, start));
    return [...new Set(keys.map(taggedName))];
  }

  /** All events of a topic, oldest first. Loss marks are left out. */
  async *events(topic: string): AsyncGenerator<StoredRecord> {
    const stream = topicKey(this.#connection.prefix, topic, 'stream');
    for (let from = '-'; ; ) {
      const page = await this.#client.xrange(stream, from, '+', 'COUNT', PAGE);
      for (const [id, fields] of page) {
        const field = new Map(pairs(fields));
        const isReadable = !field.has('format');
        if (isReadable && field.get('kind') === '') continue;
        yield { id, json: isReadable ? jsonIn(field.get('payload') ?? '') : undefined };
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      from = `(${last[0]}`;
    }
  }

  /** All states of a topic. */
  async *snapshots(topic: string): AsyncGenerator<StoredRecord> {
    const key = topicKey(this.#connection.prefix, topic, 'snapshots');
    for (let cursor = '0'; ; ) {
      const [next, found] = await this.#client.hscan(key, cursor, 'COUNT', SCAN_COUNT);
      for (const [id, stored] of pairs(found)) {
        const state = /^\d+ \d+ \d+ (.*)$/s.exec(stored)?.[1];
        yield { id, json: state === undefined ? undefined : jsonIn(state) };
      }
      if (next === '0') return;
      cursor = next;
    }
  }

  /** The values whose name starts with a text. */
  async *values(start: string): AsyncGenerator<{ name: string; value: string }> {
    for (const key of await this.#keys(valuesPattern(this.#connection.prefix, start))) {
      const value = await this.#connection.client.get(key);
      if (value !== null) yield { name: taggedName(key), value };
    }
  }

  /** Erases a topic with all of its keys. Its readers get a gap: the log was replaced. */
  async eraseTopic(topic: string): Promise<Erased> {
    const events = await this.#client.xlen(topicKey(this.#connection.prefix, topic, 'stream'));
    let keys = 0;
    for (const page of pagesOf(await this.#keys(topicPattern(this.#connection.prefix, topic))))
      keys += await this.#client.del(...page);
    // Not a valid position, so readers of the topic read it again.
    await this.#client.spublish(topicKey(this.#connection.prefix, topic, 'appended'), 'erased');
    return { events, snapshots: 0, keys };
  }

  /** Erases entries, snapshots and the latest keys of subjects from a topic. Its readers get a gap if anything was erased. */
  async eraseFrom(
    topic: string,
    { events, snapshots, subjects }: Record<'events' | 'snapshots' | 'subjects', readonly string[]>,
  ): Promise<Erased> {
    const keyOf = (name: string): string => topicKey(this.#connection.prefix, topic, name);
    let erased = 0;
    for (const page of pagesOf(events)) erased += await this.#client.xdel(keyOf('stream'), ...page);
    const keys = [
      ...['head', 'stream', 'snapshots', 'snapshot-order', 'snapshot-expiry', 'appended'],
      ...subjects.map((subject) => `latest:${subject}`),
    ].map(keyOf);
    const reply = asList(await this.#client.eval(ERASE.lua, keys.length, ...keys, erased, ...snapshots));
    return { events: erased, snapshots: asWhole(reply[0]), keys: asWhole(reply[1]) };
  }

  /** @returns the number of erased keys. */
  eraseValue(name: string): Promise<number> {
    return this.#client.del(sharedKey(this.#connection.prefix, 'value', name));
  }

  get #client(): Redis | Cluster {
    return this.#connection.client;
  }

  /** The keys that match a pattern, on all masters. */
  async #keys(pattern: string): Promise<string[]> {
    const client = this.#client;
    const found = new Set<string>();
    for (const server of client instanceof Cluster ? client.nodes('master') : [client]) {
      for await (const page of server.scanStream({ match: pattern, count: SCAN_COUNT }))
        for (const key of asList(page)) found.add(asText(key));
    }
    return [...found];
  }
}

function* pairs(list: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < list.length; index += 2) yield [list[index] ?? '', list[index + 1] ?? ''];
}

function* pagesOf(items: readonly string[]): Generator<string[]> {
  for (let start = 0; start < items.length; start += PAGE) yield items.slice(start, start + PAGE);
}
