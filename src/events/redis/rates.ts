import { createHash, createHmac } from 'node:crypto';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Coordination } from '../coordination.ts';
import type { SharedRates } from '../shared-rates.ts';
import { storedKey } from '../stored-key.ts';
import type { RedisConnection } from './connection.ts';

const MINUTE = 60_000;
const STORED_KEY = 'rate-key';
/** Milliseconds until the shared value is replaced. */
const KEY_LIFE = 24 * 3_600_000;

/**
 * Shared rate points in Redis or Redis Cluster: one key and one command per name, expiring with its window. Names are
 * hashed with a key, so that Redis reveals neither callers nor addresses: a plain hash of an address can be reversed by
 * trying them all.
 * @param secret derives the key of the hashes. Undefined: derived from a random value that the instances share.
 */
export function redisRates(
  connection: RedisConnection,
  coordination: Coordination,
  secret?: () => string,
): SharedRates {
  const limiter = new RateLimiterRedis({
    storeClient: connection.client,
    keyPrefix: `${connection.prefix}:rate`,
    duration: MINUTE / 1000,
    // Only counts; the caller applies the limit.
    points: Number.MAX_SAFE_INTEGER,
  });
  const stored = storedKey(connection.clock, coordination, STORED_KEY, KEY_LIFE);
  return {
    add: async (name, points, window = MINUTE) => {
      const key = secret ? keyFrom(secret()) : await stored.read();
      const hashed = createHmac('sha256', key).update(name).digest('base64url');
      const options = { customDuration: window / 1000 };
      const { consumedPoints, msBeforeNext } = await limiter.penalty(hashed, points, options);
      return { points: consumedPoints, msLeft: msBeforeNext };
    },
  };
}

const keyFrom = (secret: string): string => createHash('sha256').update(`rate:${secret}`).digest('base64url');
