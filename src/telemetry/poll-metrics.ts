import { Histogram, type Registry } from '@prometheus-io/client';
import { type Count, Counts } from './counters.ts';

const AGE_SECONDS = [1, 2.5, 5, 7.5, 10, 15, 30, 60, 120, 300, 600, 1800];
const TURNS = ['due', 'arrived', 'sent', 'page'] as const;

/** Platform calls for notification polls, and how current they keep streams. */
export class PollMetrics {
  readonly #calls: Readonly<Record<(typeof TURNS)[number], Count>>;
  readonly #staleness: Histogram;

  constructor(registry: Registry) {
    const calls = new Counts(registry, {
      name: 'gateway_poll_calls_total',
      help: 'Platform calls for notification polls, by turn: `due`, or ahead of the queue because a user `arrived`, a notification was `sent`, or a poll reads another `page`.',
      labels: ['turn'],
    });
    this.#calls = calls.each(TURNS);
    this.#staleness = new Histogram({
      name: 'gateway_poll_staleness_seconds',
      help: "Time between two polls of a user's notifications: how old what a stream shows may be.",
      buckets: AGE_SECONDS,
      registers: [registry],
    });
  }

  called(turn: Exclude<(typeof TURNS)[number], 'due'> | null): void {
    this.#calls[turn ?? 'due'].value += 1;
  }

  refreshed(milliseconds: number): void {
    this.#staleness.observe(milliseconds / 1000);
  }
}
