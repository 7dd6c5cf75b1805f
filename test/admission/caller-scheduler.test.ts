import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CallerScheduler } from '../../src/admission/caller-scheduler.ts';
import type { Lane } from '../../src/lib/pacing/fair-queue.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Milliseconds: longer than a caller may take in one turn, shorter than an iteration. */
const SOME = 10;
/** Longer than an iteration. */
const LONG = 25;

const network = (owner: string): Lane => ({ owner, isProven: false });
const ANA: Lane = { owner: 'user:u-ana', isProven: true };

/** Waits for so many iterations. */
const iterationsLater = async (iterations: number): Promise<void> => {
  for (let iteration = 0; iteration < iterations; iteration += 1) await nextTurn();
};

describe('iterations of the event loop', () => {
  /** A scheduler, its clock, and what was started, by name. */
  const begin = () => {
    const clock = new FakeClock();
    const scheduler = new CallerScheduler(clock);
    const started: string[] = [];
    const run = (caller: string | Lane, name: string, takes = 0, givesWay = false) =>
      scheduler.run(
        typeof caller === 'string' ? network(caller) : caller,
        () => {
          started.push(name);
          clock.skip(takes);
        },
        givesWay,
      );
    return { clock, scheduler, started, run };
  };

  it('are shared by a caller and others: what takes long waits, in order', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'first', SOME);
    for (const name of ['second', 'third']) run('10.0.0.1', name, LONG);
    run('10.0.0.2', 'of another');
    expect(started).toEqual(['first', 'of another']);
    await iterationsLater(10);
    expect(started.slice(2)).toEqual(['second', 'third']);
  });

  it('have few pieces of work of one caller, however short', async () => {
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
    const scheduler = new CallerScheduler(new CountingClock());
    expect(scheduler.run(ANA, () => {})).toBeNull();
    await iterationsLater(3);
    expect(scheduled).toBe(1);
  });

  it('end whichever caller comes next, and continue caller by caller in rotation', async () => {
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
    const { clock, scheduler, started, run } = begin();
    scheduler.accepted();
    await iterationsLater(1);
    run('10.0.0.1', 'a stream', 0, true);
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

  it.each([
    ['IPv4 addresses', 1, (number: number) => network(`10.0.0.${number}`)],
    ['IPv4 addresses', 50, (number: number) => network(`10.0.0.${number}`)],
    ['IPv4 addresses', 5000, (number: number) => network(`10.0.${number >> 8}.${number & 255}`)],
    ['sites', 500, (number: number) => network(`2001:db8:${number}::/48`)],
  ])('come soon for a proven caller beside %s, of which %i wait', async (_, count, laneOf) => {
    const { started, run } = begin();
    // At the beginning of an iteration, and of the next one: either group may be first.
    for (const name of ['a read', 'another read', 'a write']) {
      run(laneOf(0), 'a stranger', LONG);
      for (let number = 1; number <= count; number += 1) run(laneOf(number), 'a stranger', SOME);
      const before = started.length;
      run(ANA, name, 0, name === 'a write');
      while (!started.includes(name)) await iterationsLater(1);
      // Those of one iteration.
      expect(started.indexOf(name) - before).toBeLessThanOrEqual(3);
    }
    await iterationsLater(3 * count + 3);
    expect(started).toHaveLength(3 * (count + 2));
  });

  it('come for a network beside proven callers, however many of these wait', async () => {
    const { started, run } = begin();
    run(ANA, 'a user', LONG);
    for (let number = 0; number < 100; number += 1) run({ ...ANA, owner: `user:${number}` }, 'a user', SOME);
    run('10.0.0.1', 'a stranger');
    while (!started.includes('a stranger')) await iterationsLater(1);
    expect(started.indexOf('a stranger')).toBeLessThanOrEqual(4);
  });

  it('have the networks of a site in one turn', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'before', LONG);
    for (let number = 0; number < 500; number += 1) run(network('2001:db8:1::/48'), 'of the site', LONG);
    run('10.0.0.1', 'of another');
    while (!started.includes('of another')) await iterationsLater(1);
    expect(started.slice(0, 3)).toEqual(['before', 'of the site', 'of another']);
  });

  it('start what gives way of a proven caller before what waits of all others', async () => {
    const { started, run } = begin();
    run('10.0.0.1', 'before', LONG);
    for (let number = 0; number < 100; number += 1) run(`10.0.1.${number}`, 'small', SOME);
    run(ANA, 'large', LONG, true);
    run({ ...ANA, owner: 'user:u-ben' }, 'small of a user', LONG);
    while (!started.includes('large')) await iterationsLater(1);
    expect(started.filter((name) => name === 'small').length).toBeLessThanOrEqual(2 * 3);
    expect(started.indexOf('small of a user')).toBeLessThan(started.indexOf('large'));
  });
});
