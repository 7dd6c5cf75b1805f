import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Burst of a sender, in milliseconds of its rate. */
const BURST = 10_000;
/** Maximum tracked senders; the oldest is evicted first. */
const MAX_SENDERS = 10_000;

/** Rate limit for each of many senders. Only recent senders are tracked. */
export class SenderLimit {
  readonly #clock: Clock;
  readonly #rate: () => number;
  /** The time until which each has used up its rate, by the clock's `monotonic()`. By digest; Map order is the eviction order. */
  readonly #usedUntil = new Map<string, number>();

  /** @param rate per second and sender. Read often, because it may change. */
  constructor(clock: Clock, rate: () => number) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Counts a use. @returns false, without counting it, if the sender has used up its rate. */
  allows(sender: string): boolean {
    const now = this.#clock.monotonic();
    for (const [other, until] of this.#usedUntil) {
      if (until > now && this.#usedUntil.size < MAX_SENDERS) break;
      this.#usedUntil.delete(other);
    }
    const key = createHash('sha256').update(sender).digest('base64url');
    const until = Math.max(now, this.#usedUntil.get(key) ?? now) + 1000 / this.#rate();
    if (until > now + BURST) return false;
    this.#usedUntil.delete(key);
    this.#usedUntil.set(key, until);
    return true;
  }
}
