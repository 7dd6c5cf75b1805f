import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AddressScheduler } from '../../src/admission/address-scheduler.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Milliseconds: longer than an address may take in one turn, shorter than an iteration. */
const SOME = 10;
/** Longer than an iteration. */
const LONG = 25;

/** Waits for so many iterations. */
const iterationsLater = async (iterations: number): Promise<void> => {
  for (let iteration = 0; iteration < iterations; iteration += 1) await nextTurn();
};

describe('iterations of the event loop', () => {
  const clock = new FakeClock();
  /** A scheduler, and what was started, by name. */
  const begin = () => {
    const scheduler = new AddressScheduler(clock);
    const started: string[] = [];
    const run = (address: string, name: string, takes = 0) =>
      scheduler.run(address, () => {
        started.push(name);
        clock.skip(takes);
      });
    return { scheduler, started, run };
  };

  it('are shared by an address and others: what takes long waits, in order', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'first', SOME);
    for (const name of ['second', 'third']) run('10.0.0.1', name, LONG);
    run('10.0.0.2', 'of another');
    expect(started).toEqual(['first', 'of another']);
    await iterationsLater(10);
    expect(started.slice(2)).toEqual(['second', 'third']);
  });

  it('have few pieces of work of one address, however short', async () => {
    const { started, run } = begin();
    for (let number = 0; number < 100; number += 1) run('10.0.0.1', 'of the crowd');
    run('10.0.0.2', 'of another');
    expect(started).toHaveLength(21);
    expect(started.at(-1)).toBe('of another');
    await iterationsLater(20);
    expect(started).toHaveLength(101);
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
    expect(scheduler.run('10.0.0.1', () => {})).toBeNull();
    await iterationsLater(3);
    expect(scheduled).toBe(1);
  });

  it('end, whoever comes, and go on address by address, in rotation', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'before', LONG);
    for (const address of ['10.0.0.2', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2'])
      run(address, address, LONG);
    expect(started).toEqual(['before']);
    await iterationsLater(20);
    expect(started.slice(1)).toEqual(['10.0.0.2', '10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2']);
  });

  it('start nothing of a connection that has closed', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'before', LONG);
    const waiting = run('10.0.0.1', 'closed');
    run('10.0.0.1', 'open');
    if (waiting) waiting.start = null;
    await iterationsLater(10);
    expect(started).toEqual(['before', 'open']);
  });

  it('start what gives way once every 50 ms while connections arrive, and after what waits beside it', async () => {
    const { scheduler, started, run } = begin();
    scheduler.accepted();
    await iterationsLater(1);
    scheduler.run('10.0.0.1', () => started.push('a stream'), true);
    run('10.0.0.1', 'a request');
    for (let passed = 0; passed < 45; passed += 5) {
      scheduler.accepted();
      await iterationsLater(1);
      clock.skip(5);
    }
    expect(started).toEqual(['a request']);
    clock.skip(10);
    run('10.0.0.2', 'long', LONG);
    run('10.0.0.3', 'another request');
    scheduler.accepted();
    await iterationsLater(5);
    expect(started.slice(1)).toEqual(['long', 'another request', 'a stream']);
  });
});
