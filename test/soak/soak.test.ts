// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../support/fleet-form.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { runLoad } from './load.ts';

/** Milliseconds of load: about as many operations as one quiet hour of a school. */
const [WARM_UP, LOAD] = FULL ? [60_000, 300_000] : [500, 1500];
const MEGABYTE = 1_000_000;
/** Allowed heap growth: retained documents and plans, up to their bound. */
const HEAP_TOLERANCE = 15 * MEGABYTE;
/** Idle connections kept for reuse. */
const CONNECTIONS = 40;

describe('mixed load', { timeout: 600_000 }, () => {
  let redis: RedisServer;
  let gateway: ProductionGateway;
  beforeAll(async () => {
    redis = await startRedis();
    gateway = await startProduction({ environment: { REDIS_URL: redis.url, LIMIT_LAG: '10000' } });
  });
  afterAll(async () => {
    await gateway.close();
    await redis.stop();
  });

  /** Number of channels with subscribers, and of claims. */
  const subscriptions = async (): Promise<number> => {
    const channels = await redis.command('PUBSUB', 'SHARDCHANNELS');
    const claims = await redis.command('KEYS', 'gateway:*:owner');
    return [channels, claims].flat().length;
  };

  it('gets correct responses and leaks no memory, timer, signal, socket, subscription or claim', async () => {
    // The gateway's own subscriptions are established shortly after it starts.
    await until(async () => (await subscriptions()) !== 0, { within: 30_000 });
    const baseline = await subscriptions();
    const warmUp = await runLoad(gateway, WARM_UP);
    await until(async () => (await subscriptions()) === baseline, { within: 30_000 });
    const filesBefore = gateway.openFiles();
    const before = FULL ? await gateway.held() : null;

    const { done, wrong, codes } = await runLoad(gateway, LOAD);
    expect(wrong).toEqual([]);
    expect(warmUp.wrong).toEqual([]);
    expect(done).toBeGreaterThan(20);
    expect(codes.INTERNAL_SERVER_ERROR).toBeUndefined();
    expect(codes.UPSTREAM_UNAVAILABLE).toBeGreaterThan(0);
    expect(codes.GRAPHQL_VALIDATION_FAILED).toBeGreaterThan(0);
    expect(gateway.output()).not.toMatch(/"level":(50|60)/);

    await until(async () => (await subscriptions()) === baseline, { within: 30_000 });
    await until(() => gateway.openFiles() <= filesBefore + CONNECTIONS, { within: 30_000 });
    if (!before) return;
    let after = await gateway.held();
    await until(
      async () => {
        after = await gateway.held();
        return (
          after.timers <= before.timers + 5 &&
          after.signals <= before.signals + 5 &&
          after.sockets <= before.sockets + CONNECTIONS
        );
      },
      { within: 60_000 },
    );
    process.stdout.write(`soak: ${JSON.stringify({ done, codes, before, after })}\n`);
    expect(after.webSockets).toBe(0);
    expect(after.heap - before.heap).toBeLessThan(HEAP_TOLERANCE);
  });
});
