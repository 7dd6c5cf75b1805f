import type { Clock, Timer } from '../../lib/clock.ts';

/** Sweeps per interval. */
const SWEEPS = 10;

/** A connection that can be pinged. */
interface Pinged {
  /** Consecutive: it decides which sweep pings the connection. */
  readonly number: number;
  ping(): void;
}

/**
 * Pings each open connection once per interval, a tenth of them at a time. One timer for all: thousands would take memory.
 * A connection is pinged by the same sweep for as long as it is open: pinged twice in a row, a healthy client would seem gone.
 */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #open: ReadonlySet<Pinged>;
  readonly #interval: number;
  #timer: Timer | null = null;
  #sweeps = 0;

  /**
   * @param open the connections.
   * @param interval milliseconds.
   */
  constructor(clock: Clock, open: ReadonlySet<Pinged>, interval: number) {
    this.#clock = clock;
    this.#open = open;
    this.#interval = interval;
  }

  /** Starts pinging, unless it has started. Stops when no connection is open. */
  start(): void {
    this.#timer ??= this.#clock.setInterval(() => this.#sweep(), this.#interval / SWEEPS).unref();
  }

  #sweep(): void {
    if (this.#open.size === 0 && this.#timer) {
      this.#clock.clearInterval(this.#timer);
      this.#timer = null;
    }
    this.#sweeps = (this.#sweeps + 1) % SWEEPS;
    for (const connection of this.#open) if (connection.number % SWEEPS === this.#sweeps) connection.ping();
  }
}
