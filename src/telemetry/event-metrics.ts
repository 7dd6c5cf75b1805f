import { Gauge, type Registry } from 'prom-client';
import type { LogObserver } from '../events/observed-log.ts';
import { type Count, Counts } from './counters.ts';

const APPENDED = ['appended', 'duplicate', 'conflict'] as const;
const POLL_PROBLEMS = ['platform', 'token', 'store', 'gateway'] as const;

/** What is read when Prometheus asks, from whoever owns it. */
export interface EventSources {
  /** Where events are kept. */
  store: 'memory' | 'redis';
  /** Whether there is a connection to the store. */
  isConnected(): boolean;
  /** Users whose notifications are polled for, by what the poller does now. */
  pollers(): Readonly<Record<string, number>>;
}

/** The event log and the pollers that fill it. */
export class EventMetrics implements LogObserver {
  readonly #appends: Readonly<Record<(typeof APPENDED)[number], Count>>;
  readonly #failures: Counts<'reason'>;
  readonly #losses: Count;
  readonly #problems: Counts<'at'>;
  #sources: EventSources | null = null;

  constructor(registry: Registry) {
    const appends = new Counts(
      registry,
      {
        name: 'gateway_event_appends_total',
        help: 'Appends to the event log that it took, by result: `duplicate` and `conflict` add nothing.',
      },
      ['result'],
    );
    this.#appends = {
      appended: appends.of('appended'),
      duplicate: appends.of('duplicate'),
      conflict: appends.of('conflict'),
    };
    this.#failures = new Counts(
      registry,
      {
        name: 'gateway_event_append_failures_total',
        help: 'Appends that failed after every attempt, by reason.',
      },
      ['reason'],
    );
    const losses = new Counts(
      registry,
      {
        name: 'gateway_event_losses_total',
        help: 'Events that never reached the log; their readers are told of a gap.',
      },
      [],
    );
    this.#losses = losses.of();
    this.#problems = new Counts(
      registry,
      {
        name: 'gateway_poll_problems_total',
        help: "Polls for notifications that failed, by where: the `platform`, the user's `token`, the `store` of the events, or the `gateway`.",
      },
      ['at'],
    );
    for (const at of POLL_PROBLEMS) this.#problems.of(at);
    const sources = () => this.#sources;
    new Gauge({
      name: 'gateway_event_store_up',
      help: '1 while there is a connection to where events are kept, else 0.',
      labelNames: ['store'],
      // Of several workers the one without is shown.
      aggregator: 'min',
      registers: [registry],
      collect() {
        const read = sources();
        if (read) this.set({ store: read.store }, read.isConnected() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'gateway_pollers',
      help: 'Users whose notifications this instance looks for, by state: `polling`, `standing-by` while another instance polls, `failing`, or `idle` where no token is good.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        for (const [state, count] of Object.entries(sources()?.pollers() ?? {})) this.set({ state }, count);
      },
    });
  }

  /** Shows the state of the store and of the pollers from now on. */
  watch(sources: EventSources): void {
    this.#sources = sources;
  }

  appended(result: (typeof APPENDED)[number]): void {
    this.#appends[result].value += 1;
  }

  appendFailed(reason: string): void {
    this.#failures.of(reason).value += 1;
  }

  lost(): void {
    this.#losses.value += 1;
  }

  pollFailed(at: (typeof POLL_PROBLEMS)[number]): void {
    this.#problems.of(at).value += 1;
  }
}
