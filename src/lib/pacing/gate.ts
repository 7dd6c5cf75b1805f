import type { Clock } from '../clock.ts';
import { Turns } from '../turns.ts';

export interface GateOptions {
  clock: Clock;
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
  readonly #turns: Turns;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor({ clock, atOnce, perTurn }: GateOptions) {
    this.#free = atOnce;
    this.#turns = new Turns(clock, perTurn);
  }

  /** Runs work in its turn. Rejects as the work does. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const turn = this.#turns.take();
      if (turn) await turn;
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
