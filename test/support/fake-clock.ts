import { setTimeout as pause } from 'node:timers/promises';
import { createClock } from '@sinonjs/fake-timers';
import type { Clock, Timer } from '../../src/lib/clock.ts';

/** Where `monotonic()` begins: not at 0, so that no code can rely on it. */
const ORIGIN = 5_000_000;
/** Milliseconds by which `during` and `until` advance at a time. */
const STEP = 10;

/**
 * A clock that stands still until a test advances it. The turns of the event loop go on, because promises and sockets need
 * them.
 */
export class FakeClock implements Clock {
  readonly #timers: ReturnType<typeof createClock>;
  readonly #startedAt: number;
  /** Milliseconds that have passed without any timer firing. */
  #stalled = 0;
  /** How far the time of day has jumped, in milliseconds. */
  #jumped = 0;
  /** Settles when the latest advance is over. */
  #advanced: Promise<unknown> = Promise.resolve();

  /** @param now the time of day at first, in milliseconds since 1970. */
  constructor(now = Date.parse('2026-09-01T12:00:00.000Z')) {
    this.#timers = createClock(now);
    this.#startedAt = now;
  }

  now(): number {
    return this.#timers.now + this.#stalled + this.#jumped;
  }

  monotonic(): number {
    return this.#timers.now - this.#startedAt + this.#stalled + ORIGIN;
  }

  setTimeout(callback: () => void, milliseconds: number): Timer {
    return asTimer(this.#timers.setTimeout(callback, milliseconds));
  }

  clearTimeout(timer: Timer | undefined): void {
    this.#timers.clearTimeout(timer);
  }

  setInterval(callback: () => void, milliseconds: number): Timer {
    return asTimer(this.#timers.setInterval(callback, milliseconds));
  }

  clearInterval(timer: Timer | undefined): void {
    this.#timers.clearInterval(timer);
  }

  setImmediate(callback: () => void): void {
    setImmediate(callback);
  }

  /** The timers that are set. */
  get timers(): number {
    return this.#timers.countTimers();
  }

  /** Lets time pass. Before each timer and at the end, everything that needs no more time settles, except input and output. */
  async advance(milliseconds: number): Promise<void> {
    // One after the other: a gateway may start or close while the time flows.
    const advanced = this.#advanced.then(() => this.#timers.tickAsync(milliseconds));
    this.#advanced = advanced.catch(() => {});
    await advanced;
  }

  /** Lets time pass at once, for code without promises. */
  skip(milliseconds: number): void {
    this.#timers.tick(milliseconds);
  }

  /** Lets time pass until the work settles, also if it needs input and output. @returns its result. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    work.then(settle, settle);
    while (!isSettled) await this.advance(STEP);
    return work;
  }

  /**
   * Lets time pass until something holds. To find out must take no time, except for a round trip to Redis where instances must not
   * seem dead because it is slow.
   */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await this.advance(STEP);
  }

  /**
   * Lets time pass together with the turns of the event loop, ten times as fast as the machine's at most: a busy machine makes it
   * slow, and no timer fires early for it.
   * @param roundTrip to Redis, where it must not seem dead because the machine is busy. Default: a millisecond in which others
   * have the processor.
   * @returns stops the time again.
   */
  flow(roundTrip: () => Promise<unknown> = () => pause(1)): () => Promise<void> {
    let isFlowing = true;
    const flowing = this.until(async () => {
      await roundTrip();
      return !isFlowing;
    });
    return () => {
      isFlowing = false;
      return flowing;
    };
  }

  /** Lets time pass in which the process stands still: no timer fires before the next advance. */
  stall(milliseconds: number): void {
    this.#stalled += milliseconds;
  }

  /** Changes the time of day, and nothing else. */
  jump(milliseconds: number): void {
    this.#jumped += milliseconds;
  }
}

function asTimer(timer: unknown): Timer {
  if (typeof timer !== 'object') throw new TypeError('the fake timers are those of a browser');
  return timer as Timer;
}
