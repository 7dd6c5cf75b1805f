import { Histogram, type Registry } from 'prom-client';

interface Named {
  name: string;
  help: string;
}

/** One series of a duration histogram; observing costs a few additions. */
export class Duration {
  readonly #bounds: readonly number[];
  /** Observations per bucket, not cumulative; the last one exceeds all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array<number>(bounds.length + 1).fill(0);
  }

  observe(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += seconds;
  }
}

interface Series<Label extends string> {
  labels: Partial<Record<Label, string>>;
  duration: Duration;
}

/**
 * A histogram of durations in seconds whose series are cached by label values and read on scrape. prom-client's
 * `observe` validates and stringifies the labels on every call.
 */
export class Durations<Label extends string> extends Histogram<Label> {
  readonly #labels: readonly Label[];
  readonly #bounds: readonly number[];
  readonly #named: Named;
  readonly #series = new Map<string, Series<Label>>();

  /** @param bounds upper bounds of the buckets, in seconds, ascending. */
  constructor(registry: Registry, named: Named, labels: readonly Label[], bounds: readonly number[]) {
    super({ ...named, labelNames: [...labels], buckets: [...bounds], registers: [registry] });
    this.#named = named;
    this.#labels = labels;
    this.#bounds = bounds;
  }

  /** The series for these label values, in label order. */
  of(...values: readonly string[]): Duration {
    const key = values.join('\n');
    const known = this.#series.get(key);
    if (known) return known.duration;
    const labels: Partial<Record<Label, string>> = {};
    for (const [index, label] of this.#labels.entries()) labels[label] = values[index] ?? '';
    const duration = new Duration(this.#bounds);
    this.#series.set(key, { labels, duration });
    return duration;
  }

  /** Overrides what prom-client renders as text and JSON. */
  getForPromString(): Promise<object> {
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series));
    return Promise.resolve({ ...this.#named, type: 'histogram', aggregator: 'sum', values });
  }

  #valuesOf({ labels: sharedLabels, duration: { counts, sum } }: Series<Label>): object[] {
    const { name } = this.#named;
    let count = 0;
    const buckets = counts.map((each, index) => {
      count += each;
      const le = this.#bounds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}
