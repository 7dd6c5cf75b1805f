import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { status } from '../support/faults.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { suiteGateway } from '../support/suite.ts';

/** By field, the route of its call. */
const ROUTES = { course: 'GET /edu/v1/course', class: 'GET /edu/v1/class/structure' };
const FIELDS = Object.keys(ROUTES);
/** Calls that one network has with the platform at a time, and two: half of the places that are left to all networks. */
const [OF_ONE, OF_TWO] = [2, 3];
/** Calls of one operation. */
const CALLS = 30;
/** Calls that may wait, of one network and of all together. */
const [OF_NETWORK, OF_ALL] = [5000, 10_000];
/** More operations than have room to wait. */
const OPERATIONS = 170;

const reading = (field: string, count: number): string =>
  `{ ${Array.from({ length: count }, (_, number) => `f${number}: ${field}(id: "x-${number}") { id }`).join(' ')} }`;

describe('calls that wait for a platform that hangs', () => {
  const gateway = suiteGateway({
    environment: { PLATFORM_CONNECTIONS: '8', PLATFORM_TIMEOUT: '60000', TRUST_PROXY: 'loopback' },
  });
  const refused = async (): Promise<number> => {
    const metrics = await readMetrics(gateway);
    return Object.values(ROUTES)
      .map((route) => metrics.get(`gateway_upstream_refused_total{route="${route}",reason="queue"}`) ?? 0)
      .reduce((sum, count) => sum + count);
  };

  it('are limited for the made-up tokens of a network, over all routes, and for all networks together', async () => {
    await gateway.query('{ me { id } }', { as: as.student });
    const held: ServerResponse[] = [];
    for (const route of Object.values(ROUTES))
      gateway.faults.set(route, (_request, response) => void held.push(response));
    const sent: Promise<unknown>[] = [];
    const flood = (address: string, operations: number): void => {
      for (let number = 0; number < operations; number += 1) {
        const operation = gateway.query(reading(FIELDS[number % 2] ?? '', CALLS), {
          as: as.bearer(`made-up-${sent.length}`),
          headers: { 'x-forwarded-for': address },
        });
        sent.push(operation);
      }
    };
    flood('192.0.2.1', OPERATIONS);
    const calls = (): number => CALLS * sent.length;
    await expect.poll(refused, { timeout: 30_000 }).toBe(calls() - OF_ONE - OF_NETWORK);
    flood('192.0.2.2', OPERATIONS);
    await expect.poll(refused, { timeout: 30_000 }).toBe(calls() - OF_TWO - OF_ALL);
    const third = await gateway.query(reading('course', 2), {
      as: as.bearer('made-up'),
      headers: { 'x-forwarded-for': '192.0.2.3' },
    });
    expect(codesByPath(third.errors)).toEqual({ f0: 'UPSTREAM_UNAVAILABLE', f1: 'UPSTREAM_UNAVAILABLE' });
    // A known user has its own places, and may wait.
    const known = gateway.query(reading('course', 4), { as: as.student });
    await expect.poll(() => held.length).toBe(OF_TWO + 1);
    for (const route of Object.values(ROUTES)) gateway.faults.set(route, status(401));
    for (const response of held) response.writeHead(401).end('{}');
    expect(Object.values(codesByPath((await known).errors))).not.toContain('UPSTREAM_UNAVAILABLE');
    await Promise.all(sent);
    // What has ended no longer counts.
    const { errors } = await gateway.query(reading('course', CALLS), { as: as.bearer('made-up') });
    expect(new Set(Object.values(codesByPath(errors)))).toEqual(new Set(['UNAUTHENTICATED']));
  });
});
