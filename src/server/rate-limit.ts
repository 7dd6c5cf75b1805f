import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_WINDOW, type SharedRates } from '../events/shared-rates.ts';

export interface RateLimitOptions {
  /** What one name may do in a minute. */
  perMinute: number;
  /** What instances count together; null: this process counts alone. */
  shared: SharedRates | null;
}

/** Into how many portions a limit is cut before it is shared. */
const PORTIONS = 50;

/**
 * A limit per name and minute. Each process decides from its own memory, so that no request waits for a store. It tells
 * the others in portions of a fiftieth of the limit what it let through, and takes the sum over from them: callers that
 * stay far below the limit cost no command, and each instance lets through at most one portion too many. What cannot
 * be told while the store is away counts in this process alone.
 */
export class RateLimit {
  readonly #memory: RateLimiterMemory;
  readonly #shared: SharedRates | null;
  readonly #portion: number;
  /** Points by name that the others have not been told of. */
  readonly #untold = new Map<string, number>();
  #forgetAt = 0;

  constructor({ perMinute, shared }: RateLimitOptions) {
    this.#memory = new RateLimiterMemory({ keyPrefix: '', points: perMinute, duration: RATE_WINDOW });
    this.#shared = shared;
    this.#portion = Math.max(1, Math.floor(perMinute / PORTIONS));
  }

  /** Takes a point. @returns the milliseconds until there is one again; 0 where it was taken. */
  async take(name: string): Promise<number> {
    try {
      await this.#memory.consume(name);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
      throw refusal;
    }
    if (this.#shared) this.#note(name, this.#shared);
    return 0;
  }

  #note(name: string, shared: SharedRates): void {
    const now = performance.now();
    if (now > this.#forgetAt) {
      // Less than a portion of each name is lost, and the names of callers that are gone with it.
      this.#untold.clear();
      this.#forgetAt = now + RATE_WINDOW * 1000;
    }
    const untold = (this.#untold.get(name) ?? 0) + 1;
    if (untold < this.#portion) this.#untold.set(name, untold);
    else {
      this.#untold.delete(name);
      this.#tell(name, untold, shared).catch(() => {});
    }
  }

  async #tell(name: string, points: number, shared: SharedRates): Promise<void> {
    const sum = await shared.add(name, points);
    const known = sum.points + (this.#untold.get(name) ?? 0);
    const own = await this.#memory.get(name);
    if (known > (own?.consumedPoints ?? 0) && sum.msLeft > 0)
      await this.#memory.set(name, known, sum.msLeft / 1000);
  }
}
