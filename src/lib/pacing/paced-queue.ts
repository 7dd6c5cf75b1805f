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

export interface PacedQueueOptions<Lane extends string> {
  clock: Clock;
  /** Tasks per second that may begin. Read often, because it may change. */
  rate(): number;
  /** Lanes that bypass the queue, served in rotation. */
  lanes?: readonly Lane[];
  /** Called before each task. @param lane null: it was due. */
  onBegin?(lane: Lane | null): void;
}

/** Part of the rate that all lanes together may use. */
const LANES_SHARE = 0.5;
/** Maximum milliseconds between reads of a rate at which tasks wait. */
const RATE_CHECK = 1000;
/** Longest delay of a timer. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Starts tasks in the order in which they are due, at a limited rate, with one timer for all of them. When more are due
 * than the rate allows, all are late by the same amount.
 * Tasks in a lane jump the queue, with at most half of the rate. They are also queued as due, so that they start from there if
 * the other half is free first.
 */
export class PacedQueue<Lane extends string = never> {
  readonly #options: PacedQueueOptions<Lane>;
  readonly #clock: Clock;
  readonly #all: TokenBucket;
  readonly #passing: TokenBucket;
  readonly #due = new DueHeap<PacedTask>();
  /** In their order of service: the lane that was served last is last. */
  #lanes: { name: Lane; tasks: Set<PacedTask> }[];
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isServing = false;

  constructor(options: PacedQueueOptions<Lane>) {
    this.#options = options;
    this.#clock = options.clock;
    const now = options.clock.monotonic();
    this.#all = new TokenBucket(options.rate, now);
    this.#passing = new TokenBucket(() => options.rate() * LANES_SHARE, now);
    this.#lanes = (options.lanes ?? []).map((name) => ({ name, tasks: new Set() }));
  }

  /** Queues a task, or moves it, to begin in so many milliseconds or later. */
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
  jump(task: PacedTask, lane: Lane): void {
    if (this.#lanes.some(({ tasks }) => tasks.has(task))) return;
    this.#lanes.find(({ name }) => name === lane)?.tasks.add(task);
    this.advance(task);
    this.#serve();
  }

  remove(task: PacedTask): void {
    this.#due.remove(task);
    for (const { tasks } of this.#lanes) tasks.delete(task);
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
  get lanesDelay(): number {
    let waiting = 0;
    for (const { tasks } of this.#lanes) waiting += tasks.size;
    return waiting === 0 ? 0 : (waiting / (this.#options.rate() * LANES_SHARE)) * 1000;
  }

  #serve(): void {
    // A task that begins may queue the next one.
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      visitAll(this.#removeNext(), ({ task, lane }) => {
        try {
          this.#options.onBegin?.(lane);
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
  *#removeNext(): Generator<{ task: PacedTask; lane: Lane | null }> {
    for (;;) {
      const now = this.#clock.monotonic();
      const passing = this.#firstPassing(now);
      const task = this.#all.wait(now) > 0 ? undefined : (passing?.task ?? this.#firstDue(now));
      if (!task) return;
      this.#all.take();
      if (passing) this.#passing.take();
      this.remove(task);
      yield { task, lane: passing?.lane ?? null };
    }
  }

  #firstDue(now: number): PacedTask | undefined {
    const { first } = this.#due;
    return first && first.dueAt <= now ? first : undefined;
  }

  /** The next task of the lanes, unless their part of the rate is used. The lane becomes the last to be served. */
  #firstPassing(now: number): { task: PacedTask; lane: Lane } | undefined {
    const lane = this.#lanes.find(({ tasks }) => tasks.size > 0);
    if (!lane || this.#passing.wait(now) > 0 || this.#all.wait(now) > 0) return undefined;
    const [task] = lane.tasks;
    if (!task) return undefined;
    this.#lanes = [...this.#lanes.filter((other) => other !== lane), lane];
    return { task, lane: lane.name };
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
