import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/lib/cancellation.ts';
import { FairQueue, type Lane } from '../../src/lib/pacing/fair-queue.ts';
import { FakeClock } from '../support/fake-clock.ts';

const clock = new FakeClock();
const LATER = (): number => clock.monotonic() + 60_000;
const newQueue = (places: number) => new FairQueue(clock, places);
const guaranteed = (owner: string): Lane => ({ owner, isProven: true });
const bestEffort = (owner: string): Lane => ({ owner, isProven: false });
const ANA = guaranteed('ana');

describe('a fair queue', () => {
  it('serves the waiters of a lane in arrival order, before later arrivals', async () => {
    const queue = newQueue(4);
    expect([queue.tryAcquire(ANA), queue.tryAcquire(ANA), queue.tryAcquire(ANA)]).toEqual([
      true,
      true,
      false,
    ]);
    const served: number[] = [];
    const waiting = Array.from({ length: 600 }, async (_, number) => {
      const acquired = await queue.acquire(ANA, LATER(), undefined);
      served.push(number);
      return acquired;
    });
    for (let number = 0; number < 600; number += 1) {
      queue.release(ANA);
      // A released place belongs to the next waiter, even before that waiter has resumed.
      expect(queue.tryAcquire(ANA)).toBe(false);
      await waiting[number];
    }
    expect(served).toEqual(Array.from({ length: 600 }, (_, number) => number));
    queue.release(ANA);
    expect([queue.tryAcquire(ANA), queue.tryAcquire(ANA)]).toEqual([true, false]);
  });

  it('serves lanes in turn, however much one of them has waiting', async () => {
    const queue = newQueue(1);
    queue.tryAcquire(ANA);
    const served: string[] = [];
    const wait = async (key: string): Promise<void> => {
      await queue.acquire(guaranteed(key), LATER(), undefined);
      served.push(key);
    };
    const waiting = [...Array.from({ length: 5 }, () => 'busy'), 'ben', 'cem', 'ben'].map(wait);
    for (let number = 0; number < waiting.length; number += 1) {
      queue.release(number === 0 ? ANA : guaranteed(served.at(-1) ?? ''));
      await Promise.resolve();
      await Promise.resolve();
    }
    await Promise.all(waiting);
    expect(served).toEqual(['busy', 'ben', 'cem', 'busy', 'ben', 'busy', 'busy', 'busy']);
  });

  it('gives best-effort lanes half of the places and every second one that becomes free, however many there are', async () => {
    const queue = newQueue(4);
    const strangers = Array.from({ length: 100 }, (_, number) => bestEffort(`192.0.2.${number}`));
    expect(strangers.filter((lane) => queue.tryAcquire(lane))).toHaveLength(2);
    const waiting = strangers.slice(2).map((lane) => queue.acquire(lane, LATER(), undefined));
    const known = [ANA, guaranteed('ben'), guaranteed('cem')];
    expect(known.map((lane) => queue.tryAcquire(lane))).toEqual([true, true, false]);
    const served: string[] = [];
    const cem = queue.acquire(guaranteed('cem'), LATER(), undefined).then(() => served.push('cem'));
    for (const [number, stranger] of waiting.entries()) void stranger.then(() => served.push(`${number}`));
    queue.release(bestEffort('192.0.2.0'));
    await cem;
    // Its turn comes before that of any stranger, or after one of them.
    expect(served.length).toBeLessThanOrEqual(2);
  });

  it('gives a lane less than it leaves, whose next place is for one that has none', async () => {
    const queue = newQueue(4);
    expect([1, 2, 3].map(() => queue.tryAcquire(ANA))).toEqual([true, true, false]);
    const [first, second] = [1, 2].map(() => queue.acquire(ANA, LATER(), undefined));
    const ben = guaranteed('ben');
    expect([1, 2].map(() => queue.tryAcquire(ben))).toEqual([true, false]);
    const cem = guaranteed('cem');
    expect([1, 2].map(() => queue.tryAcquire(cem))).toEqual([true, false]);
    const dan = queue.acquire(guaranteed('dan'), LATER(), undefined);
    queue.release(ANA);
    expect(await dan).toBe(true);
    queue.release(cem);
    queue.release(ben);
    expect(await first).toBe(true);
    for (const lane of [ANA, ANA]) queue.release(lane);
    expect(await second).toBe(true);
  });

  /** Lanes that always have more to do, and whose work hangs for as long as that of all others. */
  class Greedy {
    readonly #queue: FairQueue;
    readonly #running: Lane[] = [];

    constructor(queue: FairQueue, lanes: readonly Lane[], waiting: number) {
      this.#queue = queue;
      for (const lane of lanes) {
        while (queue.tryAcquire(lane)) this.#running.push(lane);
        for (let number = 0; number < waiting; number += 1)
          void queue.acquire(lane, LATER(), undefined).then(() => this.#running.push(lane));
      }
    }

    /** Ends the work that began first. */
    async end(count: number): Promise<void> {
      for (const lane of this.#running.splice(0, count)) this.#queue.release(lane);
      await nextTurn();
    }

    /** How much work of each lane is running. */
    get shares(): number[] {
      return [...Map.groupBy(this.#running, ({ owner }) => owner).values()].map(({ length }) => length);
    }
  }

  it.each([
    ['guaranteed', guaranteed, 64],
    ['best-effort', bestEffort, 32],
  ])(
    'leaves a place for a %s lane that has none, while some hang or a dozen go on',
    async (_, lane, places) => {
      const lanes = Array.from({ length: 12 }, (_lane, number) => lane(`${number}`));
      const other = lane('other');
      for (let hanging = 0; hanging <= Math.log2(places); hanging += 1) {
        const queue = newQueue(64);
        new Greedy(queue, lanes.slice(0, hanging), 0);
        // Each leaves half of what was free.
        expect(queue.tryAcquire(other)).toBe(true);
        expect(queue.tryAcquire(other)).toBe(hanging < Math.log2(places) - 1);
      }
      for (const going of [1, 2, 3, 6, 12]) {
        const queue = newQueue(64);
        const greedy = new Greedy(queue, lanes.slice(0, going), 400);
        for (let round = 0; round < 100; round += 1) await greedy.end(4);
        const { shares } = greedy;
        expect(shares).toHaveLength(going);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(Math.floor(places / (going + 1)));
        expect(queue.tryAcquire(other)).toBe(true);
      }
    },
  );

  it('drops waiters at their deadline or on cancellation', async () => {
    const queue = newQueue(1);
    queue.tryAcquire(ANA);
    const cancellation = new Cancellation();
    const late = queue.acquire(ANA, clock.monotonic() + 1, undefined);
    const cancelled = queue.acquire(ANA, LATER(), cancellation);
    const patient = queue.acquire(ANA, Number.POSITIVE_INFINITY, undefined);
    cancellation.abort();
    await clock.advance(1);
    expect([await late, await cancelled]).toEqual([false, false]);
    queue.release(ANA);
    expect(await patient).toBe(true);
    expect(queue.tryAcquire(ANA)).toBe(false);
  });

  it('gives one place to a waiter that is served while its own cancellation is announced', async () => {
    const queue = newQueue(1);
    queue.tryAcquire(ANA);
    const cancellation = new Cancellation();
    cancellation.addEventListener('abort', () => queue.release(ANA));
    const served = queue.acquire(ANA, LATER(), cancellation);
    cancellation.abort();
    expect(await served).toBe(true);
    expect(queue.tryAcquire(ANA)).toBe(false);
    queue.release(ANA);
    expect([queue.tryAcquire(ANA), queue.tryAcquire(ANA)]).toEqual([true, false]);
  });
});
