import type { Coordination } from '../../../events/coordination.ts';
import { LogUnavailable } from '../../../events/log.ts';
import { Cancellation, type CancelSignal } from '../../../graph/cancellation.ts';

export interface LeaseOptions {
  coordination: Coordination;
  name: string;
  owner: string;
  /** Milliseconds until it expires without renewal. */
  duration: number;
}

/**
 * A held lease: renewed in the background, and ended as soon as it may have expired in the store. Expiry is measured on
 * the monotonic clock from before each request was sent, so that this side never believes in it for too long.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #ended = new Cancellation();
  #until: number;
  /** Fires at the next renewal or, while one is in flight, at expiry. One timer, because there is a lease per followed user. */
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: LeaseOptions, until: number) {
    this.#options = options;
    this.#until = until;
    this.#schedule();
  }

  /**
   * Acquires a lease. @returns null while another owner holds it.
   * @throws LogUnavailable
   */
  static async acquire(options: LeaseOptions): Promise<Lease | null> {
    const until = performance.now() + options.duration;
    const acquired = await options.coordination.acquireLease(options.name, options.owner, options.duration);
    return acquired ? new Lease(options, until) : null;
  }

  /** Aborts when the lease ends. */
  get ended(): CancelSignal {
    return this.#ended;
  }

  /** True while the lease is held. Accurate even if timers are late because the process was suspended. */
  isHeld(): boolean {
    if (performance.now() >= this.#until) this.end();
    return !this.#ended.aborted;
  }

  /** Ends the lease here and in the store; if the store is unreachable, it expires there. */
  async release(): Promise<void> {
    this.end();
    const { coordination, name, owner } = this.#options;
    try {
      await coordination.releaseLease(name, owner);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }

  /** Ends the lease locally. */
  end(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const wait = Math.min(this.#options.duration / 3, this.#until - performance.now());
    this.#timer = setTimeout(() => void this.#renew(), wait).unref();
  }

  async #renew(): Promise<void> {
    if (!this.isHeld()) return;
    const now = performance.now();
    this.#timer = setTimeout(() => this.end(), this.#until - now).unref();
    try {
      const { coordination, name, owner, duration } = this.#options;
      if (!(await coordination.renewLease(name, owner, duration))) this.end();
      else if (this.isHeld()) this.#until = now + duration;
    } catch {
      // Renewal failed: the lease stays valid until it expires, and the next attempt may succeed.
    }
    if (this.isHeld()) this.#schedule();
  }
}
