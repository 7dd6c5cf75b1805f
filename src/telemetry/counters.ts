import { Counter, type Registry } from '@prometheus-io/client';

interface Described<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
}

/** One series of a counter: a plain number, so that counting is a single addition. */
export interface Count {
  value: number;
}

/**
 * A counter whose series are cached by label values and read on scrape. the Prometheus client's `inc` builds a string of all
 * labels on every call, which is measurable when one operation counts a hundred things.
 */
export class Counts<Label extends string> {
  readonly #labels: readonly Label[];
  readonly #series = new Map<string, { labels: Record<string, string>; count: Count }>();

  constructor(registry: Registry, { name, help, labels }: Described<Label>) {
    this.#labels = labels;
    const series = this.#series;
    new Counter<string>({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels: values, count } of series.values()) this.inc(values, count.value);
      },
    });
  }

  /** The series for these label values, in label order; starts at zero. */
  of(...values: readonly string[]): Count {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
    const known = this.#series.get(key);
    if (known) return known.count;
    const labels: Record<string, string> = {};
    for (const [index, label] of this.#labels.entries()) labels[label] = values[index] ?? '';
    const count: Count = { value: 0 };
    this.#series.set(key, { labels, count });
    return count;
  }

  /** The series of each value of the only label. */
  each<Value extends string>(values: readonly Value[]): Readonly<Record<Value, Count>> {
    return Object.fromEntries(values.map((value) => [value, this.of(value)])) as Record<Value, Count>;
  }
}
