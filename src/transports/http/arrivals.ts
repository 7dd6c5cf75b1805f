/** Milliseconds for which arrivals go first, before other work has a turn of the event loop. */
const PERIOD = 50;

/**
 * Lets new connections be accepted before work for those that wait. Node accepts one connection in each turn of the event
 * loop: when thousands of clients return at once and every turn serves some of them, the last one is accepted when all others
 * have been served, whatever it needs, and those that the system's queue has no room for are dropped. Turns in which
 * nothing else is begun are short.
 */
export class Arrivals {
  #accepted = false;
  #isScheduled = false;
  #areFirst = false;
  #firstSince = 0;

  /** Whether other work waits for a later turn. */
  get areFirst(): boolean {
    return this.#areFirst;
  }

  /** To be called when a connection was accepted. */
  accepted(): void {
    this.#accepted = true;
    if (!this.#isScheduled) this.#schedule();
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = this.#accepted;
    if (!this.#accepted) {
      this.#areFirst = false;
      return;
    }
    this.#accepted = false;
    const now = performance.now();
    if (!this.#areFirst) {
      this.#areFirst = true;
      this.#firstSince = now;
    } else if (now - this.#firstSince > PERIOD) this.#areFirst = false;
    this.#schedule();
  }
}
