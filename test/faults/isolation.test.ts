// @module-tag slow
import { describe, expect, it } from 'vitest';
import { type Fault, hang, hangInBody } from '../support/faults.ts';
import { FULL, note } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/** Concurrent hanging calls; a route admits 32 of callers that are not known yet, so that most of them wait. */
const HUNG = FULL ? 300 : 100;
const OTHERS = FULL ? 400 : 100;
const CONCURRENCY = 10;

describe('one hanging route', () => {
  const gateway = suiteGateway(FULL ? {} : { environment: { PLATFORM_TIMEOUT: '2000' } });

  it.each<[string, Fault]>([
    ['before its response', hang],
    ['within its response', hangInBody],
  ])('%s fails only its own fields: other operations are unaffected', async (name, fault) => {
    gateway.faults.set('GET /edu/v1/course/objectives', fault);
    const callsBefore = gateway.requests.length;
    const hung = Array.from({ length: HUNG }, () =>
      gateway.query('{ course(id: "c-knots") { name objectives { name } } }', {
        as: as.bearer(gateway.sandbox.issueToken('u-ana')),
      }),
    );
    const reached = () =>
      gateway.requests.slice(callsBefore).filter(({ path }) => path === '/edu/v1/course/objectives').length;
    await expect.poll(reached, { timeout: 30_000 }).toBeGreaterThanOrEqual(32);

    const durations: number[] = [];
    const sendOperation = async (): Promise<void> => {
      const credential = as.bearer(gateway.sandbox.issueToken('u-ana'));
      const startedAt = performance.now();
      const { data, errors } = await gateway.query(
        '{ me { id friends { user { id } } } courses(first: 1) { nodes { id } } }',
        { as: credential },
      );
      durations.push(performance.now() - startedAt);
      expect(errors).toEqual([]);
      expect(data.me.id).toBe('u-ana');
    };
    for (let done = 0; done < OTHERS; done += CONCURRENCY)
      await Promise.all(Array.from({ length: CONCURRENCY }, sendOperation));
    durations.sort((a, b) => a - b);
    const p95 = durations[Math.floor(durations.length * 0.95)] ?? Number.POSITIVE_INFINITY;
    note(`isolation, ${name}`, {
      hung: HUNG,
      others: OTHERS,
      p95: Math.round(p95),
      worst: Math.round(durations.at(-1) ?? 0),
    });
    // A busy machine is slow for all; only the long form runs alone.
    if (FULL) expect(p95).toBeLessThan(2500);

    for (const { data, errors } of await Promise.all(hung)) {
      expect(data).toEqual({ course: { name: 'Knots and Ropes', objectives: null } });
      expect(errors.map(({ path }) => path)).toEqual([['course', 'objectives']]);
      expect(errors[0]?.extensions.code).toMatch(/^UPSTREAM_(TIMEOUT|UNAVAILABLE)$/);
    }
    gateway.faults.clear();
    // The circuit breaker stays open for a moment, then calls resume.
    await expect
      .poll(
        async () =>
          (await gateway.query('{ course(id: "c-knots") { objectives { id } } }', { as: as.student })).errors,
        { timeout: 20_000 },
      )
      .toEqual([]);
  });
});
