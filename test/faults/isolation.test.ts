import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, hang, hangInBody } from '../support/faults.ts';
import { FULL, note } from '../support/fleet-form.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';

/** Calls that hang at a time; half of the sockets are 64, so that most of the full form's wait for a place. */
const HUNG = FULL ? 300 : 100;
const OTHERS = FULL ? 400 : 100;
const AT_ONCE = 10;

describe('one route that hangs', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(FULL ? {} : { environment: { PLATFORM_TIMEOUT: '2000' } });
  });
  afterAll(() => gateway.close());

  it.each<[string, Fault]>([
    ['before its answer', hang],
    ['in its answer', hangInBody],
  ])('%s costs its own fields alone: the others are answered as usual', async (name, fault) => {
    gateway.faults.set('GET /edu/v1/course/objectives', fault);
    const seen = gateway.requests.length;
    const hung = Array.from({ length: HUNG }, () =>
      gateway.query('{ course(id: "c-knots") { name objectives { name } } }', {
        as: as.bearer(gateway.sandbox.issueToken('u-ana')),
      }),
    );
    const reached = () =>
      gateway.requests.slice(seen).filter(({ path }) => path === '/edu/v1/course/objectives').length;
    await expect.poll(reached).toBeGreaterThanOrEqual(64);

    const took: number[] = [];
    const ask = async (): Promise<void> => {
      const credential = as.bearer(gateway.sandbox.issueToken('u-ana'));
      const startedAt = performance.now();
      const { data, errors } = await gateway.query(
        '{ me { id friends { id } } courses(first: 1) { nodes { id } } }',
        { as: credential },
      );
      took.push(performance.now() - startedAt);
      expect(errors).toEqual([]);
      expect(data.me.id).toBe('u-ana');
    };
    for (let asked = 0; asked < OTHERS; asked += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
    took.sort((one, other) => one - other);
    const p95 = took[Math.floor(took.length * 0.95)] ?? Number.POSITIVE_INFINITY;
    note(`isolation, ${name}`, {
      hung: HUNG,
      others: OTHERS,
      p95: Math.round(p95),
      worst: Math.round(took.at(-1) ?? 0),
    });
    expect(p95).toBeLessThan(2500);

    for (const { data, errors } of await Promise.all(hung)) {
      expect(data).toEqual({ course: { name: 'Knots and Ropes', objectives: null } });
      expect(errors.map(({ path }) => path)).toEqual([['course', 'objectives']]);
      expect(errors[0]?.extensions.code).toMatch(/^UPSTREAM_(TIMEOUT|UNAVAILABLE)$/);
    }
    gateway.faults.clear();
    // The route rests for a moment, and is asked again.
    await expect
      .poll(
        async () =>
          (await gateway.query('{ course(id: "c-knots") { objectives { id } } }', { as: as.student })).errors,
        { timeout: 20_000 },
      )
      .toEqual([]);
  });
});
