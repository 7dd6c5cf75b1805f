import type { Clock, Timer } from '../lib/clock.ts';
import type { Caller } from './limits.ts';
import type { SignInLimitObserver } from './refusal-observer.ts';

export interface RejectedSignInsOptions {
  clock: Clock;
  /** The account of all callers together. */
  everyone: Caller;
  observer: SignInLimitObserver;
}

/** What the platform decided about sign-ins. */
export interface SignInOutcomes {
  /** With a credential that the platform accepted. */
  accepted: number;
  rejected: number;
}

/** Milliseconds for which networks stay limited after the total was last above its limit. */
const LIMITED_FOR = 300_000;

/**
 * Slows down guessing from many addresses. Each sign-in that the platform rejects counts toward a total over all networks and
 * instances; those that it accepts never do. While the total is too high, and for five minutes after, a network may have few rejected
 * sign-ins more than succeed. So nobody can lock out others: a network at which people sign in successfully is not limited, and any
 * other may still have a few.
 */
export class RejectedSignIns {
  readonly #options: RejectedSignInsOptions;
  /** Ends the limit. Undefined: networks are not limited. */
  #relaxing: Timer | undefined;

  constructor(options: RejectedSignInsOptions) {
    this.#options = options;
  }

  /** @returns 0 if a network may try to sign in so many times, or the milliseconds after which it may. */
  waitFor(network: Caller, signIns: number): number {
    this.#compare();
    return this.#relaxing ? network.overdrawn('rejectedSignIns', signIns) : 0;
  }

  /**
   * Records sign-ins that are about to be sent: they count as rejected until their outcomes are known.
   * @returns a function to call with these.
   */
  begin(network: Caller, signIns: number): (outcomes: SignInOutcomes) => void {
    network.spend('rejectedSignIns', signIns);
    return ({ accepted, rejected }) => {
      network.spend('rejectedSignIns', rejected - accepted - signIns);
      this.#options.everyone.spend('rejectedInAll', rejected);
      this.#compare();
    };
  }

  close(): void {
    this.#options.clock.clearTimeout(this.#relaxing);
  }

  /** Limits networks if there are too many in all; the total may have grown on other instances. */
  #compare(): void {
    const { clock, everyone, observer } = this.#options;
    if (everyone.used('rejectedInAll') <= everyone.limitOf('rejectedInAll')) return;
    if (this.#relaxing) this.#relaxing.refresh();
    else {
      observer.limited(true);
      this.#relaxing = clock
        .setTimeout(() => {
          this.#relaxing = undefined;
          observer.limited(false);
        }, LIMITED_FOR)
        .unref();
    }
  }
}
