// @module-tag redis-server
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { redisEvents } from '../../src/events/redis/events.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { startRedis, startRedisCluster } from '../support/redis.ts';
import { UNSEALED } from '../support/unsealed.ts';
import { until } from '../support/until.ts';
import { eventLogContract, type Store } from './event-log.contract.ts';

describe('the event log in Redis', () =>
  eventLogContract(async () => {
    const server = await startRedis();
    return storeIn([server.url], false, server.stop);
  }));

describe('the event log in a Redis Cluster of 3 masters', () =>
  eventLogContract(async () => {
    const cluster = await startRedisCluster();
    return storeIn(cluster.urls, true, cluster.stop);
  }));

function storeIn(urls: readonly string[], cluster: boolean, stop: () => Promise<void>): Store {
  return {
    open: (retention) => {
      const options = {
        clock: SYSTEM_CLOCK,
        urls,
        cluster,
        prefix: randomUUID(),
        retention,
        seals: UNSEALED,
      };
      return [redisEvents(options), redisEvents(options)];
    },
    until,
    stop,
  };
}
