import type { Clock } from '../clock.ts';
import type { Lane } from './fair-queue.ts';

/** Milliseconds for which a credential that the platform accepted counts as valid. */
const PROVEN_FOR = 600_000;
/** Milliseconds after which another acceptance is recorded. */
const REFRESH = 60_000;
/** Characters of credentials on record, oldest first out. */
const MAX_CHARACTERS = 8_000_000;
/** What a record costs beside its credential, in characters. */
const RECORD_SIZE = 100;

/** The credentials that the platform has accepted lately, and the lanes of callers that follow from them. */
export class ProvenCallers {
  readonly #clock: Clock;
  /** By credential, when it was accepted, by the clock's `monotonic()`. Map order is the eviction order. */
  readonly #acceptedAt = new Map<string, number>();
  #characters = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * A proven credential has a lane of its own; all others of one network share one.
   * @param credential as it is sent to the platform. Empty: none.
   * @param network the caller's address, or the /64 of an IPv6 address. Null: the work is the gateway's own.
   */
  laneOf(credential: string, network: string | null): Lane {
    if (network === null) return { key: credential, isProven: true };
    const acceptedAt = this.#acceptedAt.get(credential);
    return acceptedAt !== undefined && this.#clock.monotonic() - acceptedAt < PROVEN_FOR
      ? { key: credential, isProven: true }
      : { key: network, isProven: false };
  }

  /** The platform has accepted a credential. */
  accept(credential: string): void {
    const now = this.#clock.monotonic();
    const acceptedAt = this.#acceptedAt.get(credential);
    if (acceptedAt !== undefined && now - acceptedAt < REFRESH) return;
    this.reject(credential);
    this.#acceptedAt.set(credential, now);
    this.#characters += credential.length + RECORD_SIZE;
    for (const [oldest] of this.#acceptedAt) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.reject(oldest);
    }
  }

  /** The platform has rejected a credential. */
  reject(credential: string): void {
    if (this.#acceptedAt.delete(credential)) this.#characters -= credential.length + RECORD_SIZE;
  }
}
