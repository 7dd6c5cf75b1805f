import { visitAll } from '../boundary.ts';
import type { Clock, Timer } from '../clock.ts';
import { Stretch } from './stretch.ts';
import { TokenBucket } from './token-bucket.ts';

/** A recurring task of a {@link PacedQueue}, queued at most once. */
export abstract class PacedTask {
  /** By the clock's `monotonic()`. Infinite: it is not queued. Only the queue writes this and the timer. */
  dueAt = Number.POSITIVE_INFINITY;
  /** Ends when it is due. */
  timer: Timer | undefined = undefined;

  /** Runs it. Called when it is due and the rate allows; it is no longer queued then. */
  abstract begin(): void;

  get isQueued(): boolean {
    return this.dueAt < Number.POSITIVE_INFINITY;
  }
}

/** How often tasks begin. Times in milliseconds. */
export interface PacedQueueOptions<Reason extends string = never> {
  clock: Clock;
  /** Interval between the beginnings of one task. */
  interval: number;
  /** Maximum to which latency, `Retry-After` and idleness stretch that interval. At least as long. */
  maxInterval: number;
  /** Tasks per second of the whole fleet. */
  budget: number;
  /** This instance's part of the budget, 0 to 1. Default: all of it. */
  share?: () => number;
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
 * Starts tasks in the order in which they are due, at a limited rate. When more are due than the rate allows, all are late by
 * the same amount.
 * Some may jump the queue, in order, with at most half of the rate. They are also queued as due, so that they start from there if
 * the other half is free first.
 */
export class PacedQueue<Reason extends string = never> {
  readonly stretch: Stretch;
  readonly #options: PacedQueueOptions<Reason>;
  readonly #clock: Clock;
  readonly #all: TokenBucket;
  readonly #passing: TokenBucket;
  /** Those that are due, first those that have been for longest. */
  readonly #due = new Set<PacedTask>();
  /** Those that jump the queue, first those that have waited longest, and why. */
  readonly #jumping = new Map<PacedTask, Reason>();
  /** Runs while those that are due wait for the rate. */
  #timer: Timer | undefined;
  #isServing = false;

  constructor(options: PacedQueueOptions<Reason>) {
    this.#options = options;
    this.#clock = options.clock;
    this.stretch = new Stretch(options.maxInterval / options.interval);
    // An overloaded platform gets fewer calls, even if all tasks are overdue.
    this.#all = new TokenBucket(() => this.rate / this.stretch.factor);
    this.#passing = new TokenBucket(() => this.#jumpRate);
  }

  /** Tasks per second that this instance may begin. */
  get rate(): number {
    const { budget, share } = this.#options;
    return share ? budget * share() : budget;
  }

  get #jumpRate(): number {
    return (this.rate / this.stretch.factor) * JUMPS_SHARE;
  }

  /** Queues a task, or moves it, to begin after a delay in milliseconds at the earliest. At most `MAX_TIMER` counts. */
  schedule(task: PacedTask, delay: number): void {
    this.#withdraw(task);
    task.dueAt = this.#clock.monotonic() + delay;
    const isDue = (): void => {
      this.#due.add(task);
      this.#serve();
    };
    if (delay > 0) task.timer = this.#clock.setTimeout(isDue, Math.min(Math.ceil(delay), MAX_TIMER)).unref();
    else isDue();
  }

  /** Moves a task so that it is due at this time, by the clock's `monotonic()`, or now, unless it is due earlier. Queues it if needed. */
  advance(task: PacedTask, dueAt = 0): void {
    const now = this.#clock.monotonic();
    if (task.dueAt > Math.max(now, dueAt)) this.schedule(task, Math.max(0, dueAt - now));
  }

  /** Lets a task jump the queue. */
  jump(task: PacedTask, reason: Reason): void {
    if (this.#jumping.has(task)) return;
    this.#jumping.set(task, reason);
    this.advance(task);
    this.#serve();
  }

  remove(task: PacedTask): void {
    this.#withdraw(task);
    this.#jumping.delete(task);
    if (this.#due.size === 0) this.#clock.clearTimeout(this.#timer);
  }

  /** Milliseconds since the oldest due task became due. 0: none is. */
  get overdue(): number {
    const [first] = this.#due;
    // Timers may be early by a fraction of a millisecond.
    return first ? Math.max(0, this.#clock.monotonic() - first.dueAt) : 0;
  }

  /** Maximum milliseconds until a task that jumps now begins. */
  get jumpDelay(): number {
    const { size } = this.#jumping;
    return size === 0 ? 0 : (size / this.#jumpRate) * 1000;
  }

  #withdraw(task: PacedTask): void {
    this.#clock.clearTimeout(task.timer);
    this.#due.delete(task);
    task.dueAt = Number.POSITIVE_INFINITY;
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
      const [task = jumping] = jumping ? [] : this.#due;
      if (!task) return;
      this.#all.take();
      if (jumping) this.#passing.take();
      this.remove(task);
      yield { task, reason };
    }
  }

  #arm(): void {
    this.#clock.clearTimeout(this.#timer);
    if (this.#due.size === 0) return;
    const delay = Math.min(this.#all.wait(this.#clock.monotonic()), RATE_CHECK);
    this.#timer = this.#clock.setTimeout(() => this.#serve(), Math.ceil(delay)).unref();
  }
}
