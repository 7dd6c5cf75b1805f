import { Histogram, type Registry } from '@prometheus-io/client';

interface Described {
  name: string;
  help: string;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
  labels: readonly string[];
}

/** One series of a histogram: plain numbers, so that observing a value is two additions. */
export class Distribution {
  readonly #bounds: readonly number[];
  /** Values by the first bound that they do not exceed; the last: those above all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}

interface Series {
  labels: Record<string, string>;
  distribution: Distribution;
}

interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  /** Labels that all samples of a series have. */
  sharedLabels: Record<string, string>;
  value: number;
}

/**
 * A histogram whose series are cached by label values and read on scrape. The client library validates and joins the labels
 * with each value: the three prices of an operation took 1 µs, now 0.02.
 */
export class Distributions extends Histogram<string> {
  readonly #described: Described;
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry, described: Described) {
    const { name, help, labels, buckets } = described;
    super({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
    this.#described = described;
  }

  /** The series for these label values, in label order; starts empty. */
  of(...values: readonly string[]): Distribution {
    const key = values.join('\n');
    const known = this.#series.get(key);
    if (known) return known.distribution;
    const labels = Object.fromEntries(
      this.#described.labels.map((label, index) => [label, values[index] ?? '']),
    );
    const distribution = new Distribution(this.#described.buckets);
    this.#series.set(key, { labels, distribution });
    return distribution;
  }

  /** The source of both formats, text and JSON. Not in the Prometheus client's types. */
  async getForPromString() {
    const { name, help } = this.#described;
    const values = [...this.#series.values()].flatMap((series) => this.#samplesOf(series));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #samplesOf({ labels, distribution: { counts, sum } }: Series): Sample[] {
    const { name, buckets } = this.#described;
    let count = 0;
    const cumulative = counts.map((values, index): Sample => {
      count += values;
      return {
        metricName: `${name}_bucket`,
        labels: { le: buckets[index] ?? '+Inf' },
        sharedLabels: labels,
        value: count,
      };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels: {}, sharedLabels: labels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels: labels, value: count },
    ];
  }
}
