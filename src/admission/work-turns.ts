import { visitAll } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';

/** Requests and messages of one address that are processed in one turn of the event loop: a few milliseconds of work. */
const PER_ADDRESS = 20;
/** Milliseconds of a turn after which an address that has had some of it waits: some requests take far longer than most. */
const SLICE = 5;
/** The same for all trusted proxies together: they have many clients. */
const PROXIES_SLICE = 20;
/**
 * Maximum that start together after they waited for an address's turn: they do their work after all of them have started.
 */
const WAITED_PER_ADDRESS = 8;
/** Share of the highest cost that still counts a turn later. */
const COST_DECAY = 0.9;

/** Something that waits for its turn. */
export interface Waiting {
  /** Null: it is no longer needed. Clear it when a connection closes: the entry may wait for long. */
  start: (() => void) | null;
}

/**
 * Spreads the requests and socket messages of one address over turns of the event loop, so that others wait for a few of
 * them and not for all that arrive together. Those of trusted proxies have more time: they come from many clients, all of which
 * may return at once.
 */
export class WorkTurns {
  /** Number of the current turn; it grows after each turn in which something started. */
  turn = 0;
  readonly clock: Clock;
  #since = 0;
  #startedInAll = 0;
  /** Estimate of the milliseconds that one takes at most, from the last turns. */
  #cost = 0;
  readonly #started = new Map<string | null, number>();
  /** By address, in order. */
  readonly #waiting = new Map<string | null, Waiting[]>();
  #isScheduled = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @param address null: a trusted proxy's. @returns whether something may start in this turn. */
  take(address: string | null): boolean {
    this.#schedule();
    const started = this.#started.get(address) ?? 0;
    if (address !== null && started === PER_ADDRESS) return false;
    const slice = address === null ? PROXIES_SLICE : SLICE;
    if (started > 0 && this.clock.monotonic() - this.#since > slice) return false;
    this.#started.set(address, started + 1);
    this.#startedInAll += 1;
    return true;
  }

  /** Starts something in a later turn. */
  wait(address: string | null, start: () => void): Waiting {
    const entry = { start };
    const queue = this.#waiting.get(address);
    if (queue) queue.push(entry);
    else this.#waiting.set(address, [entry]);
    this.#schedule();
    return entry;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#since = this.clock.monotonic();
    this.clock.setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    const cost = (this.clock.monotonic() - this.#since) / Math.max(1, this.#startedInAll);
    this.#cost = Math.max(cost, this.#cost * COST_DECAY);
    this.turn += 1;
    this.#started.clear();
    this.#startedInAll = 0;
    try {
      visitAll(this.#next(), ({ start }) => start?.());
    } finally {
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  /** Removes those that start in this turn. */
  #next(): Waiting[] {
    const next: Waiting[] = [];
    const within = (slice: number): number => Math.max(1, Math.floor(slice / this.#cost));
    const most = Math.min(WAITED_PER_ADDRESS, within(SLICE));
    for (const [address, waiting] of this.#waiting) {
      const count = Math.min(waiting.length, address === null ? within(PROXIES_SLICE) : most);
      let started = 0;
      while (started < count && this.take(address)) started += 1;
      next.push(...waiting.splice(0, started));
      if (waiting.length === 0) this.#waiting.delete(address);
    }
    return next;
  }
}
