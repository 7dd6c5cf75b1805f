import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObject,
  Registry,
} from '@prometheus-io/client';
import { type Build, exposeBuild } from './build-info.ts';
import { ClientMetrics } from './client-metrics.ts';
import { DependencyMetrics } from './dependency-metrics.ts';
import { type DescribedMetric, describe } from './described-metric.ts';
import { DocumentMetrics } from './document-metrics.ts';
import { ErrorCounts } from './error-counts.ts';
import { EventMetrics } from './event-metrics.ts';
import { LogMetrics } from './log-metrics.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { PlatformMetrics } from './platform-metrics.ts';
import { PluginMetrics } from './plugin-metrics.ts';
import { PriceMetrics } from './price-metrics.ts';
import { RefusalMetrics } from './refusal-metrics.ts';
import { SessionMetrics } from './session-metrics.ts';
import { SignInMetrics } from './sign-in-metrics.ts';
import { StreamMetrics } from './stream-metrics.ts';

/** Metric values of one process, in the form workers exchange. */
export type MetricValues = MetricObject[];

/** The longest interval of a timer, in milliseconds. */
const NEVER = 2 ** 31 - 1;
/** Prefix of the Prometheus client's metrics of event loop lag. */
const EVENT_LOOP_LAG = 'nodejs_eventloop_lag_';

/**
 * All metrics of one gateway. Uses its own registry instead of the global one, because a process may run several
 * gateways. Labels are schema names, routes, codes and states: never a person, ID, token or address.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #errors = new ErrorCounts(this.#registry);
  readonly dependencies = new DependencyMetrics(this.#registry);
  readonly documents = new DocumentMetrics(this.#registry);
  readonly log = new LogMetrics(this.#registry);
  readonly operations: OperationMetrics;
  readonly platform = new PlatformMetrics(this.#registry);
  readonly plugin = new PluginMetrics(this.#registry);
  readonly prices = new PriceMetrics(this.#registry);
  readonly refusals = new RefusalMetrics(this.#registry);
  readonly sessions = new SessionMetrics(this.#registry);
  readonly signIns = new SignInMetrics(this.#registry);
  readonly streams = new StreamMetrics(this.#registry, this.#errors);
  readonly events = new EventMetrics(this.#registry);
  #gather: (() => Promise<readonly MetricValues[]>) | null = null;

  /**
   * @param operationNames those of the trusted documents. Null: any document is allowed.
   * @param build null: not exposed.
   */
  constructor(operationNames: ReadonlySet<string> | null, build: Build | null = null) {
    const clients = new ClientMetrics(this.#registry);
    this.operations = new OperationMetrics(this.#registry, this.#errors, clients, operationNames);
    exposeBuild(this.#registry, build);
  }

  /** The Prometheus exposition text and its content type, aggregated over all workers. */
  async expose(): Promise<{ contentType: string; text: string }> {
    if (this.#gather) return exposeAll(await this.#gather());
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  /** The values of this process alone. */
  async values(): Promise<MetricValues> {
    const values = await this.#registry.getMetricsAsJSON();
    // An average over workers would hide the late one.
    return values.map((metric) =>
      metric.name.startsWith(EVENT_LOOP_LAG) && metric.aggregator === 'average'
        ? { ...metric, aggregator: 'max' }
        : metric,
    );
  }

  /** Aggregates several processes from now on. @param gather returns the values of each, this one included. */
  gatherWith(gather: () => Promise<readonly MetricValues[]>): void {
    this.#gather = gather;
  }

  /** Every exposed metric. */
  get described(): readonly DescribedMetric[] {
    return describe(this.#registry);
  }

  /** Adds the Prometheus client's process metrics. Call once per process: its observers cannot be removed. */
  collectProcess(): void {
    // Ten times a second for quantiles that cannot be summed over workers; the lag of the event loop says the same.
    collectDefaultMetrics({ register: this.#registry, eventLoopUtilizationTimeout: NEVER });
    for (const kind of ['summary', 'histogram'])
      this.#registry.removeSingleMetric(`nodejs_eventloop_utilization_${kind}`);
  }
}

/** The Prometheus exposition text of several processes together, and its content type. */
export async function exposeAll(
  processes: readonly MetricValues[],
): Promise<{ contentType: string; text: string }> {
  const registry = AggregatorRegistry.aggregate([...processes]);
  return { contentType: registry.contentType, text: await registry.metrics() };
}
