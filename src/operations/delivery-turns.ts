/** Deliveries per turn of the event loop: a few milliseconds of work. */
const PER_TURN = 50;

/**
 * Spreads deliveries over turns of the event loop. One event may wake thousands of subscribers, which would otherwise
 * hold up everything else until the last of them has it.
 */
export class DeliveryTurns {
  #left = PER_TURN;
  #isScheduled = false;
  /** Those that wait, in order. */
  #waiting: (() => void)[] = [];

  /** Resolves when a delivery may begin. Null: at once. */
  take(): Promise<void> | null {
    this.#schedule();
    if (this.#left > 0) {
      this.#left -= 1;
      return null;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const next = this.#waiting.slice(0, PER_TURN);
    this.#waiting = this.#waiting.slice(next.length);
    this.#left = PER_TURN - next.length;
    if (next.length > 0) this.#schedule();
    for (const begin of next) begin();
  }
}
