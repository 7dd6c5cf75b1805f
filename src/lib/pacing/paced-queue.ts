import { visitAll } from '../boundary.ts';
import type { Clock, Timer } from '../clock.ts';
import { type Due, DueHeap } from './due-heap.ts';
import { TokenBucket } from './token-bucket.ts';

/** Something that a {@link PacedQueue} starts again and again. It is queued at most once. */
export abstract class Turn implements Due {
  dueAt = Number.POSITIVE_INFINITY;
  position = -1;

  /** Called when its turn comes; it is no longer queued then. */
  abstract begin(): void;

  get isQueued(): boolean {
    return this.position >= 0;
  }
}

export interface PacedQueueOptions<Lane extends string> {
  clock: Clock;
  /** Turns per second that may begin. Read often, because it may change. */
  rate(): number;
  /** Lanes that bypass the queue, served in rotation. */
  lanes?: readonly Lane[];
  /** Called before each turn. @param lane null: it was due. */
  onBegin?(lane: Lane | null): void;
}

/** Part of the rate that all lanes together may use. */
const LANES_SHARE = 0.5;
/** Maximum milliseconds between reads of a rate that makes turns wait. */
const RATE_CHECK = 1000;
/** Longest delay of a timer. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Starts turns in the order in which they are due, at a limited rate, with one timer for all of them. When more are due
 * than the rate allows, all are late by the same amount.
 * Turns in a lane jump the queue, with at most half of the rate. They are also queued as due, so that they start from there if
 * the other half is free first.
 */
export class PacedQueue<Lane extends string = never> {
  readonly #options: PacedQueueOptions<Lane>;
  readonly #clock: Clock;
  readonly #all: TokenBucket;
  readonly #passing: TokenBucket;
  readonly #due = new DueHeap<Turn>();
  /** In their order of service: the lane that was served last is last. */
  #lanes: { name: Lane; turns: Set<Turn> }[];
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isServing = false;

  constructor(options: PacedQueueOptions<Lane>) {
    this.#options = options;
    this.#clock = options.clock;
    const now = options.clock.monotonic();
    this.#all = new TokenBucket(options.rate, now);
    this.#passing = new TokenBucket(() => options.rate() * LANES_SHARE, now);
    this.#lanes = (options.lanes ?? []).map((name) => ({ name, turns: new Set() }));
  }

  /** Queues a turn, or moves it, to begin in so many milliseconds or later. */
  schedule(turn: Turn, delay: number): void {
    this.#due.set(turn, this.#clock.monotonic() + delay);
    this.#serve();
  }

  /** Moves a turn so that it is due at this time, by the clock's `monotonic()`, or now, unless it is due earlier. Queues it if needed. */
  advance(turn: Turn, dueAt = this.#clock.monotonic()): void {
    if (turn.isQueued && turn.dueAt <= dueAt) return;
    this.#due.set(turn, dueAt);
    this.#serve();
  }

  /** Lets a turn jump the queue. */
  jump(turn: Turn, lane: Lane): void {
    if (this.#lanes.some(({ turns }) => turns.has(turn))) return;
    this.#lanes.find(({ name }) => name === lane)?.turns.add(turn);
    this.advance(turn);
    this.#serve();
  }

  remove(turn: Turn): void {
    this.#due.remove(turn);
    for (const { turns } of this.#lanes) turns.delete(turn);
    if (this.#due.first) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  /** Milliseconds since the oldest due turn became due. 0: none is. */
  get overdue(): number {
    const { first } = this.#due;
    return first ? Math.max(0, this.#clock.monotonic() - first.dueAt) : 0;
  }

  /** Maximum milliseconds until a turn that jumps now begins. */
  get lanesDelay(): number {
    let waiting = 0;
    for (const { turns } of this.#lanes) waiting += turns.size;
    return waiting === 0 ? 0 : (waiting / (this.#options.rate() * LANES_SHARE)) * 1000;
  }

  #serve(): void {
    // A turn that begins may queue the next one.
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      visitAll(this.#removeNext(), ({ turn, lane }) => {
        try {
          this.#options.onBegin?.(lane);
        } finally {
          turn.begin();
        }
      });
    } finally {
      this.#isServing = false;
      this.#arm();
    }
  }

  /** Removes the turns that may begin now, one after the other. */
  *#removeNext(): Generator<{ turn: Turn; lane: Lane | null }> {
    for (;;) {
      const now = this.#clock.monotonic();
      const passing = this.#firstPassing(now);
      const turn = this.#all.wait(now) > 0 ? undefined : (passing?.turn ?? this.#firstDue(now));
      if (!turn) return;
      this.#all.take();
      if (passing) this.#passing.take();
      this.remove(turn);
      yield { turn, lane: passing?.lane ?? null };
    }
  }

  #firstDue(now: number): Turn | undefined {
    const { first } = this.#due;
    return first && first.dueAt <= now ? first : undefined;
  }

  /** The next turn of the lanes, unless their part of the rate is used. The lane becomes the last to be served. */
  #firstPassing(now: number): { turn: Turn; lane: Lane } | undefined {
    const lane = this.#lanes.find(({ turns }) => turns.size > 0);
    if (!lane || this.#passing.wait(now) > 0 || this.#all.wait(now) > 0) return undefined;
    const [turn] = lane.turns;
    if (!turn) return undefined;
    this.#lanes = [...this.#lanes.filter((other) => other !== lane), lane];
    return { turn, lane: lane.name };
  }

  #arm(): void {
    const { first } = this.#due;
    if (!first) return;
    const now = this.#clock.monotonic();
    const delay = Math.ceil(
      first.dueAt > now ? Math.min(first.dueAt - now, MAX_TIMER) : Math.min(this.#all.wait(now), RATE_CHECK),
    );
    if (now + delay >= this.#timerAt) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timerAt = now + delay;
    this.#timer = this.#clock
      .setTimeout(() => {
        this.#timerAt = Number.POSITIVE_INFINITY;
        this.#serve();
      }, delay)
      .unref();
  }
}
