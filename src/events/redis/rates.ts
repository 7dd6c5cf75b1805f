import { createHash, createHmac, randomBytes } from 'node:crypto';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import type { Coordination } from '../coordination.ts';
import { RATE_WINDOW, type SharedRates } from '../shared-rates.ts';
import type { RedisConnection } from './connection.ts';

export interface RedisRatesOptions {
  clock: Clock;
  connection: RedisConnection;
  coordination: Coordination;
  /** Key prefix. */
  prefix: string;
  /** Derives the key that names are hashed with. Undefined: derived from a random value that the instances share. */
  secret: (() => string) | undefined;
}

const STORED_KEY = 'rate-key';
/** Milliseconds until the shared value is replaced. */
const KEY_LIFE = 24 * 3_600_000;
/** Milliseconds between reads of the shared value. */
const KEY_REFRESH = 60_000;

/**
 * Shared rate points in Redis or Redis Cluster: one key and one command per name, expiring with its window. Names are
 * hashed with a key, so that Redis reveals neither callers nor addresses: a plain hash of an address can be reversed by
 * trying them all.
 */
export class RedisRates implements SharedRates {
  readonly #clock: Clock;
  readonly #limiter: RateLimiterRedis;
  readonly #coordination: Coordination;
  readonly #secret: (() => string) | undefined;
  #key: Promise<string> | null = null;
  #refreshAt = Number.NEGATIVE_INFINITY;

  constructor({ clock, connection, coordination, prefix, secret }: RedisRatesOptions) {
    this.#clock = clock;
    this.#limiter = new RateLimiterRedis({
      storeClient: connection.client,
      keyPrefix: `${prefix}:rate`,
      duration: RATE_WINDOW,
      // Only counts; the caller applies the limit.
      points: Number.MAX_SAFE_INTEGER,
    });
    this.#coordination = coordination;
    this.#secret = secret;
  }

  async add(name: string, points: number): Promise<{ points: number; msLeft: number }> {
    const key = this.#secret ? keyFrom(this.#secret()) : await this.#sharedKey();
    const hashed = createHmac('sha256', key).update(name).digest('base64url');
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(hashed, points);
    return { points: consumedPoints, msLeft: msBeforeNext };
  }

  #sharedKey(): Promise<string> {
    const now = this.#clock.monotonic();
    if (this.#key && now < this.#refreshAt) return this.#key;
    this.#refreshAt = now + KEY_REFRESH;
    const key = this.#readKey();
    this.#key = key;
    // After a failure, read again with the next points.
    key.catch(() => {
      this.#key = null;
    });
    return key;
  }

  async #readKey(): Promise<string> {
    const own = randomBytes(32).toString('base64url');
    await this.#coordination.writeValue(STORED_KEY, own, { ifAbsent: true, ttl: KEY_LIFE });
    return (await this.#coordination.readValue(STORED_KEY)) ?? own;
  }
}

const keyFrom = (secret: string): string => createHash('sha256').update(`rate:${secret}`).digest('base64url');
