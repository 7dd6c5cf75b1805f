// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withBounds } from '../support/bounds.ts';
import { note } from '../support/fleet-form.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { until } from '../support/until.ts';
import { GROUPS } from '../transports/hostile/rows.ts';

const ROUNDS = 20;
const CONCURRENCY = 8;
const MEGABYTE = 1_000_000;

describe('repeated hostile input', { tags: 'full', timeout: 600_000 }, () => {
  let gateway: ProductionGateway;
  beforeAll(async () => {
    gateway = await startProduction({
      environment: {
        LIMIT_LAG: '10000',
        NODE_OPTIONS: withBounds({ requestTimeout: 1500, held: 2_000_000_000 }),
      },
    });
  });
  afterAll(() => gateway.close());

  const expectHealthy = async (): Promise<void> => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-student-token' },
      body: '{"query":"{ me { id } }"}',
    });
    expect(await response.json()).toEqual({ data: { me: { id: 'u-ana' } } });
  };

  it(`survives the whole table ${ROUNDS} times, eight attacks at a time, without leaking memory`, async () => {
    const rows = Object.values(GROUPS).flat();
    const round = async (): Promise<void> => {
      const queue = [...rows];
      const attack = async (): Promise<void> => {
        for (let row = queue.shift(); row; row = queue.shift()) await row[1](gateway);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, attack));
      await expectHealthy();
    };
    await round();
    const before = { ...(await gateway.held()), memory: gateway.memory() };
    for (let number = 0; number < ROUNDS; number += 1) await round();
    await until(async () => (await gateway.held()).webSockets === 0, { within: 30_000 });
    const after = { ...(await gateway.held()), memory: gateway.memory() };
    note('hostile input', { rows: rows.length, rounds: ROUNDS, before, after });
    expect(gateway.isAlive).toBe(true);
    expect(after.heap - before.heap).toBeLessThan(50 * MEGABYTE);
    expect(after.memory - before.memory).toBeLessThan(300 * MEGABYTE);
    expect(gateway.output()).not.toMatch(/"level":(50|60)/);
  });
});
