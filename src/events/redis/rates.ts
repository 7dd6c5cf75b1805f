import { createHash, createHmac } from 'node:crypto';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../lib/clock.ts';
import type { Coordination } from '../coordination.ts';
import type { SharedRates } from '../shared-rates.ts';
import { StoredKey } from '../stored-key.ts';
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

const MINUTE = 60_000;
const STORED_KEY = 'rate-key';
/** Milliseconds until the shared value is replaced. */
const KEY_LIFE = 24 * 3_600_000;

/**
 * Shared rate points in Redis or Redis Cluster: one key and one command per name, expiring with its window. Names are
 * hashed with a key, so that Redis reveals neither callers nor addresses: a plain hash of an address can be reversed by
 * trying them all.
 */
export class RedisRates implements SharedRates {
  readonly #limiter: RateLimiterRedis;
  readonly #key: StoredKey;
  readonly #secret: (() => string) | undefined;

  constructor({ clock, connection, coordination, prefix, secret }: RedisRatesOptions) {
    this.#limiter = new RateLimiterRedis({
      storeClient: connection.client,
      keyPrefix: `${prefix}:rate`,
      duration: MINUTE / 1000,
      // Only counts; the caller applies the limit.
      points: Number.MAX_SAFE_INTEGER,
    });
    this.#key = new StoredKey(clock, coordination, STORED_KEY, KEY_LIFE);
    this.#secret = secret;
  }

  async add(name: string, points: number, window = MINUTE): Promise<{ points: number; msLeft: number }> {
    const key = this.#secret ? keyFrom(this.#secret()) : await this.#key.read();
    const hashed = createHmac('sha256', key).update(name).digest('base64url');
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(hashed, points, {
      customDuration: window / 1000,
    });
    return { points: consumedPoints, msLeft: msBeforeNext };
  }
}

const keyFrom = (secret: string): string => createHash('sha256').update(`rate:${secret}`).digest('base64url');
