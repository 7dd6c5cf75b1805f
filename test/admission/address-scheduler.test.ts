import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AddressScheduler } from '../../src/admission/address-scheduler.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Milliseconds: longer than an address may take in one turn, shorter than a turn. */
const SOME = 10;
/** Longer than a turn. */
const LONG = 25;

describe('turns of the event loop', () => {
  it('are shared by an address and others: what takes long waits, in order, and ends later', async () => {
    const clock = new FakeClock();
    const scheduler = new AddressScheduler(clock);
    const started: string[] = [];
    expect(scheduler.take('10.0.0.1')).toBe(true);
    clock.skip(SOME);
    expect(scheduler.take('10.0.0.1')).toBe(false);
    expect(scheduler.take('10.0.0.2')).toBe(true);
    let turn = 1;
    const countTurns = (): void => {
      turn += 1;
      if (started.length < 3) clock.setImmediate(countTurns);
    };
    clock.setImmediate(countTurns);
    await new Promise<void>((resolve) => {
      for (const name of ['second', 'third', 'fourth'])
        scheduler.wait('10.0.0.1', () => {
          started.push(`${name} in turn ${turn}`);
          clock.skip(LONG);
          if (started.length === 3) resolve();
        });
    });
    expect(started).toEqual(['second in turn 1', 'third in turn 2', 'fourth in turn 3']);
  });

  it('are not taken while nothing waits', async () => {
    let scheduled = 0;
    class CountingClock extends FakeClock {
      override setImmediate(callback: () => void): void {
        scheduled += 1;
        super.setImmediate(callback);
      }
    }
    const scheduler = new AddressScheduler(new CountingClock());
    expect(scheduler.take('10.0.0.1')).toBe(true);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(scheduled).toBe(1);
  });

  it('end, whoever comes, and go on address by address, in rotation', async () => {
    const clock = new FakeClock();
    const scheduler = new AddressScheduler(clock);
    const started: string[] = [];
    expect(scheduler.take('10.0.0.1')).toBe(true);
    clock.skip(LONG);
    expect(scheduler.take('10.0.0.2')).toBe(false);
    await new Promise<void>((resolve) => {
      for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2'])
        scheduler.wait(address, () => {
          started.push(address);
          clock.skip(LONG);
          if (started.length === 5) resolve();
        });
    });
    expect(started).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2', '10.0.0.1']);
  });
});
