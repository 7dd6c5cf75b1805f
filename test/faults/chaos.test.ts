// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../chaos/checker.ts';
import type { FaultName } from '../chaos/faults.ts';
import { RecordedHistory } from '../chaos/history.ts';
import { Chaos, type ChaosOptions } from '../chaos/run.ts';
import { FULL, note } from '../support/fleet-form.ts';

/** Milliseconds of one fault, of the random faults, and of the longest of these. */
const { ONE_FAULT, RANDOM_FAULTS, LONGEST } = FULL
  ? { ONE_FAULT: 10_000, RANDOM_FAULTS: 60_000, LONGEST: 10_000 }
  : { ONE_FAULT: 500, RANDOM_FAULTS: 3000, LONGEST: 1000 };
const MINUTE = 60_000;

/** A fault alone, under the traffic of a fleet. */
interface Case {
  name: string;
  fault: FaultName;
  /** Instances that have it at the same time. Default: the first. */
  targets?: readonly number[];
  /** Included in the short form. */
  short?: true;
}

const CASES: readonly Case[] = [
  { name: 'clocks jump by minutes, apart', fault: "instance's clock jumps", targets: [0, 1], short: true },
  { name: 'an instance is stopped and continued', fault: 'instance is stopped and continued', short: true },
  {
    name: 'the other instance is stopped and continued',
    fault: 'instance is stopped and continued',
    targets: [1],
  },
  {
    name: 'all instances are stopped and continued',
    fault: 'instance is stopped and continued',
    targets: [0, 1],
  },
  { name: 'Redis is stopped and continued', fault: 'Redis is stopped and continued' },
  { name: 'the platform is stopped and continued', fault: 'platform is stopped and continued' },
  { name: 'Redis takes 10 to 500 ms for each command', fault: 'Redis is slow', short: true },
  { name: 'signals are delayed and duplicated', fault: 'signals are delayed and duplicated', short: true },
  { name: 'users sign out', fault: 'users sign out' },
];

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

  it.each(CASES.filter(({ short }) => FULL || short))(
    'loses, repeats and reorders nothing while $name',
    { timeout: 4 * MINUTE },
    async ({ name, fault, targets = [0] }) => {
      const { deliveries } = chaos().subscribers;
      await Promise.all(targets.map((target) => chaos().inject({ name: fault, target, lasts: ONE_FAULT })));
      await chaos().drain();
      expectAllKept(name, history);
      expect(chaos().subscribers.deliveries).toBeGreaterThan(deliveries);
    },
  );

  it('loses, repeats and reorders nothing under random faults', { timeout: 6 * MINUTE }, async () => {
    await chaos().suffer(chaos().schedule(RANDOM_FAULTS, LONGEST));
    await chaos().finish();
    expectAllKept('random faults', history);
  });
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
