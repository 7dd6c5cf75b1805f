import type {
  CircuitState,
  DeduplicatedBy,
  Deviation,
  PlatformObserver,
} from '../platform/platform-observer.ts';
import type { OnDrift } from './drift.ts';
import type { GatewayCounts, GatewayDistributions } from './metric-table.ts';

/** In order of severity: the gauge shows the index. */
const SEVERITY: readonly CircuitState[] = ['closed', 'half-open', 'open'];
/** Labels of a response's status, by its first digit. */
const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** Calls to the platform. A route is method and path template, so the label is bounded by the declared routes. */
export class PlatformMetrics implements PlatformObserver {
  readonly #counts: GatewayCounts;
  readonly #distributions: GatewayDistributions;

  /** Called with each deviation. */
  onDrift: OnDrift = () => {};

  constructor(counts: GatewayCounts, distributions: GatewayDistributions) {
    this.#counts = counts;
    this.#distributions = distributions;
  }

  responded(route: string, status: number, milliseconds: number): void {
    const label = status === 429 ? '429' : (STATUS_CLASSES[Math.trunc(status / 100)] ?? 'other');
    this.#count(route, label, 'response', milliseconds);
  }

  failed(route: string, kind: string, milliseconds: number): void {
    this.#count(route, 'none', kind, milliseconds);
  }

  #count(route: string, status: string, outcome: string, milliseconds: number): void {
    this.#counts.gateway_upstream_calls_total.count(route, status, outcome);
    this.#distributions.gateway_upstream_call_duration_seconds.of(route).observe(milliseconds / 1000);
  }

  shed(route: string, reason: string): void {
    this.#counts.gateway_upstream_refused_total.count(route, reason);
  }

  retried(route: string): void {
    this.#counts.gateway_upstream_retries_total.count(route);
  }

  circuit(route: string, state: CircuitState): void {
    this.#counts.gateway_upstream_circuit_state.of(route).value = SEVERITY.indexOf(state);
  }

  deduplicated(by: DeduplicatedBy, calls: number): void {
    this.#counts.gateway_upstream_saved_calls_total.of(by).value += calls;
  }

  batch(size: number): void {
    this.#distributions.gateway_upstream_batch_size.of().observe(size);
  }

  body(route: string, outcome: string): void {
    this.#counts.gateway_upstream_bodies_total.count(route, outcome);
  }

  list(copied: boolean): void {
    this.#counts.gateway_projected_lists_total.count(copied ? 'copied' : 'completed');
  }

  drift(route: string, deviation: Deviation, member: string, times = 1): void {
    const series = this.#counts.gateway_upstream_drift_total.of(route, deviation, member);
    series.value += times;
    this.onDrift(route, deviation, member, series.value);
  }
}
