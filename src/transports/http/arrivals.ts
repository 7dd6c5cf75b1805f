import type { Clock } from '../../lib/clock.ts';
import { EventLoopQueue } from '../../lib/pacing/event-loop-queue.ts';

/** New connections that are first read per iteration of the event loop: what has arrived, up to 64 KB each, is parsed at once. */
const FIRST_READS = 32;
/** Milliseconds for which connections are accepted, before some are read. */
const PERIOD = 50;
/** Accepted connections that may wait to be read; more are read first, because each counts against the limit on connections. */
const MAX_WAITING = 4000;

/**
 * Accepts new connections before it serves them. Node accepts one per iteration of the event loop: when thousands of clients
 * return at once and every iteration serves some of them, the last one is accepted when all others have been served, whatever it
 * needs, and those that the system's queue has no room for are dropped. So while they keep arriving, most iterations only accept
 * them; in between, one reads some of them, and lets streams open and large requests start.
 */
export class Arrivals {
  readonly #clock: Clock;
  readonly #reads: EventLoopQueue;
  #accepted = false;
  #isScheduled = false;
  #areFirst = false;
  #firstSince = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#reads = new EventLoopQueue(clock, FIRST_READS, () => this.#areFirst);
  }

  /** Whether streams and large requests wait for a later iteration. */
  get areFirst(): boolean {
    return this.#areFirst;
  }

  /** To be called when a connection was accepted. @returns resolves when it may be read. Null: at once. */
  accepted(): Promise<void> | null {
    this.#accepted = true;
    if (!this.#isScheduled) this.#schedule();
    return this.#reads.take();
  }

  #schedule(): void {
    this.#isScheduled = true;
    this.#clock.setImmediate(() => this.#iterate());
  }

  #iterate(): void {
    this.#isScheduled = this.#accepted;
    const now = this.#clock.monotonic();
    if (this.#areFirst) this.#areFirst = this.#accepted && now - this.#firstSince < PERIOD;
    else if (this.#accepted && this.#reads.waiting < MAX_WAITING) {
      this.#areFirst = true;
      this.#firstSince = now;
    }
    if (this.#accepted) this.#schedule();
    this.#accepted = false;
  }
}
