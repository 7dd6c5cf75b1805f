import { createHash, createHmac, randomBytes } from 'node:crypto';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Coordination } from './coordination.ts';
import type { RedisConnection } from './redis-connection.ts';
import { RATE_WINDOW, type SharedRates } from './shared-rates.ts';

export interface RedisRatesOptions {
  connection: RedisConnection;
  coordination: Coordination;
  /** Begins every key. */
  prefix: string;
  /** The key that names are hashed with is made of it; without it, of a random value that the instances share. */
  secret: string | undefined;
}

const STORED_KEY = 'rate-key';
/** Milliseconds after which the shared value is another one. */
const KEY_LIFE = 24 * 3_600_000;
/** Milliseconds after which the shared value is looked at again. */
const KEY_REFRESH = 60_000;

/**
 * Points in Redis or in a Redis Cluster: one key and one command each, gone with its window. A name is hashed with a
 * key, so that neither who nor where can be read there; a hash alone would tell addresses, of which there are few.
 */
export class RedisRates implements SharedRates {
  readonly #limiter: RateLimiterRedis;
  readonly #coordination: Coordination;
  readonly #secret: string | undefined;
  #key: Promise<string> | null = null;
  #refreshAt = 0;

  constructor({ connection, coordination, prefix, secret }: RedisRatesOptions) {
    this.#limiter = new RateLimiterRedis({
      storeClient: connection.client,
      keyPrefix: `${prefix}:rate`,
      duration: RATE_WINDOW,
      // It counts; whoever asks knows the limit.
      points: Number.MAX_SAFE_INTEGER,
    });
    this.#coordination = coordination;
    this.#secret = secret && createHash('sha256').update(`rate:${secret}`).digest('base64url');
  }

  async add(name: string, points: number): Promise<{ points: number; msLeft: number }> {
    const key = this.#secret ?? (await this.#sharedKey());
    const hashed = createHmac('sha256', key).update(name).digest('base64url');
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(hashed, points);
    return { points: consumedPoints, msLeft: msBeforeNext };
  }

  #sharedKey(): Promise<string> {
    const now = performance.now();
    if (this.#key && now < this.#refreshAt) return this.#key;
    this.#refreshAt = now + KEY_REFRESH;
    const key = this.#readKey();
    this.#key = key;
    // A store that could not be reached is asked again with the next points.
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
