import { RATE_WINDOW, type SharedRates } from '../events/shared-rates.ts';

export interface RateLimitOptions {
  /** What is counted: separates the names of different limits in the shared counter. */
  of: 'address' | 'plugin' | 'sign-in' | 'user';
  /** Points per name and minute. */
  perMinute: number;
  /** The counter shared by all instances. Null: this process counts alone. */
  shared: SharedRates | null;
}

/** The minute of one name, from its first point on. */
interface Window {
  points: number;
  /** Points that are not in the shared counter yet. */
  unshared: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** Portions of a limit in which points are shared. */
const PORTIONS = 50;
const WINDOW = RATE_WINDOW * 1000;

/**
 * A limit per name and minute. Each process decides from its own memory, so that no request waits for a store. It adds
 * its points to the shared counter in portions of a fiftieth of the limit and adopts the sum: callers far below the
 * limit cost no command, and each instance admits at most one portion too many. Points that cannot be shared while the
 * store is unavailable count in this process alone.
 */
export class RateLimit {
  readonly #of: string;
  readonly #perMinute: number;
  readonly #shared: SharedRates | null;
  readonly #portion: number;
  /** Windows that began in this minute, and in the one before; older ones have ended. */
  #windows = new Map<string, Window>();
  #earlier = new Map<string, Window>();
  #turnsAt = 0;

  constructor({ of, perMinute, shared }: RateLimitOptions) {
    this.#of = of;
    this.#perMinute = perMinute;
    this.#shared = shared;
    this.#portion = Math.max(1, Math.floor(perMinute / PORTIONS));
  }

  /** Takes points, or none. @returns 0, or if there are not enough left, the milliseconds until there are. */
  take(name: string, points = 1): number {
    const now = performance.now();
    const window = this.#windowOf(name, now);
    if (window.points + points > this.#perMinute) return Math.max(1, window.endsAt - now);
    window.points += points;
    if (this.#shared) {
      window.unshared += points;
      if (window.unshared >= this.#portion) this.#share(name, window, this.#shared).catch(() => {});
    }
    return 0;
  }

  #windowOf(name: string, now: number): Window {
    if (now >= this.#turnsAt) {
      this.#earlier = now - this.#turnsAt < WINDOW ? this.#windows : new Map();
      this.#windows = new Map();
      this.#turnsAt = now + WINDOW;
    }
    const known = this.#windows.get(name) ?? this.#earlier.get(name);
    if (known && now < known.endsAt) return known;
    const window = { points: 0, unshared: 0, endsAt: now + WINDOW };
    this.#windows.set(name, window);
    return window;
  }

  async #share(name: string, window: Window, shared: SharedRates): Promise<void> {
    const points = window.unshared;
    window.unshared = 0;
    const sum = await shared.add(`${this.#of}:${name}`, points);
    const known = sum.points + window.unshared;
    if (known <= window.points || sum.msLeft <= 0) return;
    window.points = known;
    window.endsAt = performance.now() + sum.msLeft;
  }
}
