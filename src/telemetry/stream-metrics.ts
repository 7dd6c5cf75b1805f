import { Gauge, type Registry } from 'prom-client';
import type { ErrorCode } from '../graph/errors.ts';
import type { StreamObserver } from '../operations/observers.ts';
import { type Count, Counts } from './counters.ts';
import { type Duration, Durations } from './durations.ts';
import type { ErrorCounts } from './error-counts.ts';

const LAG_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is read when Prometheus asks, from whoever owns it. */
export interface OpenStreams {
  /** WebSockets that are open. */
  sockets(): number;
  /** Subscriptions that are open over server-sent events. */
  eventStreams(): number;
}

interface Field {
  open: number;
  delivered: Count;
  lag: Duration;
}

/** Subscriptions, by the field of the schema that they are to. */
export class StreamMetrics implements StreamObserver {
  readonly #errors: ErrorCounts;
  readonly #delivered: Counts<'field'>;
  readonly #gaps: Counts<'field' | 'reason'>;
  readonly #lag: Durations<'field'>;
  readonly #fields = new Map<string, Field>();
  #open: OpenStreams = { sockets: () => 0, eventStreams: () => 0 };

  constructor(registry: Registry, errors: ErrorCounts) {
    this.#errors = errors;
    const fields = this.#fields;
    new Gauge({
      name: 'gateway_subscriptions_open',
      help: 'Subscriptions that are open, by field.',
      labelNames: ['field'],
      registers: [registry],
      collect() {
        for (const [field, { open }] of fields) this.set({ field }, open);
      },
    });
    this.#delivered = new Counts(
      registry,
      {
        name: 'gateway_events_delivered_total',
        help: 'Events given to subscribers, replayed ones included.',
      },
      ['field'],
    );
    this.#gaps = new Counts(
      registry,
      { name: 'gateway_stream_gaps_total', help: 'Gaps told to subscribers, by reason.' },
      ['field', 'reason'],
    );
    this.#lag = new Durations(
      registry,
      {
        name: 'gateway_stream_lag_seconds',
        help: "From an event's append, by the event log's clock, to its delivery; without replayed events.",
      },
      ['field'],
      LAG_SECONDS,
    );
    gaugeOf(registry, 'gateway_sockets_open', 'WebSockets that are open.', () => this.#open.sockets());
    gaugeOf(
      registry,
      'gateway_sse_streams_open',
      'Subscriptions that are open over server-sent events.',
      () => this.#open.eventStreams(),
    );
  }

  /** Shows how many connections are open from now on. */
  watch(open: OpenStreams): void {
    this.#open = open;
  }

  opened(field: string): void {
    this.#field(field).open += 1;
  }

  closed(field: string): void {
    this.#field(field).open -= 1;
  }

  /** @param milliseconds since its append; null: it is a replayed one. */
  delivered(field: string, milliseconds: number | null): void {
    const series = this.#field(field);
    series.delivered.value += 1;
    // The log's clock may be another machine's, and ahead.
    if (milliseconds !== null) series.lag.observe(Math.max(0, milliseconds));
  }

  gap(field: string, reason: string): void {
    this.#gaps.of(field, reason).value += 1;
  }

  error(code: ErrorCode): void {
    this.#errors.count(code);
  }

  #field(name: string): Field {
    const known = this.#fields.get(name);
    if (known) return known;
    const field = { open: 0, delivered: this.#delivered.of(name), lag: this.#lag.of(name) };
    this.#fields.set(name, field);
    return field;
  }
}

function gaugeOf(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
