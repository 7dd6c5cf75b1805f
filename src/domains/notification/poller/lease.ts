import type { Coordination } from '../../../events/coordination.ts';
import { LogUnavailable } from '../../../events/log.ts';
import { Cancellation, type CancelSignal } from '../../../graph/cancellation.ts';

export interface LeaseTerms {
  coordination: Coordination;
  name: string;
  owner: string;
  /** Milliseconds that it lasts for without renewal. */
  duration: number;
}

/**
 * A lease that is held: renewed in the background, and over as soon as it may have run out in the store. Times are those
 * of the monotonic clock, from before each request was sent, so that this side never believes in it for longer.
 */
export class Lease {
  readonly #terms: LeaseTerms;
  readonly #over = new Cancellation();
  #until: number;
  /** Of the next renewal; of the end, while one is under way. There is one of these for each user who is followed. */
  #timer: NodeJS.Timeout | undefined;

  private constructor(terms: LeaseTerms, until: number) {
    this.#terms = terms;
    this.#until = until;
    this.#schedule();
  }

  /**
   * @returns null while another owner has it.
   * @throws LogUnavailable
   */
  static async take(terms: LeaseTerms): Promise<Lease | null> {
    const until = performance.now() + terms.duration;
    const taken = await terms.coordination.acquireLease(terms.name, terms.owner, terms.duration);
    return taken ? new Lease(terms, until) : null;
  }

  /** Aborts when the lease is over. */
  get over(): CancelSignal {
    return this.#over;
  }

  /** Whether it is held at this moment, also where timers are late because the process was stopped. */
  isHeld(): boolean {
    if (performance.now() >= this.#until) this.end();
    return !this.#over.aborted;
  }

  /** Ends it, here and in the store. Where that can't be reached it runs out there by itself. */
  async release(): Promise<void> {
    this.end();
    const { coordination, name, owner } = this.#terms;
    try {
      await coordination.releaseLease(name, owner);
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
    }
  }

  /** Ends it on this side. */
  end(): void {
    clearTimeout(this.#timer);
    this.#over.abort();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const wait = Math.min(this.#terms.duration / 3, this.#until - performance.now());
    this.#timer = setTimeout(() => void this.#renew(), wait).unref();
  }

  async #renew(): Promise<void> {
    if (!this.isHeld()) return;
    const now = performance.now();
    this.#timer = setTimeout(() => this.end(), this.#until - now).unref();
    try {
      const { coordination, name, owner, duration } = this.#terms;
      if (!(await coordination.renewLease(name, owner, duration))) this.end();
      else if (this.isHeld()) this.#until = now + duration;
    } catch {
      // Not renewed, for whatever reason: it goes on until its time is over, and the next attempt may succeed.
    }
    if (this.isHeld()) this.#schedule();
  }
}
