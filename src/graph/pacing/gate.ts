/** Work that waits at a gate. */
interface Waiting {
  begin(): void;
}

export interface GateOptions {
  /** Pieces of work at a time. */
  atOnce: number;
  /** Pieces of work that begin in one turn of the event loop: some milliseconds in total. */
  perTurn: number;
}

/**
 * Lets work begin in order: a few pieces in each turn of the event loop, and no more at a time than a maximum. When thousands of
 * clients return at once, what each of them needs would otherwise hold up everything else until the last of them is served.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #begunInTurn = 0;
  #isScheduled = false;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Runs work in its turn. Rejects as the work does. */
  pass<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#running -= 1;
        this.#proceed();
      };
      this.#waiting.push({
        begin: () => {
          const result = work();
          result.then(end, end);
          result.then(resolve, reject);
        },
      });
      this.#proceed();
    });
  }

  #proceed(): void {
    const { atOnce, perTurn } = this.#options;
    while (this.#running < atOnce && this.#begunInTurn < perTurn) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      this.#begunInTurn += 1;
      this.#scheduleTurn();
      next.begin();
    }
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#begunInTurn = 0;
      this.#proceed();
    });
  }
}
