import { AggregatorRegistry, collectDefaultMetrics, type MetricObject, Registry } from 'prom-client';
import { ErrorCounts } from './error-counts.ts';
import { EventMetrics } from './event-metrics.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { PlatformMetrics } from './platform-metrics.ts';
import { PluginMetrics } from './plugin-metrics.ts';
import { RefusalMetrics } from './refusal-metrics.ts';
import { StreamMetrics } from './stream-metrics.ts';

/** The values of one process, as they go to others. */
export type MetricValues = MetricObject[];

/** A metric as its declaration has it. */
export interface DescribedMetric {
  name: string;
  /** `counter`, `gauge` or `histogram`. */
  type: string;
  labels: readonly string[];
  help: string;
}

/**
 * What one gateway counts. The registry is its own and not the library's global one, since a process may run several.
 * Labels are names of the schema, routes, codes and states: no person, id, token or address.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #errors = new ErrorCounts(this.#registry);
  readonly operations: OperationMetrics;
  readonly platform = new PlatformMetrics(this.#registry);
  readonly plugin = new PluginMetrics(this.#registry);
  readonly refusals = new RefusalMetrics(this.#registry);
  readonly streams = new StreamMetrics(this.#registry, this.#errors);
  readonly events = new EventMetrics(this.#registry);
  #gather: (() => Promise<readonly MetricValues[]>) | null = null;

  /** @param operationNames those of the trusted documents; null: any document runs. */
  constructor(operationNames: ReadonlySet<string> | null) {
    this.operations = new OperationMetrics(this.#registry, this.#errors, operationNames);
  }

  /** The text that Prometheus reads, and its content type: of every worker together, whichever is asked. */
  async expose(): Promise<{ contentType: string; text: string }> {
    const registry = this.#gather
      ? AggregatorRegistry.aggregate([...(await this.#gather())])
      : this.#registry;
    return { contentType: this.#registry.contentType, text: await registry.metrics() };
  }

  /** What this process alone counts. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  /** From now on the metrics are those of several processes. @param gather brings the values of each, this one included. */
  gatherWith(gather: () => Promise<readonly MetricValues[]>): void {
    this.#gather = gather;
  }

  /** Every metric that is exposed. */
  get described(): readonly DescribedMetric[] {
    return this.#registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      help: metric.help,
      // The declarations of the library leave out what it says of itself as JSON.
      type: String(metric.type),
      labels: 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [],
    }));
  }

  /** Adds what the library knows of the process: once a process, as its observers cannot be taken back. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }
}
