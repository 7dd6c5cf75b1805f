import { visitAll } from '../boundary.ts';
import type { Clock } from '../clock.ts';

/**
 * Spreads pieces of work over turns of the event loop. One event may wake thousands of subscribers, or thousands of clients
 * connect at once, which would otherwise hold up everything else until the last of them is served.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #perTurn: number;
  readonly #isHeld: () => boolean;
  #left: number;
  #isScheduled = false;
  /** Those that wait, in order. */
  #waiting: (() => void)[] = [];

  /**
   * @param perTurn pieces of work per turn: a few milliseconds in total.
   * @param isHeld whether none may begin in this turn.
   */
  constructor(clock: Clock, perTurn: number, isHeld: () => boolean = () => false) {
    this.#clock = clock;
    this.#perTurn = perTurn;
    this.#isHeld = isHeld;
    this.#left = perTurn;
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when a piece of work may begin. Null: at once. */
  take(): Promise<void> | null {
    if (this.#mayBegin()) return null;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Begins a piece of work: at once, or in its turn. */
  run(begin: () => void): void {
    if (this.#mayBegin()) begin();
    else this.#waiting.push(begin);
  }

  #mayBegin(): boolean {
    this.#schedule();
    if (this.#left <= 0 || this.#isHeld()) return false;
    this.#left -= 1;
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    if (this.#isHeld()) {
      if (this.#waiting.length > 0) this.#schedule();
      return;
    }
    const next = this.#waiting.slice(0, this.#perTurn);
    this.#waiting = this.#waiting.slice(next.length);
    this.#left = this.#perTurn - next.length;
    if (next.length > 0) this.#schedule();
    visitAll(next, (begin) => begin());
  }
}
