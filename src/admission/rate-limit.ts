import type { SharedRates } from '../events/shared-rates.ts';
import type { Clock } from '../lib/clock.ts';

export interface RateLimitOptions {
  clock: Clock;
  /** Kind of caller; separates the keys of different limits in the shared counter. */
  of: 'address' | 'plugin' | 'sign-in' | 'stored-by-address' | 'stored-by-user' | 'user';
  /** Points per key and window. */
  points: number;
  /** Milliseconds from a key's first point. Default: one minute. */
  window?: number;
  /** The counter shared by all instances. Null: each process counts on its own. */
  shared: SharedRates | null;
}

/** What one key has used, from its first point. */
export interface Window {
  points: number;
  /** Platform calls and bytes, where the owner of the limit counts them: in this process only. */
  calls: number;
  bytes: number;
  /** Points not yet added to the shared counter. */
  unshared: number;
  /** By the clock's `monotonic()`. */
  endsAt: number;
}

/** Characters of the keys on record, counted for the current and for the previous window: about 20 MB each. */
const MAX_KEY_CHARACTERS = 8_000_000;
/** What a window costs beside its key, in characters. */
const WINDOW_SIZE = 200;

/** Points are added to the shared counter in this many batches per limit. */
const BATCHES = 50;
const MINUTE = 60_000;

/**
 * A rate limit per key and window. Each process decides from its own memory, so that no request waits for a store. It adds
 * its points to the shared counter in batches of a fiftieth of the limit and adopts the sum: callers far below the limit
 * cost no command, and each instance admits at most one batch too many. While the store is unavailable, points count in
 * this process only.
 */
export class RateLimit {
  readonly #clock: Clock;
  readonly #of: string;
  /** Maximum per key and window. */
  readonly points: number;
  readonly #window: number;
  readonly #shared: SharedRates | null;
  readonly #batch: number;
  /**
   * Windows started in the current and in the previous period; older ones have ended. Callers can make up keys: when there
   * are too many, a minute counts as over early, and the windows of the one before are dropped.
   */
  #windows = new Map<string, Window>();
  #earlier = new Map<string, Window>();
  #rotatesAt: number;
  #size = 0;

  constructor({ clock, of, points, window = MINUTE, shared }: RateLimitOptions) {
    this.#clock = clock;
    this.#rotatesAt = clock.monotonic();
    this.#of = of;
    this.points = points;
    this.#window = window;
    this.#shared = shared;
    this.#batch = Math.max(1, Math.floor(points / BATCHES));
  }

  /** Takes points, or none. @returns 0, or if there are not enough left, the milliseconds until there are. */
  take(key: string, points = 1): number {
    return this.takeFrom(key, this.windowOf(key), points);
  }

  /** Takes points of a key whose window is known. */
  takeFrom(key: string, window: Window, points: number): number {
    if (window.points + points > this.points) return this.endOf(window);
    window.points += points;
    if (this.#shared) {
      window.unshared += points;
      if (window.unshared >= this.#batch) this.#share(key, window, this.#shared).catch(() => {});
    }
    return 0;
  }

  /** Gives points back that were taken for what was then refused. */
  giveBack(window: Window, points: number): void {
    window.points -= points;
    if (this.#shared) window.unshared -= points;
  }

  /** Milliseconds until a window ends; at least 1. */
  endOf({ endsAt }: Window): number {
    return Math.max(1, endsAt - this.#clock.monotonic());
  }

  windowOf(key: string): Window {
    const now = this.#clock.monotonic();
    if (now >= this.#rotatesAt || this.#size > MAX_KEY_CHARACTERS) {
      this.#earlier = now - this.#rotatesAt < this.#window ? this.#windows : new Map();
      this.#windows = new Map();
      this.#rotatesAt = now + this.#window;
      this.#size = 0;
    }
    const known = this.#windows.get(key) ?? this.#earlier.get(key);
    if (known && now < known.endsAt) return known;
    const window = { points: 0, calls: 0, bytes: 0, unshared: 0, endsAt: now + this.#window };
    this.#windows.set(key, window);
    this.#size += key.length + WINDOW_SIZE;
    return window;
  }

  async #share(key: string, window: Window, shared: SharedRates): Promise<void> {
    const points = window.unshared;
    window.unshared = 0;
    const sum = await shared.add(`${this.#of}:${key}`, points, this.#window);
    const known = sum.points + window.unshared;
    if (known <= window.points || sum.msLeft <= 0) return;
    window.points = known;
    window.endsAt = this.#clock.monotonic() + sum.msLeft;
  }
}
