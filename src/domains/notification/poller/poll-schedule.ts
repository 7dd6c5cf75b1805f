import type { Clock } from '../../../lib/clock.ts';
import { PacedQueue } from '../../../lib/pacing/paced-queue.ts';
import { Stretch } from '../../../lib/pacing/stretch.ts';
import { JumpLimit } from './jump-limit.ts';
import { JUMPS, type Jump, PollTurn } from './poll-turn.ts';

/** How often users are polled. Times in milliseconds. */
export interface PollPace {
  /** Interval between polls of one user. */
  interval: number;
  /** Maximum to which latency, `Retry-After` and idleness stretch that interval. */
  maxInterval: number;
  /** Platform calls per second of the whole fleet. */
  budget: number;
}

/** Observes what polls cost and how current they keep streams. */
export interface PollObserver {
  /** A poll begins a platform call. @param jump why it jumped the queue. Null: it was due. */
  called(jump: Jump | null): void;
  /** A user was polled. @param milliseconds since the previous poll. */
  refreshed(milliseconds: number): void;
}

export interface PollScheduleOptions extends PollPace {
  clock: Clock;
  /** This instance's part of the budget, 0 to 1. */
  share(): number;
  /** Called with the number of users that this instance polls when it changes. */
  onPolled(users: number): void;
  observer: PollObserver | null;
}

/** Milliseconds without an operation after which a user counts as idle. */
const IDLE_AFTER = 300_000;

/** Decides when the users that this instance polls are polled: fairly, and within its part of the fleet's budget. */
export class PollSchedule {
  readonly interval: number;
  readonly #clock: Clock;
  readonly #options: PollScheduleOptions;
  readonly #maxInterval: number;
  readonly #stretch: Stretch;
  readonly #queue: PacedQueue<Jump>;
  readonly #jumps: JumpLimit;
  #polled = 0;

  constructor(options: PollScheduleOptions) {
    const { clock, interval, maxInterval, observer } = options;
    this.#clock = clock;
    this.#options = options;
    this.interval = interval;
    this.#maxInterval = Math.max(interval, maxInterval);
    this.#stretch = new Stretch(this.#maxInterval / interval);
    this.#queue = new PacedQueue({
      clock,
      // A platform in trouble gets fewer calls, even if all users are late already.
      rate: () => this.rate / this.#stretch.factor,
      lanes: JUMPS,
      onBegin: (jump) => observer?.called(jump),
    });
    this.#jumps = new JumpLimit(clock, () => this.rate);
  }

  /** Platform calls per second that this instance may make. */
  get rate(): number {
    return this.#options.budget * this.#options.share();
  }

  /** Milliseconds since the oldest due poll became due. 0: none is. */
  get overdue(): number {
    return this.#queue.overdue;
  }

  /** Upper bound of the milliseconds until a poll that jumps the queue now would begin. */
  get jumpDelay(): number {
    return this.#queue.lanesDelay;
  }

  /** @param poller polls when its turn comes. */
  newTurn(poller: { poll(): void }): PollTurn {
    return new PollTurn(this.#queue, poller);
  }

  /** Counts a user as polled by this instance. */
  join(): void {
    this.#options.onPolled(++this.#polled);
  }

  leave(): void {
    this.#options.onPolled(--this.#polled);
  }

  /** Counts a jump. @returns false if its sender has used up its part; the poll then waits for its turn. */
  allowsJump(sender: string): boolean {
    return this.#jumps.allows(sender);
  }

  /** Milliseconds until a user's next poll is due. @param activeAt the latest operation, by the clock's `monotonic()`. */
  nextDelay(activeAt: number): number {
    const idleness = Math.max(1, (this.#clock.monotonic() - activeAt) / IDLE_AFTER);
    const interval = Math.min(this.#maxInterval, this.interval * this.#stretch.factor * idleness);
    return interval * (0.9 + Math.random() * 0.2);
  }

  /** Makes a platform call and records its latency, which stretches the interval. */
  async timed<Result>(call: () => Promise<Result>): Promise<Result> {
    const startedAt = this.#clock.monotonic();
    try {
      return await call();
    } finally {
      this.#stretch.recordLatency(this.#clock.monotonic() - startedAt);
    }
  }

  /** Counts a response that asks to wait. */
  recordPushback(): void {
    this.#stretch.recordPushback();
  }

  refreshed(milliseconds: number): void {
    this.#options.observer?.refreshed(milliseconds);
  }
}
