import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/lib/cancellation.ts';
import { Bulkhead } from '../../src/platform/bulkhead.ts';
import { FakeClock } from '../support/fake-clock.ts';

const clock = new FakeClock();
const LATER = (): number => clock.monotonic() + 60_000;

describe('a bulkhead', () => {
  it('serves waiters in arrival order, before later arrivals', async () => {
    const bulkhead = new Bulkhead(clock, 2, 1000);
    expect([bulkhead.tryAcquire(), bulkhead.tryAcquire(), bulkhead.tryAcquire()]).toEqual([
      true,
      true,
      false,
    ]);
    const served: number[] = [];
    const waiting = Array.from({ length: 600 }, async (_, number) => {
      const acquired = await bulkhead.acquire(LATER(), undefined);
      served.push(number);
      return acquired;
    });
    for (let number = 0; number < 600; number += 1) {
      bulkhead.release();
      // A released slot belongs to the next waiter, even before that waiter has resumed.
      expect(bulkhead.tryAcquire()).toBe(false);
      await waiting[number];
    }
    expect(served).toEqual(Array.from({ length: 600 }, (_, number) => number));
    bulkhead.release();
    expect([bulkhead.tryAcquire(), bulkhead.tryAcquire()]).toEqual([true, false]);
  });

  it('drops waiters at their deadline or on cancellation', async () => {
    const bulkhead = new Bulkhead(clock, 1, 1000);
    bulkhead.tryAcquire();
    const cancellation = new Cancellation();
    const late = bulkhead.acquire(clock.monotonic() + 1, undefined);
    const cancelled = bulkhead.acquire(LATER(), cancellation);
    const patient = bulkhead.acquire(LATER(), undefined);
    cancellation.abort();
    await clock.advance(1);
    expect([await late, await cancelled]).toEqual([false, false]);
    bulkhead.release();
    expect(await patient).toBe(true);
    expect(bulkhead.tryAcquire()).toBe(false);
  });

  it('is full when its queue is full', () => {
    const bulkhead = new Bulkhead(clock, 1, 2);
    bulkhead.tryAcquire();
    expect(bulkhead.isFull).toBe(false);
    void bulkhead.acquire(LATER(), undefined);
    const cancellation = new Cancellation();
    void bulkhead.acquire(LATER(), cancellation);
    expect(bulkhead.isFull).toBe(true);
    cancellation.abort();
    expect(bulkhead.isFull).toBe(false);
    for (let number = 0; number < 2; number += 1) bulkhead.release();
  });

  it('does not count twice a waiter that is served while its own cancellation is announced', async () => {
    const bulkhead = new Bulkhead(clock, 1, 1);
    bulkhead.tryAcquire();
    const cancellation = new Cancellation();
    cancellation.addEventListener('abort', () => bulkhead.release());
    expect(bulkhead.isFull).toBe(false);
    const served = bulkhead.acquire(LATER(), cancellation);
    cancellation.abort();
    expect(await served).toBe(true);
    void bulkhead.acquire(LATER(), undefined);
    expect(bulkhead.isFull).toBe(true);
    bulkhead.release();
  });
});
