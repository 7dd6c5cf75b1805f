import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Milliseconds' worth of its rate that a sender may use at once. */
const BURST = 10_000;
/** Maximum senders on record, oldest first out. */
const MAX_SENDERS = 10_000;

/** Limits each of many senders to a rate of its own. Only those that used it lately are on record. */
export class SenderLimit {
  readonly #clock: Clock;
  readonly #rate: () => number;
  /** Until when each has used up its rate, by the clock's `monotonic()`. By digest; Map order is the eviction order. */
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
