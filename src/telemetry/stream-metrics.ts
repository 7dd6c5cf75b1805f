import { Gauge, type Registry } from '@prometheus-io/client';
import { GAP_REASONS } from '../events/log.ts';
import type { ErrorCode } from '../graph/errors.ts';
import type { StreamObserver } from '../operations/observers.ts';
import { type Count, Counts } from './counters.ts';
import { type Distribution, Distributions } from './distributions.ts';
import type { ErrorCounts } from './error-counts.ts';
import { exposeGauge } from './gauge.ts';

const LAG_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Gauges that are read from their owners on scrape. */
export interface OpenStreams {
  /** Open WebSockets. */
  sockets(): number;
  /** Open subscriptions over server-sent events. */
  eventStreams(): number;
}

interface Field {
  open: number;
  delivered: Count;
  rendered: Count;
  lag: Distribution;
}

/** Subscriptions, by field of the subscription type. */
export class StreamMetrics implements StreamObserver {
  readonly #errors: ErrorCounts;
  readonly #delivered: Counts<'field'>;
  readonly #rendered: Counts<'field'>;
  readonly #gaps: Counts<'field' | 'reason'>;
  readonly #lag: Distributions;
  readonly #fields = new Map<string, Field>();
  #onGap: (reason: string) => void = () => {};
  #open: OpenStreams = { sockets: () => 0, eventStreams: () => 0 };

  constructor(registry: Registry, errors: ErrorCounts) {
    this.#errors = errors;
    const fields = this.#fields;
    new Gauge({
      name: 'gateway_subscriptions_open',
      help: 'Open subscriptions, by field.',
      labelNames: ['field'],
      registers: [registry],
      collect() {
        for (const [field, { open }] of fields) this.set({ field }, open);
      },
    });
    this.#delivered = new Counts(registry, {
      name: 'gateway_events_delivered_total',
      help: 'Events delivered to subscribers, replayed ones included.',
      labels: ['field'],
    });
    this.#rendered = new Counts(registry, {
      name: 'gateway_stream_results_rendered_total',
      help: 'Results written as JSON; subscribers that get the same one share it.',
      labels: ['field'],
    });
    this.#gaps = new Counts(registry, {
      name: 'gateway_stream_gaps_total',
      help: 'Gaps delivered to subscribers, by reason.',
      labels: ['field', 'reason'],
    });
    this.#lag = new Distributions(registry, {
      name: 'gateway_stream_lag_seconds',
      help: "Time from an event's append, by the event log's clock, to its delivery; replayed events excluded.",
      labels: ['field'],
      buckets: LAG_SECONDS,
    });
    exposeGauge(registry, {
      name: 'gateway_sockets_open',
      help: 'Open WebSockets.',
      read: () => this.#open.sockets(),
    });
    exposeGauge(registry, {
      name: 'gateway_sse_streams_open',
      help: 'Open subscriptions over server-sent events.',
      read: () => this.#open.eventStreams(),
    });
  }

  /** Exposes the number of open connections, and reports gaps, from now on. */
  watch(open: OpenStreams, onGap: (reason: string) => void): void {
    this.#open = open;
    this.#onGap = onGap;
  }

  opened(field: string): void {
    this.#field(field).open += 1;
  }

  closed(field: string): void {
    this.#field(field).open -= 1;
  }

  /** @param milliseconds since its append. Null: replayed. */
  delivered(field: string, milliseconds: number | null): void {
    const series = this.#field(field);
    series.delivered.value += 1;
    // The log's clock may be on another machine, and ahead.
    if (milliseconds !== null) series.lag.observe(Math.max(0, milliseconds) / 1000);
  }

  rendered(field: string): void {
    this.#field(field).rendered.value += 1;
  }

  gap(field: string, reason: string): void {
    this.#gaps.of(field, reason).value += 1;
    this.#onGap(reason);
  }

  error(code: ErrorCode): void {
    this.#errors.count(code);
  }

  #field(name: string): Field {
    const known = this.#fields.get(name);
    if (known) return known;
    const field = {
      open: 0,
      delivered: this.#delivered.of(name),
      rendered: this.#rendered.of(name),
      lag: this.#lag.of(name),
    };
    // A series that begins above zero has no increase.
    for (const reason of GAP_REASONS) this.#gaps.of(name, reason);
    this.#fields.set(name, field);
    return field;
  }
}
