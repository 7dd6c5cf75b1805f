/** Requests of one address that start in one turn of the event loop: a few milliseconds of work. */
const PER_ADDRESS = 20;

/** A request that waits for a later turn. */
interface Waiting {
  address: string | null;
  start(): void;
}

/**
 * Spreads the requests of one address over turns of the event loop, so that others wait for a few of them and not for all
 * that arrive together. Requests of trusted proxies, which have many clients, all start at once.
 */
export class RequestStarts {
  /** Number of the current turn; it grows after each turn in which a request started. */
  turn = 0;
  readonly #started = new Map<string, number>();
  #waiting: Waiting[] = [];
  #isScheduled = false;

  /** @param address null: a trusted proxy's. @returns whether a request may start in this turn. */
  take(address: string | null): boolean {
    this.#schedule();
    if (address === null) return true;
    const started = this.#started.get(address) ?? 0;
    if (started === PER_ADDRESS) return false;
    this.#started.set(address, started + 1);
    return true;
  }

  /** Starts a request in a later turn. */
  wait(address: string | null, start: () => void): void {
    this.#waiting.push({ address, start });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    this.turn += 1;
    this.#started.clear();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const request of waiting) {
      if (this.take(request.address)) request.start();
      else this.#waiting.push(request);
    }
  }
}
