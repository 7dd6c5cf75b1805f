// @module-tag redis-server
import { beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { as, type QueryResult, type TestGateway } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { readMetrics } from '../support/metrics.ts';
import { startRedis } from '../support/redis.ts';
import { forSuite, testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const redis = forSuite(startRedis);
beforeEach(() => redis.command('FLUSHALL'));
const start = (environment: Record<string, string>, config: Partial<Config> = {}): Promise<TestGateway> =>
  testGateway({ environment: { REDIS_URL: redis.url, ...environment }, config });

const DOCUMENT = '{ __typename }';
const statuses = async (count: number, send: () => Promise<QueryResult>): Promise<number[]> => {
  const found: number[] = [];
  for (let number = 0; number < count; number += 1) found.push((await send()).status);
  return found;
};
const times = (count: number, status: number): number[] => Array<number>(count).fill(status);

describe('the rate limit of several instances', () => {
  it('applies across instances, and stores neither credentials nor addresses', async () => {
    const environment = { LIMIT_RATE: '10' };
    const [one, two] = [await start(environment), await start(environment)];
    for (const gateway of [one, two]) await know(gateway, as.student);
    let admitted = 0;
    await until(async () => {
      for (const { query } of [one, two]) {
        const { status } = await query(DOCUMENT, { as: as.student });
        if (status === 429) return true;
        admitted += 1;
        // What was admitted is counted before this returns.
        await redis.command('PING');
      }
      return false;
    });
    // Admission does not wait for Redis, so a few more may pass.
    expect(admitted).toBeGreaterThanOrEqual(10);
    expect(admitted).toBeLessThan(20);
    await until(async () => {
      const all = await Promise.all(
        [one, two].map(({ query }) => query(DOCUMENT, { as: as.student }).then(({ status }) => status)),
      );
      return all.every((status) => status === 429);
    });
    const keys = (await redis.command('KEYS', 'gateway:rate:*')) as string[];
    // Of the user alone.
    expect(keys).toHaveLength(1);
    expect(keys.join()).not.toMatch(/demo-student-token|127\.0\.0\.1|address/);
    for (const key of keys) {
      const left = Number(await redis.command('PTTL', key));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(60_000);
    }
  });

  it('is shared in batches: callers far below it cost no Redis command', async () => {
    const gateway = await start({ LIMIT_RATE: '1000' });
    await know(gateway, as.student);
    await statuses(19, () => gateway.query(DOCUMENT, { as: as.student }));
    expect(await redis.command('KEYS', 'gateway:rate:*')).toEqual([]);
    await gateway.query(DOCUMENT, { as: as.student });
    await until(async () => (await redis.command('DBSIZE')) !== 0);
    await until(async () => ((await redis.command('KEYS', 'gateway:rate:*')) as string[]).length === 1);
  });

  it('is enforced per instance while Redis does not respond', async () => {
    const gateway = await start({ LIMIT_RATE: '5' });
    await know(gateway, as.student);
    await gateway.query(DOCUMENT, { as: as.student });
    redis.pause();
    const results = await statuses(5, () => gateway.query(DOCUMENT, { as: as.student }));
    redis.resume();
    expect(results).toEqual([...times(4, 200), 429]);
  });
});

describe('rejected sign-ins from many addresses', () => {
  const TOTAL = 20;
  const PER_ADDRESS = 3;
  const GUESS = 'mutation { refreshSession(input: { refreshToken: "made-up" }) { token { accessToken } } }';

  it('are counted jointly by all instances', async () => {
    const startLimited = () =>
      start(
        { LIMIT_SIGN_IN: '300', TRUST_PROXY: 'loopback' },
        { rejectedSignIns: { limit: TOTAL, perAddress: PER_ADDRESS } },
      );
    const [one, other] = [await startLimited(), await startLimited()];
    let addresses = 0;
    const newAddress = (): string => {
      addresses += 1;
      return `198.51.${addresses >> 8}.${addresses & 255}`;
    };
    const guess = ({ query }: TestGateway, address: string) =>
      query(GUESS, { headers: { 'x-forwarded-for': address } });
    // They are counted in windows: what ends one is begun again in the next.
    await until(async () => {
      for (let number = 0; number <= TOTAL; number += 1) await guess(one, newAddress());
      await guess(other, newAddress());
      if ((await readMetrics(other)).get('gateway_sign_ins_limited') !== 1) return false;
      const address = newAddress();
      const admitted = await statuses(2 * PER_ADDRESS, () => guess(other, address));
      return admitted.filter((status) => status !== 429).length === PER_ADDRESS;
    });
  });
});
