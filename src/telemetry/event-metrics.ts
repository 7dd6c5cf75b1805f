import { Gauge, type Registry } from '@prometheus-io/client';
import { KEY_USES, type KeyedWriteObserver } from '../events/keyed-writes.ts';
import { type LossCause, UNAVAILABLE_REASONS } from '../events/log.ts';
import type { LogObserver } from '../events/observed-log.ts';
import { type Count, Counts } from './counters.ts';
import { exposeGauge } from './gauge.ts';
import { PollMetrics } from './poll-metrics.ts';

const APPENDED = ['appended', 'duplicate', 'conflict', 'fenced', 'replaced'] as const;
const POLL_PROBLEMS = ['platform', 'token', 'store', 'gateway'] as const;

/** Gauges that are read from their owners on scrape. */
export interface EventSources {
  /** Implementation of the event store. */
  store: 'memory' | 'redis';
  /** True while connected to the store. */
  isConnected(): boolean;
  /** Number of users whose notifications are polled, by poller state. */
  pollers(): Readonly<Record<string, number>>;
  /** Platform calls per second that this process may make for polls. */
  pollRate(): number;
  /** Milliseconds since the oldest due poll became due. */
  pollOverdue(): number;
}

/** Metrics of the event log and of the pollers that feed it. */
export class EventMetrics implements LogObserver {
  readonly polls: PollMetrics;
  readonly keyedWrites: KeyedWriteObserver;
  readonly #appends: Readonly<Record<(typeof APPENDED)[number], Count>>;
  readonly #failures: Counts<'reason'>;
  readonly #losses: Readonly<Record<LossCause, Count>>;
  readonly #problems: Counts<'at'>;
  #sources: EventSources | null = null;

  constructor(registry: Registry) {
    this.polls = new PollMetrics(registry);
    const appends = new Counts(registry, {
      name: 'gateway_event_appends_total',
      help: 'Successful appends to the event log, by result: `duplicate`, `conflict`, `fenced` (another instance owns the topic) and `replaced` (the log has lost its newest entries) add no event.',
      labels: ['result'],
    });
    this.#appends = appends.each(APPENDED);
    this.#failures = new Counts(registry, {
      name: 'gateway_event_append_failures_total',
      help: 'Appends that failed after every attempt, by reason.',
      labels: ['reason'],
    });
    // A series that begins above zero has no increase.
    this.#failures.each(UNAVAILABLE_REASONS);
    const losses = new Counts(registry, {
      name: 'gateway_event_losses_total',
      help: "Events that never reached the log, by cause: the `platform`'s response was lost, or the event `store` failed. Subscribers get a gap instead.",
      labels: ['because'],
    });
    this.#losses = losses.each(['platform', 'store']);
    this.#problems = new Counts(registry, {
      name: 'gateway_poll_problems_total',
      help: "Failed notification polls, by cause: the `platform`, the user's `token`, the event `store`, or the `gateway`.",
      labels: ['at'],
    });
    for (const at of POLL_PROBLEMS) this.#problems.of(at);
    const uses = new Counts(registry, {
      name: 'gateway_idempotency_keys_total',
      help: 'Mutations with an idempotency key, by outcome: `written`; `repeated`, answered with the result of an earlier one, so that a second write was saved; `refused`, with proof that nothing was written; `failed`, perhaps after the write; and without a write of their own `running` (the earlier one still is), `unknown` (its outcome is) and `reused` (it had other arguments).',
      labels: ['as'],
    }).each(KEY_USES);
    this.keyedWrites = {
      used: (as) => {
        uses[as].value += 1;
      },
    };
    const sources = () => this.#sources;
    new Gauge({
      name: 'gateway_event_store_up',
      help: '1 while connected to the event store, otherwise 0.',
      labelNames: ['store'],
      // Across workers, show the disconnected one.
      aggregator: 'min',
      registers: [registry],
      collect() {
        const read = sources();
        if (read) this.set({ store: read.store }, read.isConnected() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'gateway_pollers',
      help: 'Users with open notification streams on this instance, by state of their poller: `polling`, `standby` while another instance polls, `failing`, or `idle` without a valid token.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        for (const [state, count] of Object.entries(sources()?.pollers() ?? {})) this.set({ state }, count);
      },
    });
    exposeGauge(registry, {
      name: 'gateway_poll_budget',
      help: 'Platform calls per second that this process may make for notification polls: its part of `NOTIFICATION_POLL_BUDGET`.',
      read: () => this.#sources?.pollRate() ?? 0,
    });
    exposeGauge(registry, {
      name: 'gateway_poll_overdue_seconds',
      help: 'Time since the oldest due notification poll became due. Above 0, the budget is used up.',
      // Across workers, show the latest one.
      aggregator: 'max',
      read: () => (this.#sources?.pollOverdue() ?? 0) / 1000,
    });
  }

  /** Exposes the state of the store and the pollers from now on. */
  watch(sources: EventSources): void {
    this.#sources = sources;
  }

  appended(result: (typeof APPENDED)[number]): void {
    this.#appends[result].value += 1;
  }

  appendFailed(reason: string): void {
    this.#failures.of(reason).value += 1;
  }

  lost(because: LossCause): void {
    this.#losses[because].value += 1;
  }

  pollFailed(at: (typeof POLL_PROBLEMS)[number]): void {
    this.#problems.of(at).value += 1;
  }
}
