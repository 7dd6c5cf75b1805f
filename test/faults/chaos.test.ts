// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../chaos/checker.ts';
import { affects, FAULT_NAMES, FAULTS, type Fault, type FaultName } from '../chaos/faults.ts';
import { RecordedHistory } from '../chaos/history.ts';
import { Chaos, type ChaosOptions } from '../chaos/run.ts';
import { StoresRun } from '../chaos/stores-run.ts';
import { FULL, note } from '../support/fleet-form.ts';
import { startQueries } from '../support/steady-queries.ts';
import { until } from '../support/until.ts';

/** Milliseconds of one fault, of the random faults, and of the longest of these. */
const { ONE_FAULT, RANDOM_FAULTS, LONGEST } = FULL
  ? { ONE_FAULT: 10_000, RANDOM_FAULTS: 60_000, LONGEST: 10_000 }
  : { ONE_FAULT: 500, RANDOM_FAULTS: 3000, LONGEST: 1000 };
const MINUTE = 60_000;

/** Faults of the short form. */
const SHORT = new Set<FaultName>([
  'instance crashes',
  'instance is stopped and continued',
  "instance's clock jumps",
  'instance is partitioned from Redis',
  'Redis crashes',
  'Redis is slow',
  'signals are delayed and duplicated',
]);
/** Faults that all instances have at the same time, too. */
const JOINT: readonly FaultName[] = [
  'instance is stopped and continued',
  "instance's clock jumps",
  'instance is partitioned from Redis',
];
const CASES = [
  ...FAULT_NAMES.map((fault) => ({ fault, targets: [0] })),
  ...JOINT.map((fault) => ({ fault, targets: [0, 1] })),
].filter(({ fault }) => affects(FAULTS[fault], 'single') && (FULL || SHORT.has(fault)));

/** Milliseconds after a fault of Redis or of an instance until everything has arrived. The short form runs beside other tests. */
const RECOVERY = FULL ? 10_000 : 30_000;
const isOfFleet = ({ scope }: Fault): boolean => ['gateway', 'gateway-redis', 'redis'].includes(scope);

/** A fleet for the tests of a block, and what its clients received. */
function startFleet(options: Pick<ChaosOptions, 'redis'>): { chaos: () => Chaos; history: RecordedHistory } {
  const history = new RecordedHistory();
  let chaos: Chaos;
  beforeAll(async () => {
    const size = FULL ? { subscribers: 60, users: 8 } : { subscribers: 12, users: 3 };
    chaos = await Chaos.start(
      { seed: 18, instances: 2, rate: 8, userInterval: 1500, ...size, ...options },
      history,
    );
  }, 3 * MINUTE);
  afterAll(() => chaos.close(), 3 * MINUTE);
  return { chaos: () => chaos, history };
}

/** Figures by name; fails on anything that was lost, doubled, out of order, or not explained. */
function expectAllKept(name: string, history: RecordedHistory): void {
  const { deliveries, gaps, violations, examples } = check(history.records);
  note(name, { deliveries, gaps, violations });
  expect({ violations, examples }).toEqual({ violations: {}, examples: [] });
}

describe('a fleet under faults, seen by its clients', () => {
  const { chaos, history } = startFleet({ redis: 'single' });

  it.each(CASES)(
    'loses, repeats and reorders nothing: $fault, instances $targets',
    { timeout: 4 * MINUTE },
    async ({ fault, targets }) => {
      const { scope }: Fault = FAULTS[fault];
      // Queries that do not need Redis are not affected by its faults.
      const queries = scope.endsWith('redis')
        ? startQueries(
            chaos().world.gateways.map(({ url }) => ({ url, isUp: true })),
            chaos().world.platform.sender,
          )
        : null;
      await Promise.all(targets.map((target) => chaos().inject({ name: fault, target, lasts: ONE_FAULT })));
      await queries?.stop();
      const healed = performance.now();
      const { deliveries } = chaos().subscribers;
      await until(() => chaos().subscribers.deliveries > deliveries, { within: MINUTE });
      await chaos().drain();
      const recovery = performance.now() - healed;
      expectAllKept(`${fault}, ${targets.length}`, history);
      expect(queries?.failures ?? []).toEqual([]);
      if (isOfFleet(FAULTS[fault])) expect(recovery).toBeLessThan(RECOVERY);
    },
  );

  it.each(['Redis is read-only', 'Redis denies the gateway its commands'] as const)(
    'loses, repeats and reorders nothing when an instance starts while %s',
    async (refusal) => {
      const lasts = 3000;
      await Promise.all([
        chaos().inject({ name: refusal, target: 0, lasts }),
        chaos().inject({ name: 'instance crashes', target: 0, lasts: 0 }),
      ]);
      await chaos().drain();
      expectAllKept(`a start while ${refusal}`, history);
    },
  );

  it('loses, repeats and reorders nothing under random faults', { timeout: 6 * MINUTE }, async () => {
    await chaos().suffer(chaos().schedule(RANDOM_FAULTS, LONGEST));
    await chaos().finish();
    expectAllKept('random faults', history);
  });
});

describe('a fleet on a Redis with a lagging replica', () => {
  const { chaos, history } = startFleet({ redis: 'replica' });

  it('reports what a failover loses as a gap', { timeout: 4 * MINUTE }, async () => {
    // On a busy machine nothing may have been written before one: then it has lost nothing.
    while (chaos().subscribers.gaps === 0) {
      await chaos().inject({ name: 'Redis fails over and loses writes', target: 0, lasts: ONE_FAULT });
      await chaos().drain();
      expectAllKept('a failover', history);
    }
  });
});

describe('stores that read a list and follow it', () => {
  it(
    'have each notification once, in its order, after kills, failovers and jumps of clocks',
    async () => {
      const size = FULL ? { users: 20, notifications: 1000 } : { users: 3, notifications: 60 };
      const run = await StoresRun.start(
        { seed: 18, redis: 'replica', instances: 2, duration: FULL ? 60_000 : 10_000, ...size },
        new RecordedHistory(),
      );
      try {
        const { findings, stored, gaps } = await run.run();
        note('stores', { stored, gaps });
        expect(findings).toEqual({ lost: [], doubled: [], wrong: [], needlessReads: [] });
      } finally {
        await run.close();
      }
    },
    6 * MINUTE,
  );
});

describe.each([
  ['a Redis Cluster', 'cluster'],
  ['a Redis that fails over and loses writes', 'replica'],
] as const)('a fleet on %s under random faults', { tags: 'full' }, (name, redis) => {
  const { chaos, history } = startFleet({ redis });

  it('loses, repeats and reorders nothing without telling', { timeout: 6 * MINUTE }, async () => {
    await chaos().suffer(chaos().schedule(RANDOM_FAULTS, LONGEST));
    await chaos().finish();
    expectAllKept(`random faults, ${name}`, history);
  });
});
