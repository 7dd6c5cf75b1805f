import type { ErrorCode } from '../graph/errors.ts';
import type { StreamObserver } from '../operations/reports/observers.ts';
import type { GatewayCounts, GatewayDistributions } from './metric-table.ts';

/** Subscriptions, by field of the subscription type. */
export class StreamMetrics implements StreamObserver {
  readonly #counts: GatewayCounts;
  readonly #distributions: GatewayDistributions;
  /** Called with the reason of each gap. */
  onGap: (reason: string) => void = () => {};

  constructor(counts: GatewayCounts, distributions: GatewayDistributions) {
    this.#counts = counts;
    this.#distributions = distributions;
  }

  opened(field: string): void {
    this.#counts.gateway_subscriptions_open.count(field);
    // A series that begins above zero has no increase.
    this.#counts.gateway_events_delivered_total.of(field);
    this.#counts.gateway_stream_results_rendered_total.of(field);
    this.#counts.gateway_stream_gaps_total.of(field);
  }

  closed(field: string): void {
    this.#counts.gateway_subscriptions_open.of(field).value -= 1;
  }

  /** @param milliseconds since its append. Null: replayed. */
  delivered(field: string, milliseconds: number | null): void {
    this.#counts.gateway_events_delivered_total.count(field);
    if (milliseconds === null) return;
    // The log's clock may be on another machine, and ahead.
    this.#distributions.gateway_stream_lag_seconds.of(field).observe(Math.max(0, milliseconds) / 1000);
  }

  rendered(field: string): void {
    this.#counts.gateway_stream_results_rendered_total.count(field);
  }

  gap(field: string, reason: string): void {
    this.#counts.gateway_stream_gaps_total.count(field, reason);
    this.onGap(reason);
  }

  error(code: ErrorCode): void {
    this.#counts.gateway_errors_total.count(code);
  }
}
