import type { SharedRates } from '../events/shared-rates.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import type { SignInLimitObserver } from './refusal-observer.ts';

export interface RejectedSignInsOptions {
  clock: Clock;
  /** Rejected sign-ins per minute, over all addresses, above which addresses are limited. 0: no limit. */
  limit: number;
  /** Rejected sign-ins per minute that an address may then have; more if as many of its sign-ins succeed. */
  perAddress: number;
  /** The counter shared by all instances. Null: each process counts on its own. */
  shared: SharedRates | null;
  observer: SignInLimitObserver;
}

/** What the platform decided about sign-ins. */
export interface SignInOutcomes {
  /** With a credential that the platform accepted. */
  accepted: number;
  rejected: number;
}

/** The sign-ins of one address. */
interface Attempts {
  /** Sent to the platform, without an outcome yet. */
  pending: number;
  readonly accepted: SlidingCount;
  readonly rejected: SlidingCount;
}

/** Milliseconds for which addresses stay limited after the total was last above its limit. */
const LIMITED_FOR = 300_000;
/** Milliseconds between additions to the shared total. */
const SHARE_INTERVAL = 1000;
/** Milliseconds after which pending sign-ins usually have an outcome. */
const PENDING_RETRY = 1000;
const MINUTE = 60_000;
/** Addresses on record, twice: those of this minute and of the one before. About 20 MB. */
const MAX_ADDRESSES = 50_000;

/**
 * Slows down guessing from many addresses. Each sign-in that the platform rejects counts toward a total over all
 * addresses and instances; those that it accepts never do. While the total is too high, and for five minutes after, an
 * address may have few rejected sign-ins, or as many as succeed. So nobody can lock out others: an address at which
 * people sign in successfully is not limited, and any other may still have a few.
 */
export class RejectedSignIns {
  readonly #options: RejectedSignInsOptions;
  readonly #clock: Clock;
  readonly #total = new SlidingCount();
  #unshared = 0;
  #sharing: Timer | undefined;
  /** Ends the limit. Undefined: addresses are not limited. */
  #relaxing: Timer | undefined;
  /** By address: those with a sign-in in this minute, and in the one before. */
  #addresses = new Map<string, Attempts>();
  #earlier = new Map<string, Attempts>();
  #minute = 0;

  constructor(options: RejectedSignInsOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** @returns 0 if an address may try to sign in so many times, or the milliseconds after which it may. */
  waitFor(address: string, signIns: number): number {
    if (!this.#relaxing) return 0;
    const now = this.#clock.now();
    const { pending, accepted, rejected } = this.#attemptsOf(address, now);
    const allowed = Math.max(this.#options.perAddress, accepted.at(now));
    if (rejected.at(now) + signIns > allowed) return MINUTE - (now % MINUTE);
    return rejected.at(now) + pending + signIns > allowed ? PENDING_RETRY : 0;
  }

  /** Records sign-ins that are about to be sent. @returns a function to call with their outcomes. */
  begin(address: string, signIns: number): (outcomes: SignInOutcomes) => void {
    const attempts = this.#attemptsOf(address, this.#clock.now());
    attempts.pending += signIns;
    // A process without rejected sign-ins must learn the total as well.
    this.#share();
    return ({ accepted, rejected }) => {
      const now = this.#clock.now();
      attempts.pending -= signIns;
      attempts.accepted.add(accepted, now);
      attempts.rejected.add(rejected, now);
      this.#total.add(rejected, now);
      this.#unshared += rejected;
      this.#compare(now);
    };
  }

  close(): void {
    this.#clock.clearTimeout(this.#sharing);
    this.#clock.clearTimeout(this.#relaxing);
  }

  #attemptsOf(address: string, now: number): Attempts {
    if (minuteOf(now) !== this.#minute || this.#addresses.size >= MAX_ADDRESSES) {
      this.#earlier = minuteOf(now) - this.#minute <= 1 ? this.#addresses : new Map();
      this.#addresses = new Map();
      this.#minute = minuteOf(now);
    }
    const known = this.#addresses.get(address) ?? this.#earlier.get(address);
    const attempts = known ?? { pending: 0, accepted: new SlidingCount(), rejected: new SlidingCount() };
    this.#addresses.set(address, attempts);
    return attempts;
  }

  #share(): void {
    const { shared } = this.#options;
    if (!shared || this.#sharing) return;
    this.#sharing = this.#clock
      .setTimeout(() => {
        this.#sharing = undefined;
        // Without Redis, each process counts on its own.
        this.#addTo(shared).catch(() => {});
      }, SHARE_INTERVAL)
      .unref();
  }

  async #addTo(shared: SharedRates): Promise<void> {
    const minute = minuteOf(this.#clock.now());
    const points = this.#unshared;
    this.#unshared = 0;
    const sum = await shared.add(`rejected-sign-ins:${minute}`, points);
    const now = this.#clock.now();
    // Advances the count to the current minute.
    this.#total.add(0, now);
    this.#total.raise(minute, sum.points + this.#unshared);
    this.#compare(now);
  }

  #compare(now: number): void {
    const { limit, observer } = this.#options;
    if (limit === 0 || this.#total.at(now) <= limit) return;
    if (this.#relaxing) this.#relaxing.refresh();
    else {
      observer.limited(true);
      this.#relaxing = this.#clock
        .setTimeout(() => {
          this.#relaxing = undefined;
          observer.limited(false);
        }, LIMITED_FOR)
        .unref();
    }
  }
}

/** The minute that a time belongs to; the same in all processes whose clocks agree. */
const minuteOf = (now: number): number => Math.floor(now / MINUTE);

/**
 * Points of the last 60 s: those of the current minute, and of the previous one the share that the 60 s still cover, as if
 * they had been spread evenly. Times are epoch milliseconds.
 */
class SlidingCount {
  #minute = 0;
  #current = 0;
  #previous = 0;

  add(points: number, now: number): void {
    this.#advance(now);
    this.#current += points;
  }

  at(now: number): number {
    this.#advance(now);
    return this.#current + this.#previous * (1 - (now % MINUTE) / MINUTE);
  }

  /** Adopts the points of a minute that others have counted too. */
  raise(minute: number, points: number): void {
    if (minute === this.#minute) this.#current = Math.max(this.#current, points);
    else if (minute === this.#minute - 1) this.#previous = Math.max(this.#previous, points);
  }

  #advance(now: number): void {
    const minute = minuteOf(now);
    if (minute === this.#minute) return;
    this.#previous = minute === this.#minute + 1 ? this.#current : 0;
    this.#current = 0;
    this.#minute = minute;
  }
}
