import { visitAll } from '../boundary.ts';
import type { Clock, Timer } from '../clock.ts';
import { type Due, DueHeap } from './due-heap.ts';
import { TokenBucket } from './token-bucket.ts';

/** A recurring task of a {@link PacedQueue}, queued at most once. */
export abstract class PacedTask implements Due {
  dueAt = Number.POSITIVE_INFINITY;
  position = -1;

  /** Runs it. Called when it is due and the rate allows; it is no longer queued then. */
  abstract begin(): void;

  get isQueued(): boolean {
    return this.position >= 0;
  }
}

export interface PacedQueueOptions<Reason extends string> {
  clock: Clock;
  /** Tasks per second that may begin. Read often, because it may change. */
  rate(): number;
  /** Called before each task. @param reason why it jumped the queue. Null: it was due. */
  onBegin?(reason: Reason | null): void;
}

/** Part of the rate that tasks may use that jump the queue. */
const JUMPS_SHARE = 0.5;
/** Maximum milliseconds between reads of a rate at which tasks wait. */
const RATE_CHECK = 1000;
/** Longest delay of a timer. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Starts tasks in the order in which they are due, at a limited rate, with one timer for all of them. When more are due
 * than the rate allows, all are late by the same amount.
 * Some may jump the queue, in order, with at most half of the rate. They are also queued as due, so that they start from there if
 * the other half is free first.
 */
export class PacedQueue<Reason extends string = never> {
  readonly #options: PacedQueueOptions<Reason>;
  readonly #clock: Clock;
  readonly #all: TokenBucket;
  readonly #passing: TokenBucket;
  readonly #due = new DueHeap<PacedTask>();
  /** Those that jump the queue, first those that have waited longest, and why. */
  readonly #jumping = new Map<PacedTask, Reason>();
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isServing = false;

  constructor(options: PacedQueueOptions<Reason>) {
    this.#options = options;
    this.#clock = options.clock;
    const now = options.clock.monotonic();
    this.#all = new TokenBucket(options.rate, now);
    this.#passing = new TokenBucket(() => options.rate() * JUMPS_SHARE, now);
  }

  /** Queues a task, or moves it, to begin after a delay in milliseconds at the earliest. */
  schedule(task: PacedTask, delay: number): void {
    this.#due.set(task, this.#clock.monotonic() + delay);
    this.#serve();
  }

  /** Moves a task so that it is due at this time, by the clock's `monotonic()`, or now, unless it is due earlier. Queues it if needed. */
  advance(task: PacedTask, dueAt = this.#clock.monotonic()): void {
    if (task.isQueued && task.dueAt <= dueAt) return;
    this.#due.set(task, dueAt);
    this.#serve();
  }

  /** Lets a task jump the queue. */
  jump(task: PacedTask, reason: Reason): void {
    if (this.#jumping.has(task)) return;
    this.#jumping.set(task, reason);
    this.advance(task);
    this.#serve();
  }

  remove(task: PacedTask): void {
    this.#due.remove(task);
    this.#jumping.delete(task);
    if (this.#due.first) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  /** Milliseconds since the oldest due task became due. 0: none is. */
  get overdue(): number {
    const { first } = this.#due;
    return first ? Math.max(0, this.#clock.monotonic() - first.dueAt) : 0;
  }

  /** Maximum milliseconds until a task that jumps now begins. */
  get jumpDelay(): number {
    const { size } = this.#jumping;
    return size === 0 ? 0 : (size / (this.#options.rate() * JUMPS_SHARE)) * 1000;
  }

  #serve(): void {
    // A task that begins may queue the next one.
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      visitAll(this.#removeNext(), ({ task, reason }) => {
        try {
          this.#options.onBegin?.(reason);
        } finally {
          task.begin();
        }
      });
    } finally {
      this.#isServing = false;
      this.#arm();
    }
  }

  /** Removes the tasks that may begin now, one after the other. */
  *#removeNext(): Generator<{ task: PacedTask; reason: Reason | null }> {
    for (let now = this.#clock.monotonic(); this.#all.wait(now) === 0; now = this.#clock.monotonic()) {
      const [[jumping, reason] = [undefined, null]] = this.#passing.wait(now) > 0 ? [] : this.#jumping;
      const task = jumping ?? this.#due.first;
      if (!task || (!jumping && task.dueAt > now)) return;
      this.#all.take();
      if (jumping) this.#passing.take();
      this.remove(task);
      yield { task, reason };
    }
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
