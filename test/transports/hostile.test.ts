// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { until } from '../support/until.ts';
import { GROUPS } from './hostile/rows.ts';

/** Seconds of CPU that the gateway may spend on one input: it is busy with what it does not refuse at once. */
const AFFORDABLE = 2;
/** Idle connections kept for reuse. */
const CONNECTIONS = 150;
const MEGABYTE = 1_000_000;

/** What would reveal how the gateway is built, where it runs, or what it knows. */
const INTERNALS =
  /node_modules|node:internal|\.[jt]s:\d|\n\s+at |file:\/\/|\/src\/|stacktrace|\bundefined\b|\[object |127\.0\.0\.1|localhost|\bE(CONN|PIPE|NOTFOUND)|\bERR_|(Type|Range|Reference)Error|Cannot read|call stack|graphql-(js|jit|ws)|undici|cockatiel|ioredis|x-powered-by|demo-[a-z]+-(token|secret)|did you mean/i;

describe('hostile input', () => {
  let gateway: ProductionGateway;
  let memoryBefore: number;
  let filesBefore: number;
  beforeAll(async () => {
    // Load shedding on a busy machine would hide the response.
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

  it('has more than a hundred kinds with unique names', () => {
    const names = Object.entries(GROUPS).flatMap(([group, rows]) =>
      rows.map(([name]) => `${group}: ${name}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
  });

  describe.each(Object.entries(GROUPS))('%s', (_group, rows) => {
    it.each(rows)('%s', async (_name, attack, expected) => {
      const before = gateway.cpuSeconds();
      const { result, text } = await attack(gateway);
      if (typeof expected === 'string') expect(result).toBe(expected);
      else expect(result).toMatch(expected);
      expect(text).not.toMatch(INTERNALS);
      await healthy();
      expect(gateway.cpuSeconds() - before).toBeLessThan(AFFORDABLE);
      expect(gateway.isAlive).toBe(true);
      expect(gateway.memory() - memoryBefore).toBeLessThan(300 * MEGABYTE);
    });
  });

  it('leaves no fault in the log, no polluted prototype and no open socket', async () => {
    expect(gateway.output()).not.toMatch(/INTERNAL_SERVER_ERROR|request failed|field failed|uncaught/i);
    expect(gateway.output()).not.toContain('polluted');
    await until(() => gateway.openFiles() <= filesBefore + CONNECTIONS);
    expect(gateway.memory() - memoryBefore).toBeLessThan(300 * MEGABYTE);
  });
});
