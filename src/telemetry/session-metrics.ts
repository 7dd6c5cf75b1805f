import { Histogram, type Registry } from '@prometheus-io/client';
import { exposeGauge } from './gauge.ts';

const AGE_SECONDS = [5, 15, 30, 45, 60, 90, 120, 300, 600, 1200, 1800, 3600];

/** Values that are read from their owner on scrape. */
export interface SessionSource {
  /** Scheduled checks per second that this process may make. */
  rate(): number;
  /** Milliseconds since the oldest due check became due. */
  overdue(): number;
}

/** Scheduled checks of sessions with open streams. */
export class SessionMetrics {
  readonly #age: Histogram;
  #source: SessionSource = { rate: () => 0, overdue: () => 0 };

  constructor(registry: Registry) {
    this.#age = new Histogram({
      name: 'gateway_session_check_age_seconds',
      help: 'Time between two scheduled checks of a session with open streams: how long a revocation may remain unnoticed.',
      buckets: AGE_SECONDS,
      registers: [registry],
    });
    exposeGauge(registry, {
      name: 'gateway_session_check_budget',
      help: 'Scheduled session checks per second that this process may make: its part of `SESSION_CHECK_BUDGET`.',
      read: () => this.#source.rate(),
    });
    exposeGauge(registry, {
      name: 'gateway_session_check_overdue_seconds',
      help: 'Time since the oldest due session check became due. Above 0, the budget is used up.',
      // Across workers, show the latest one.
      aggregator: 'max',
      read: () => this.#source.overdue() / 1000,
    });
  }

  /** Exposes the state of the checks from now on. */
  watch(source: SessionSource): void {
    this.#source = source;
  }

  checked(milliseconds: number): void {
    this.#age.observe(milliseconds / 1000);
  }
}
