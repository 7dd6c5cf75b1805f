import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from './faults.ts';
import { type ScheduledFault, scheduleOf } from './schedule.ts';

const HOUR = 3_600_000;
const hourOf = (
  seed: number,
  redis: 'single' | 'replica' = 'replica',
  among: readonly FaultName[] = FAULT_NAMES,
): ScheduledFault[] =>
  scheduleOf({ random: new Random(seed), duration: HOUR, instances: 3, redis, longest: 20_000, among });

describe('a random schedule of faults', () => {
  it('is determined by its seed', () => {
    expect(hourOf(7)).toEqual(hourOf(7));
    expect(hourOf(7)).not.toEqual(hourOf(8));
  });

  it('has every fault, in any hour, that its Redis can have', () => {
    const [single, replica] = [hourOf(7, 'single'), hourOf(7, 'replica')].map(
      (faults) => new Set(faults.map(({ name }) => name)),
    );
    expect(single?.union(replica ?? new Set())).toEqual(new Set(FAULT_NAMES));
    expect(single?.symmetricDifference(replica ?? new Set())).toEqual(
      new Set(['Redis is read-only', 'Redis fails over and loses writes']),
    );
  });

  it('lets faults of different places overlap, but not those of one place', () => {
    const faults = hourOf(7);
    const overlapping = faults.flatMap((one, index) =>
      faults
        .slice(index + 1)
        .flatMap((other) => (other.at < one.at + one.lasts ? [[one, other] as const] : [])),
    );
    expect(overlapping.length).toBeGreaterThan(100);
    const inOnePlace = overlapping.filter(([one, other]) => {
      const [scope, otherScope] = [FAULTS[one.name].scope, FAULTS[other.name].scope];
      return scope === otherScope && (!scope.startsWith('gateway') || one.target === other.target);
    });
    expect(inOnePlace).toEqual([]);
  });

  it('has only the faults that it is to be drawn from, if they can happen to its Redis', () => {
    const among = ['instance crashes', 'Redis fails over and loses writes'] as const;
    const namesOn = (redis: 'single' | 'replica') => new Set(hourOf(7, redis, among).map(({ name }) => name));
    expect(namesOn('replica')).toEqual(new Set(among));
    expect(namesOn('single')).toEqual(new Set(['instance crashes']));
  });

  it('has ended when the run ends', () => {
    expect(hourOf(7).every(({ at, lasts }) => at + lasts <= HOUR)).toBe(true);
  });
});
