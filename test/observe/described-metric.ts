import type { Registry } from '@prometheus-io/client';

/** The declaration of a metric. */
export interface DescribedMetric {
  name: string;
  /** `counter`, `gauge` or `histogram`. */
  type: string;
  labels: readonly string[];
  help: string;
}

/** The declarations of a registry's metrics. */
export const metricsOf = (registry: Registry): readonly DescribedMetric[] =>
  registry.getMetricsAsArray().map((metric) => ({
    name: metric.name,
    help: metric.help,
    // The Prometheus client's type declarations omit these properties of its JSON.
    type: String(metric.type),
    labels: 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [],
  }));
