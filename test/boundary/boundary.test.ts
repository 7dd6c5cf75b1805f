import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Boundary, boundedClock, visitAll } from '../../src/lib/boundary.ts';
import { SYSTEM_CLOCK, type Timer } from '../../src/lib/clock.ts';

/** A boundary, and what it has reported. */
function newBoundary() {
  const faults: string[] = [];
  const boundary = new Boundary((entry, fault) =>
    faults.push(`${entry}: ${fault instanceof Error ? fault.message : ''}`),
  );
  return { boundary, faults };
}
const failing =
  (message: string) =>
  (..._args: readonly unknown[]): never => {
    throw new Error(message);
  };

describe('a boundary', () => {
  it('reports what is thrown at once and later, once each, and ends what caused it', async () => {
    const { boundary, faults } = newBoundary();
    const ended: string[] = [];
    boundary.run('one', failing('at once'), () => ended.push('one'));
    boundary.run(
      'two',
      async () => failing('later')(),
      () => ended.push('two'),
    );
    boundary.listener('three', failing('in a listener'), (name: string) => ended.push(name))('three');
    await expect.poll(() => faults).toHaveLength(3);
    expect(faults.toSorted()).toEqual(['one: at once', 'three: in a listener', 'two: later']);
    expect(ended.toSorted()).toEqual(['one', 'three', 'two']);
  });

  it('goes on if the end fails, and if the report fails', () => {
    const { boundary, faults } = newBoundary();
    boundary.run('one', failing('first'), failing('second'));
    expect(faults).toEqual(['one: first', 'one: second']);
    let isEnded = false;
    new Boundary(failing('no log')).run('one', failing('first'), () => {
      isEnded = true;
    });
    expect(isEnded).toBe(true);
  });

  it('handles the other 99 of 100 items', () => {
    const { boundary, faults } = newBoundary();
    const handled: number[] = [];
    const items = Array.from({ length: 100 }, (_, index) => index);
    const handle = (item: number): void => {
      if (item === 41) failing('no')();
      handled.push(item);
    };
    boundary.each('item', items, handle);
    expect(faults).toEqual(['item: no']);
    expect(handled).toHaveLength(99);
    handled.length = 0;
    expect(() => visitAll(items, handle)).toThrow('no');
    expect(handled).toHaveLength(99);
  });

  it('ends the turn of a timer', async () => {
    const { boundary, faults } = newBoundary();
    const clock = boundedClock(SYSTEM_CLOCK, boundary);
    const done = new AbortController();
    let rounds = 0;
    clock.setTimeout(failing('timeout'), 1);
    clock.setImmediate(failing('immediate'));
    const interval: Timer = clock.setInterval(() => {
      rounds += 1;
      if (rounds === 3) {
        clock.clearInterval(interval);
        done.abort();
      }
      failing('interval')();
    }, 1);
    await once(done.signal, 'abort');
    await expect
      .poll(() => faults.toSorted())
      .toEqual([
        'timer: interval',
        'timer: interval',
        'timer: interval',
        'timer: timeout',
        'turn: immediate',
      ]);
  });
});
