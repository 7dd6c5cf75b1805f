import type { Clock, Timer } from '../../lib/clock.ts';

/** Sweeps per interval. */
const SWEEPS = 10;

/** A connection that can be pinged. */
interface Pinged {
  ping(): void;
}

/** Pings each open connection once per interval, a few at a time. One timer for all: thousands would take memory. */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #open: ReadonlySet<Pinged>;
  readonly #interval: number;
  #timer: Timer | null = null;
  /** Continues where the last sweep stopped. */
  #next: Iterator<Pinged>;
  /** Pings until the first connection is next again. The iterator alone would follow those that open meanwhile for ever. */
  #left = 0;
  /** Pings that are due; less than one between sweeps. */
  #due = 0;

  /**
   * @param open the connections, in the order in which they opened.
   * @param interval milliseconds.
   */
  constructor(clock: Clock, open: ReadonlySet<Pinged>, interval: number) {
    this.#clock = clock;
    this.#open = open;
    this.#interval = interval;
    this.#next = open.values();
  }

  /** Starts pinging, unless it has started. Stops when no connection is open. */
  start(): void {
    this.#timer ??= this.#clock.setInterval(() => this.#sweep(), this.#interval / SWEEPS).unref();
  }

  #sweep(): void {
    if (this.#open.size === 0 && this.#timer) {
      this.#clock.clearInterval(this.#timer);
      this.#timer = null;
      this.#due = 0;
    }
    for (this.#due += this.#open.size / SWEEPS; this.#due >= 1; this.#due -= 1) this.#pingNext();
  }

  #pingNext(): void {
    let next = this.#left > 0 ? this.#next.next() : null;
    if (!next || next.done) {
      this.#next = this.#open.values();
      this.#left = this.#open.size;
      next = this.#next.next();
    }
    this.#left -= 1;
    if (!next.done) next.value.ping();
  }
}
