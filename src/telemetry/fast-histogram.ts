import { Histogram, type Registry } from 'prom-client';

interface Declaration<Label extends string> {
  name: string;
  help: string;
  label: Label;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
}

/** One series of a histogram. Observing is a few additions: prom-client's takes a microsecond, for the labels' hash. */
export class HistogramSeries {
  readonly #buckets: readonly number[];
  /** Per bucket, not cumulative. The last is above all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.counts = Array.from({ length: buckets.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (value > (this.#buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}

/** A histogram with one label, for what happens thousands of times per event. */
export class FastHistogram<Label extends string> extends Histogram<Label> {
  readonly #declaration: Declaration<Label>;
  readonly #series = new Map<string, HistogramSeries>();

  constructor(registry: Registry, declaration: Declaration<Label>) {
    const { name, help, label, buckets } = declaration;
    super({ name, help, labelNames: [label], buckets: [...buckets], registers: [registry] });
    this.#declaration = declaration;
  }

  /** The series of a label's value; starts at zero. */
  of(value: string): HistogramSeries {
    const series = this.#series.get(value) ?? new HistogramSeries(this.#declaration.buckets);
    this.#series.set(value, series);
    return series;
  }

  /** What prom-client exposes, as text and as JSON. Missing from its types. */
  async getForPromString() {
    const { name, help } = this.#declaration;
    const values = [...this.#series].flatMap(([value, series]) => this.#export(value, series));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #export(value: string, { counts, sum }: HistogramSeries) {
    const { name, label, buckets } = this.#declaration;
    const sharedLabels = { [label]: value };
    let count = 0;
    const cumulative = counts.map((each, bucket) => {
      count += each;
      return {
        metricName: `${name}_bucket`,
        labels: { le: buckets[bucket] ?? '+Inf' },
        sharedLabels,
        value: count,
      };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}
