import { RATE_WINDOW, type SharedRates } from '../events/shared-rates.ts';

export interface RateLimitOptions {
  /** What is counted: keeps the names of one limit from those of another where instances count together. */
  of: 'address' | 'plugin' | 'user';
  /** What one name may do in a minute. */
  perMinute: number;
  /** What instances count together; null: this process counts alone. */
  shared: SharedRates | null;
}

/** A name's minute, from its first point on. */
interface Window {
  points: number;
  /** Points that the other instances have not been told of. */
  untold: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** Into how many portions a limit is cut before it is shared. */
const PORTIONS = 50;
const WINDOW = RATE_WINDOW * 1000;

/**
 * A limit per name and minute. Each process decides from its own memory, so that no request waits for a store. It tells
 * the others in portions of a fiftieth of the limit what it let through, and takes the sum over from them: callers that
 * stay far below the limit cost no command, and each instance lets through at most one portion too many. What cannot
 * be told while the store is away counts in this process alone.
 */
export class RateLimit {
  readonly #of: string;
  readonly #perMinute: number;
  readonly #shared: SharedRates | null;
  readonly #portion: number;
  /** Windows that began in this minute, and in the one before: what is in neither is over. */
  #windows = new Map<string, Window>();
  #earlier = new Map<string, Window>();
  #turnsAt = 0;

  constructor({ of, perMinute, shared }: RateLimitOptions) {
    this.#of = of;
    this.#perMinute = perMinute;
    this.#shared = shared;
    this.#portion = Math.max(1, Math.floor(perMinute / PORTIONS));
  }

  /** Takes a point. @returns the milliseconds until there is one again; 0 where it was taken. */
  take(name: string): number {
    const now = performance.now();
    const window = this.#windowOf(name, now);
    if (window.points >= this.#perMinute) return Math.max(1, window.endsAt - now);
    window.points += 1;
    if (this.#shared) {
      window.untold += 1;
      if (window.untold >= this.#portion) this.#tell(name, window, this.#shared).catch(() => {});
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
    const window = { points: 0, untold: 0, endsAt: now + WINDOW };
    this.#windows.set(name, window);
    return window;
  }

  async #tell(name: string, window: Window, shared: SharedRates): Promise<void> {
    const points = window.untold;
    window.untold = 0;
    const sum = await shared.add(`${this.#of}:${name}`, points);
    const known = sum.points + window.untold;
    if (known <= window.points || sum.msLeft <= 0) return;
    window.points = known;
    window.endsAt = performance.now() + sum.msLeft;
  }
}
