import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';

/** A label whose values are known only once they occur. */
export const ANY = null;

/** A metric as `metric-table.ts` declares it. */
interface Declaration {
  help: string;
  /** The values of each label. Those that are known are exposed from the start: a series that begins above zero has no increase. */
  labels?: Readonly<Record<string, readonly string[] | null>>;
}

/** Declares a counter if its name ends in `_total`, otherwise a gauge. */
export type CountDeclaration = Declaration;

/** Declares a histogram. */
export interface DistributionDeclaration extends Declaration {
  /** Upper bounds, ascending. */
  buckets: readonly number[];
}

/** The metrics of a table, by name. */
export const opened = <Name extends string, Declared, Opened>(
  table: Readonly<Record<Name, Declared>>,
  open: (name: Name, declared: Declared) => Opened,
): Readonly<Record<Name, Opened>> => {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map((name) => [name, open(name, table[name])])) as Record<Name, Opened>;
};

/** A node in the tree of a metric's series. The leaves are the series. */
interface Node<Value> {
  /** Number of labels above it. */
  depth: number;
  labels: Readonly<Record<string, string>>;
  value: Value;
  /** By the value of the next label. */
  next: Map<string, Node<Value>>;
}

/**
 * The series of a metric, found label by label. The Prometheus client validates and joins all labels with each value, which is
 * measurable when one operation counts a hundred things.
 */
abstract class Series<Value> {
  readonly leaves: Node<Value>[] = [];
  readonly #labels: readonly (readonly [name: string, known: readonly string[] | null])[];
  readonly #newValue: () => Value;
  readonly #root: Node<Value>;

  constructor(labels: NonNullable<Declaration['labels']>, newValue: () => Value) {
    this.#labels = Object.entries(labels);
    this.#newValue = newValue;
    this.#root = this.#grow(0, {});
  }

  /**
   * The series of these label values, in label order. Of the first ones alone: begins all series below them that are known.
   * No metric has more than three labels. A list of them would be an array for each of the several that a request counts.
   */
  of(first?: string, second?: string, third?: string): Value {
    return this.#below(this.#below(this.#below(this.#root, first), second), third).value;
  }

  #below(node: Node<Value>, value: string | undefined): Node<Value> {
    return value === undefined ? node : (node.next.get(value) ?? this.#growFrom(node, value));
  }

  #growFrom({ depth, labels, next }: Node<Value>, value: string): Node<Value> {
    const [label = ''] = this.#labels[depth] ?? [];
    const grown = this.#grow(depth + 1, { ...labels, [label]: value });
    next.set(value, grown);
    return grown;
  }

  #grow(depth: number, labels: Node<Value>['labels']): Node<Value> {
    const node = { depth, labels, value: this.#newValue(), next: new Map<string, Node<Value>>() };
    const label = this.#labels[depth];
    if (!label) this.leaves.push(node);
    for (const value of label?.[1] ?? []) this.#growFrom(node, value);
    return node;
  }
}

/** One series of a counter or gauge: a plain number, so that counting is a single addition. */
export interface Count {
  value: number;
}

/** Current value of a metric, or by the value of its label. */
export type ScrapedValue = number | Readonly<Record<string, number>>;

/** A counter or a gauge. */
export class Counts extends Series<Count> {
  /** Reads the state of its owner on each scrape. Null: it is counted here. */
  read: (() => ScrapedValue) | null = null;

  constructor(registry: Registry, name: string, { help, labels = {} }: CountDeclaration) {
    super(labels, () => ({ value: 0 }));
    const refresh = () => this.#refresh();
    const { leaves } = this;
    const metric = {
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      collect(this: Counter<string> | Gauge<string>) {
        refresh();
        this.reset();
        for (const leaf of leaves) this.inc(leaf.labels, leaf.value.value);
      },
    };
    if (name.endsWith('_total')) new Counter(metric);
    else new Gauge(metric);
  }

  /** Adds one to a series. */
  count(first?: string, second?: string, third?: string): void {
    this.of(first, second, third).value += 1;
  }

  #refresh(): void {
    const reading = this.read?.() ?? {};
    if (typeof reading === 'number') this.of().value = reading;
    else for (const [label, value] of Object.entries(reading)) this.of(label).value = value;
  }
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

/** A histogram. */
export class Distributions extends Series<Distribution> {
  constructor(registry: Registry, name: string, { help, labels = {}, buckets }: DistributionDeclaration) {
    super(labels, () => new Distribution(buckets));
    const labelNames = Object.keys(labels);
    const histogram = new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] });
    const exposed = async () => {
      const values = this.leaves.flatMap((leaf) => samplesOf(leaf, name, buckets));
      return { name, help, type: 'histogram', values };
    };
    // The source of both formats, text and JSON. Not in the Prometheus client's types.
    Object.assign(histogram, { getForPromString: exposed });
  }
}

/** `sharedLabels`: those that all samples of a series have. */
function samplesOf(
  { labels: sharedLabels, value: { counts, sum } }: Node<Distribution>,
  name: string,
  bounds: readonly number[],
) {
  let count = 0;
  const buckets = counts.map((values, index) => {
    count += values;
    return {
      metricName: `${name}_bucket`,
      labels: { le: bounds[index] ?? '+Inf' },
      sharedLabels,
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
  ];
}
