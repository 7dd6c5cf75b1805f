import { onWakeUp } from '../../../resumable-subscriptions/client/wake-up.ts';
import type { Clock } from '../clock.ts';

/** Settings of a watch, in milliseconds. */
export interface Patience {
  /** Between pings. */
  keepAlive: number;
  /** From a ping to its pong. */
  patience: number;
}

/**
 * Detects a lost connection, which the device may report minutes late: by pings, and by hints of the device. One watch serves the
 * connections of a socket in turn.
 */
export class ConnectionWatch {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #lose: (isWokenUp: boolean) => void;
  /** Null: not connected yet. */
  #ping: (() => void) | null = null;
  #startedAt = 0;
  /** Cancels the timer of the next ping, or of its timeout. */
  #cancel = (): void => {};
  #ignoreWakeUps = (): void => {};

  /** @param lose ends a lost connection. `isWokenUp`: a new one is likely to work. */
  constructor(clock: Clock, patience: Patience, lose: (isWokenUp: boolean) => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#lose = lose;
  }

  /** A connection is being opened. */
  start(): void {
    this.stop();
    this.#startedAt = this.#clock.now();
    this.#cancel = this.#clock.after(OPENING, () => this.#lose(false));
    this.#ignoreWakeUps = onWakeUp(this.#clock, (reason) => {
      // A connection rarely survives the loss of the network, and a new one costs little.
      if (reason === 'online') this.#lose(true);
      else this.#probe();
    });
  }

  /** It is open. @param ping sends a ping. */
  connected(ping: () => void): void {
    this.#ping = ping;
    this.heard();
  }

  /** A pong has arrived. */
  heard(): void {
    this.#cancel();
    const { keepAlive, patience } = this.#patience;
    this.#cancel = this.#clock.after(keepAlive, () => this.#expectPong(patience));
  }

  /** It is closed. */
  stop(): void {
    this.#cancel();
    this.#ping = null;
    this.#ignoreWakeUps();
    this.#ignoreWakeUps = () => {};
  }

  #probe(): void {
    const patience = Math.min(this.#patience.patience, PROBE);
    if (this.#ping) this.#expectPong(patience, true);
    else if (this.#clock.now() - this.#startedAt > patience) this.#lose(true);
  }

  #expectPong(patience: number, isWokenUp = false): void {
    this.#cancel();
    this.#cancel = this.#clock.after(patience, () => this.#lose(isWokenUp));
    this.#ping?.();
  }
}

/** Milliseconds for a connection to open; operating systems try for minutes. */
const OPENING = 20_000;
/** Milliseconds to wait for the pong when the page becomes visible. */
const PROBE = 1000;
