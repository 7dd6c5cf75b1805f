import { AggregatorRegistry, collectDefaultMetrics, type MetricObject, Registry } from 'prom-client';
import { DocumentMetrics } from './document-metrics.ts';
import { ErrorCounts } from './error-counts.ts';
import { EventMetrics } from './event-metrics.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { PlatformMetrics } from './platform-metrics.ts';
import { PluginMetrics } from './plugin-metrics.ts';
import { RefusalMetrics } from './refusal-metrics.ts';
import { SignInMetrics } from './sign-in-metrics.ts';
import { StreamMetrics } from './stream-metrics.ts';

/** Metric values of one process, in the form workers exchange. */
export type MetricValues = MetricObject[];

/** The declaration of a metric. */
export interface DescribedMetric {
  name: string;
  /** `counter`, `gauge` or `histogram`. */
  type: string;
  labels: readonly string[];
  help: string;
}

/**
 * All metrics of one gateway. Uses its own registry instead of the global one, because a process may run several
 * gateways. Labels are schema names, routes, codes and states: never a person, ID, token or address.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #errors = new ErrorCounts(this.#registry);
  readonly documents = new DocumentMetrics(this.#registry);
  readonly operations: OperationMetrics;
  readonly platform = new PlatformMetrics(this.#registry);
  readonly plugin = new PluginMetrics(this.#registry);
  readonly refusals = new RefusalMetrics(this.#registry);
  readonly signIns = new SignInMetrics(this.#registry);
  readonly streams = new StreamMetrics(this.#registry, this.#errors);
  readonly events = new EventMetrics(this.#registry);
  #gather: (() => Promise<readonly MetricValues[]>) | null = null;

  /** @param operationNames those of the trusted documents. Null: any document is allowed. */
  constructor(operationNames: ReadonlySet<string> | null) {
    this.operations = new OperationMetrics(this.#registry, this.#errors, operationNames);
  }

  /** The Prometheus exposition text and its content type, aggregated over all workers. */
  async expose(): Promise<{ contentType: string; text: string }> {
    const registry = this.#gather
      ? AggregatorRegistry.aggregate([...(await this.#gather())])
      : this.#registry;
    return { contentType: this.#registry.contentType, text: await registry.metrics() };
  }

  /** The values of this process alone. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Aggregates several processes from now on. @param gather returns the values of each, this one included. */
  gatherWith(gather: () => Promise<readonly MetricValues[]>): void {
    this.#gather = gather;
  }

  /** Every exposed metric. */
  get described(): readonly DescribedMetric[] {
    return this.#registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      help: metric.help,
      // prom-client's type declarations omit these properties of its JSON.
      type: String(metric.type),
      labels: 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [],
    }));
  }

  /** Adds prom-client's process metrics. Call once per process: its observers cannot be removed. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }
}
