import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { until } from '../support/redis.ts';
import { GROUPS } from './hostile/rows.ts';

const ANSWERED_WITHIN = 2000;
/** Connections that are kept for the next call or request. */
const CONNECTIONS = 150;
const MEGABYTE = 1_000_000;

/** What would tell a stranger how the gateway is made, where it runs, or what it knows. */
const INTERNALS =
  /node_modules|node:internal|\.[jt]s:\d|\n\s+at |file:\/\/|\/src\/|stacktrace|\bundefined\b|\[object |127\.0\.0\.1|localhost|\bE(CONN|PIPE|NOTFOUND)|\bERR_|(Type|Range|Reference)Error|Cannot read|call stack|graphql-(js|jit|ws)|undici|cockatiel|ioredis|x-powered-by|demo-[a-z]+-(token|secret)|did you mean/i;

describe('hostile input', () => {
  let gateway: ProductionGateway;
  let memoryBefore: number;
  let filesBefore: number;
  beforeAll(async () => {
    // What a busy machine sheds is no answer to what was sent.
    gateway = await startProduction({ environment: { LIMIT_LAG: '10000' } });
    await healthy();
    memoryBefore = gateway.memory();
    filesBefore = gateway.openFiles();
  });
  afterAll(() => gateway.close());

  async function healthy(): Promise<void> {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-student-token' },
      body: '{"query":"{ me { id } course(id: \\"c-knots\\") { id } }"}',
    });
    expect(await response.json()).toEqual({ data: { me: { id: 'u-ana' }, course: { id: 'c-knots' } } });
  }

  it('is of more than a hundred kinds, each named once', () => {
    const names = Object.entries(GROUPS).flatMap(([group, rows]) =>
      rows.map(([name]) => `${group}: ${name}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
  });

  describe.each(Object.entries(GROUPS))('%s', (_group, rows) => {
    it.each(rows)('%s', async (_name, attack, expected) => {
      const begun = performance.now();
      const { came, text } = await attack(gateway);
      const took = performance.now() - begun;
      if (typeof expected === 'string') expect(came).toBe(expected);
      else expect(came).toMatch(expected);
      expect(text).not.toMatch(INTERNALS);
      expect(took).toBeLessThan(ANSWERED_WITHIN);
      await healthy();
      expect(gateway.isAlive).toBe(true);
      expect(gateway.memory() - memoryBefore).toBeLessThan(300 * MEGABYTE);
    });
  });

  it('leaves nothing behind: no fault in the log, no prototype changed, no socket open', async () => {
    expect(gateway.output()).not.toMatch(/INTERNAL_SERVER_ERROR|request failed|field failed|uncaught/i);
    expect(gateway.output()).not.toContain('polluted');
    await until(() => gateway.openFiles() <= filesBefore + CONNECTIONS);
    expect(gateway.memory() - memoryBefore).toBeLessThan(300 * MEGABYTE);
  });
});
