import { PacedQueue, type PacedQueueOptions } from './paced-queue.ts';
import { SenderLimit } from './sender-limit.ts';

/** Why a poll jumps the queue: its user opened or resumed a stream, was sent something, or has more pages to read. */
export type Jump = 'arrived' | 'sent' | 'page';

/** Measures the calls of polls and the freshness of streams. */
interface PollObserver {
  /** A poll begins a platform call. @param jump the reason of its priority. Null: it was due. */
  called(jump: Jump | null): void;
  /** A user was polled. @param milliseconds since the previous poll. */
  refreshed(milliseconds: number): void;
}

/** How often users are polled, each with one platform call. */
export interface PollScheduleOptions extends Omit<PacedQueueOptions, 'onBegin'> {
  observer: PollObserver;
}

/** Milliseconds without an operation after which a user counts as idle. */
const IDLE_AFTER = 300_000;
/** Share of the budget that one sender may use for polls that jump the queue, and minimum jumps per second, however small the budget. */
const SENDER = { share: 0.1, minimum: 1 };

/** Decides when the users that this instance polls are polled: fairly, and within its part of the fleet's budget. */
export class PollSchedule {
  /** The pollers that wait for their turn. */
  readonly queue: PacedQueue<Jump>;
  /** The share of the budget for priority polls of one sender or returning user; further polls wait for their turn. */
  readonly jumps: SenderLimit;
  readonly #options: PollScheduleOptions;

  constructor(options: PollScheduleOptions) {
    this.#options = options;
    this.queue = new PacedQueue({ ...options, onBegin: (jump) => options.observer.called(jump) });
    this.jumps = new SenderLimit(options.clock, () =>
      Math.max(SENDER.minimum, this.queue.rate * SENDER.share),
    );
  }

  /** Milliseconds until a user's next poll is due. @param activeAt the latest operation, by the clock's `monotonic()`. */
  nextDelay(activeAt: number): number {
    const { clock, interval, maxInterval } = this.#options;
    const idleness = Math.max(1, (clock.monotonic() - activeAt) / IDLE_AFTER);
    const stretched = Math.min(maxInterval, interval * this.queue.stretch.factor * idleness);
    return stretched * (0.9 + Math.random() * 0.2);
  }
}
