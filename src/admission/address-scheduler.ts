import { visitAll } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';

/** Requests and messages of one address that are processed per iteration of the event loop: a few milliseconds of work. */
const PER_ADDRESS = 20;
/** Milliseconds of an iteration after which an address that has had some of it waits: some requests take far longer than most. */
const SLICE = 5;
/** Milliseconds after which all others wait as well: after an outage, thousands of clients return at once. */
const ITERATION = 20;
/**
 * Maximum that start together after they waited for their address: they do their work after all of them have started.
 */
const WAITED_PER_ADDRESS = 8;
/** Share of the highest cost that still counts an iteration later. */
const COST_DECAY = 0.9;

/** A request or message that starts in a later iteration of the event loop. */
export interface ScheduledWork {
  /** Null: it is no longer needed. Clear it when a connection closes: the entry may wait for long. */
  start: (() => void) | null;
}

/**
 * Round-robin scheduler of client addresses: spreads the requests and socket messages of each over iterations of the event
 * loop, so that others wait for a few of them and not for all that arrive together.
 */
export class AddressScheduler {
  readonly #clock: Clock;
  #since = 0;
  #startedInAll = 0;
  /** Estimate of the milliseconds that one takes at most, from the last iterations. */
  #cost = 0;
  readonly #started = new Map<string, number>();
  /** By address, those first that have waited longest. */
  readonly #waiting = new Map<string, ScheduledWork[]>();
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns whether something of an address may start in this iteration. */
  take(address: string): boolean {
    this.#schedule();
    const started = this.#started.get(address) ?? 0;
    if (started === PER_ADDRESS) return false;
    const slice = started > 0 ? SLICE : ITERATION;
    if (this.#startedInAll > 0 && this.#clock.monotonic() - this.#since > slice) return false;
    this.#started.set(address, started + 1);
    this.#startedInAll += 1;
    return true;
  }

  /** Starts something in a later iteration. */
  wait(address: string, start: () => void): ScheduledWork {
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
    this.#since = this.#clock.monotonic();
    this.#clock.setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    const cost = (this.#clock.monotonic() - this.#since) / Math.max(1, this.#startedInAll);
    this.#cost = Math.max(cost, this.#cost * COST_DECAY);
    this.#started.clear();
    this.#startedInAll = 0;
    visitAll(this.#next(), ({ start }) => start?.());
  }

  /** Removes those that start in this iteration, and so schedules the next. An address with more of them waits behind the others. */
  #next(): ScheduledWork[] {
    const next: ScheduledWork[] = [];
    const within = (slice: number): number => Math.max(1, Math.floor(slice / this.#cost));
    const most = Math.min(WAITED_PER_ADDRESS, within(SLICE));
    const inAll = within(ITERATION);
    let addresses = this.#waiting.size;
    for (const [address, waiting] of this.#waiting) {
      const count = Math.min(waiting.length, most, inAll - next.length);
      let started = 0;
      while (started < count && this.take(address)) started += 1;
      next.push(...waiting.splice(0, started));
      this.#waiting.delete(address);
      if (waiting.length > 0) this.#waiting.set(address, waiting);
      addresses -= 1;
      if (addresses === 0 || next.length === inAll) break;
    }
    return next;
  }
}
