import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/graph/cancellation.ts';
import { Places } from '../../src/platform/places.ts';

const LATER = (): number => performance.now() + 60_000;

describe('places', () => {
  it('are given in the order in which they were waited for, and to nobody who comes later', async () => {
    const places = new Places(2, 1000);
    expect([places.take(), places.take(), places.take()]).toEqual([true, true, false]);
    const served: number[] = [];
    const waiting = Array.from({ length: 600 }, async (_, number) => {
      const hasPlace = await places.wait(LATER(), undefined);
      served.push(number);
      return hasPlace;
    });
    for (let number = 0; number < 600; number += 1) {
      places.giveBack();
      // A place that is given back belongs to who waits, also before that one has taken notice.
      expect(places.take()).toBe(false);
      await waiting[number];
    }
    expect(served).toEqual(Array.from({ length: 600 }, (_, number) => number));
    places.giveBack();
    expect([places.take(), places.take()]).toEqual([true, false]);
  });

  it('are waited for until a time, or until nobody wants one any more', async () => {
    const places = new Places(1, 1000);
    places.take();
    const cancellation = new Cancellation();
    const late = places.wait(performance.now() + 1, undefined);
    const cancelled = places.wait(LATER(), cancellation);
    const patient = places.wait(LATER(), undefined);
    cancellation.abort();
    expect([await late, await cancelled]).toEqual([false, false]);
    places.giveBack();
    expect(await patient).toBe(true);
    expect(places.take()).toBe(false);
  });

  it('are full when as many wait as may', () => {
    const places = new Places(1, 2);
    places.take();
    expect(places.isFull).toBe(false);
    void places.wait(LATER(), undefined);
    const cancellation = new Cancellation();
    void places.wait(LATER(), cancellation);
    expect(places.isFull).toBe(true);
    cancellation.abort();
    expect(places.isFull).toBe(false);
    for (let number = 0; number < 2; number += 1) places.giveBack();
  });
});
