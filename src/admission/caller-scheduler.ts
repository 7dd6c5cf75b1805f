import type { Clock } from '../lib/clock.ts';
import type { Lane } from '../lib/pacing/fair-queue.ts';

/** Requests and messages of one caller that start per iteration of the event loop: a few milliseconds of work. */
const PER_CALLER = 20;
/** Milliseconds of an iteration after which a caller that has had some of it waits: some requests take far longer than most. */
const SLICE = 5;
/** Milliseconds after which all others wait as well: after an outage, thousands of clients return at once. */
const ITERATION = 20;
/** Of those that wait, how many may start per iteration. */
const PER_ITERATION = 16;
/** Milliseconds for which connections are accepted, before more work begins. */
const ACCEPTING = 50;

/** A request or message that starts in a later iteration of the event loop. */
export interface ScheduledWork {
  /** Null: it is no longer needed. Clear it when a connection closes: the entry may wait for long. */
  start: (() => void) | null;
}

/** By owner, those first that have waited longest. Never empty. The second ones give way to the first. */
type Queues = readonly [Map<string, ScheduledWork[]>, Map<string, ScheduledWork[]>];

/**
 * Round-robin scheduler of callers: spreads the requests, handshakes and socket messages of each over iterations of the event loop, so
 * that others wait for a few of them and not for all that arrive together. The networks of one site are one caller. What
 * waits of proven callers, and of all others, goes first in every second iteration: however many networks send requests, and however
 * long these take, they get no more. What opens a stream, or is large, gives way to what waits beside it in the same half.
 *
 * Node accepts one connection per iteration: when thousands of clients return at once and each iteration serves some of them, the last
 * one is accepted when all others have been served, whatever it needs. So while they keep arriving, what gives way waits in most
 * iterations.
 */
export class CallerScheduler {
  readonly #clock: Clock;
  #since = 0;
  readonly #started = new Map<string, number>();
  readonly #proven: Queues = [new Map(), new Map()];
  readonly #unproven: Queues = [new Map(), new Map()];
  /** Both, in the order in which this iteration serves them. */
  readonly #served = [this.#proven, this.#unproven];
  #isScheduled = false;
  #hasAccepted = false;
  /** Since when nothing starts that gives way, because connections arrive. Null: it may start. */
  #acceptingSince: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called when a connection was accepted. */
  accepted(): void {
    this.#hasAccepted = true;
    this.#schedule();
  }

  /**
   * Starts something: at once, or in a later iteration, after what waits of the caller.
   * @param givesWay whether it is served after others.
   * @returns what waits. Null: it has started.
   */
  run({ owner, isProven }: Lane, start: () => void, givesWay = false): ScheduledWork | null {
    const queue = (isProven ? this.#proven : this.#unproven)[givesWay ? 1 : 0];
    const waiting = queue.get(owner);
    if (!waiting && this.#mayStart(owner, givesWay)) {
      start();
      return null;
    }
    const entry = { start };
    if (waiting) waiting.push(entry);
    else queue.set(owner, [entry]);
    this.#schedule();
    return entry;
  }

  #mayStart(owner: string, givesWay: boolean): boolean {
    this.#schedule();
    if (givesWay && this.#acceptingSince !== null) return false;
    const started = this.#started.get(owner) ?? 0;
    if (started === PER_CALLER) return false;
    const slice = started > 0 ? SLICE : ITERATION;
    if (this.#started.size > 0 && this.#clock.monotonic() - this.#since > slice) return false;
    this.#started.set(owner, started + 1);
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#since = this.#clock.monotonic();
    this.#clock.setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isScheduled = false;
    this.#started.clear();
    const now = this.#clock.monotonic();
    const mayAccept = this.#acceptingSince === null || now - this.#acceptingSince < ACCEPTING;
    this.#acceptingSince = this.#hasAccepted && mayAccept ? (this.#acceptingSince ?? now) : null;
    this.#hasAccepted = false;
    this.#served.reverse();
    const isWaiting = this.#served.some((queues) => queues.some(({ size }) => size > 0));
    if (isWaiting || this.#acceptingSince !== null) this.#schedule();
    // Each in a callback of its own, so that what it does before it waits for something counts.
    for (let next = isWaiting ? 0 : PER_ITERATION; next < PER_ITERATION; next += 1)
      this.#clock.setImmediate(() => this.#startNext());
  }

  /** Starts the first of the caller that has waited longest, which is then the last. */
  #startNext(): void {
    for (const queues of this.#served) {
      for (const queue of queues) {
        const [[owner, waiting] = ['', []]] = queue;
        if (waiting.length === 0 || !this.#mayStart(owner, queue === queues[1])) continue;
        const first = waiting.shift();
        queue.delete(owner);
        if (waiting.length > 0) queue.set(owner, waiting);
        first?.start?.();
        return;
      }
    }
  }
}
