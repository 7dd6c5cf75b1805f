import { createHash } from 'node:crypto';
import type { Clock } from '../../../lib/clock.ts';
import { TokenBucket } from '../../../lib/pacing/token-bucket.ts';

/** Share of the budget that one sender may use for polls that jump the queue. */
const SENDER_SHARE = 0.1;
/** Minimum jumps per second and sender, however small the budget. */
const MIN_RATE = 1;
/** Seconds' worth of its rate that a sender may use at once. */
const BURST = 10;
/** Maximum senders on record, oldest first out. */
const MAX_SENDERS = 10_000;

/** Limits the polls that one sender, or one returning user, may cause ahead of others. */
export class JumpLimit {
  readonly #clock: Clock;
  readonly #rate: () => number;
  /** By digest of the sender; only those that jumped recently. */
  readonly #senders = new Map<string, TokenBucket>();

  /** @param rate polls per second that this instance may make. */
  constructor(clock: Clock, rate: () => number) {
    this.#clock = clock;
    this.#rate = () => Math.max(MIN_RATE, rate() * SENDER_SHARE);
  }

  /** Counts a jump. @returns false if the sender has used up its share. */
  allows(sender: string): boolean {
    const key = createHash('sha256').update(sender).digest('base64url');
    const now = this.#clock.monotonic();
    const bucket = this.#senders.get(key) ?? new TokenBucket(this.#rate, now, BURST);
    this.#senders.delete(key);
    this.#forget(now);
    this.#senders.set(key, bucket);
    if (bucket.wait(now) > 0) return false;
    bucket.take();
    return true;
  }

  /** Removes the oldest sender if its share is available in full again, or if there are too many senders. */
  #forget(now: number): void {
    for (const [key, bucket] of this.#senders) {
      if (this.#senders.size < MAX_SENDERS && !bucket.isFull(now)) return;
      this.#senders.delete(key);
    }
  }
}
