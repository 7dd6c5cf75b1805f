/**
 * The vocabulary in which domains say what their fields cost: how many calls to the platform at most, known from the
 * document, its arguments and what the loaders share, before anything runs.
 */

/** Objects that an operation may come to hold at one place. */
export interface Rows {
  /** The same key, the same objects: aliases and repeated fields come to the same. */
  readonly key: string;
  /** How many at most. */
  readonly count: number;
  /** In how many moments they may arrive: what batches collects those of one moment. */
  readonly arrivals: number;
}

/** Calls of a route under a key; the same key again is the same calls. */
export interface Calls {
  readonly key: string;
  readonly count: number;
}

/** A field as an operation asks for it. */
export interface AskedField {
  readonly args: Readonly<Record<string, unknown>>;
  readonly parent: Rows;
  readonly result: Rows;
  /** Where it stands in the answer, as in `/classes/nodes`. */
  readonly place: string;
  /** Rows assumed for a list that nothing bounds. */
  readonly listEstimate: number;
  /** The rows of the nearest object of a type: the field's parent, or one that it stands below. */
  nearest(type: string): Rows;
  /** The arguments of the first field of a name anywhere below, among those that cost something. */
  firstBelow(name: string): Readonly<Record<string, unknown>> | null;
  /** The names of the fields asked for directly below. */
  readonly namesBelow: ReadonlySet<string>;
}

export interface CallRule {
  readonly route: string;
  /** How often, in words for a reader, as in `once an operation`. */
  readonly often: string;
  /** Whether all that wait for its calls go on at the same moment. */
  readonly together: boolean;
  calls(field: AskedField): Calls | readonly Calls[];
}

/** What a field costs. */
export interface FieldCost {
  readonly calls: readonly CallRule[];
  /** What it yields, where that is not a set of its own for each parent and arguments. */
  readonly yields?: (field: AskedField) => Rows;
  /** Objects that fields below may name although they do not stand below one. */
  readonly knows?: Readonly<Record<string, (field: AskedField) => Rows>>;
}

/** Costs by field coordinate, as in `Course.objectives`. */
export type FieldCosts = Readonly<Record<string, FieldCost>>;

interface NamedRoute {
  readonly method: string;
  readonly path: string;
}

export const rule = (
  { method, path }: NamedRoute,
  often: string,
  calls: CallRule['calls'],
  together = false,
): CallRule => ({ route: `${method} ${path}`, often, together, calls });

export const costs = (...calls: CallRule[]): FieldCost => ({ calls });

/** A field that takes the operation's context and makes no call with it. */
export const FREE = costs();

/** Once in an operation, however often it is asked for. */
export const once = (route: NamedRoute, count = 1): CallRule =>
  rule(
    route,
    count === 1 ? 'once an operation' : `at most ${count} times an operation`,
    () => ({ key: '', count }),
    true,
  );

/** Once for each distinct value of these arguments. */
export const perArguments = (route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once for each distinct ${wordsOf(names)}`, ({ args }) => ({
    key: keyOf(args, names),
    count: 1,
  }));

/** Once for each object it is asked of, and each distinct value of these arguments. */
export const perParent = (route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once for each object${andEach(names)}`, ({ parent, args }) => ({
    key: parent.key + keyOf(args, names),
    count: parent.count,
  }));

/** Once for each object of a type that it stands below. */
export const perNearest = (type: string, route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once for each ${type}${andEach(names)}`, ({ nearest, args }) => {
    const { key, count } = nearest(type);
    return { key: key + keyOf(args, names), count };
  });

/** Once for each object that it yields. */
export const perResult = (route: NamedRoute): CallRule =>
  rule(route, 'once for each distinct one', ({ result: { key, count } }) => ({ key, count }));

/** A page of a list; two where the window may lie across a page boundary. */
export const pages = (route: NamedRoute): CallRule =>
  rule(route, 'a window, at most two with `after`', ({ args }) => ({
    key: JSON.stringify(args),
    count: args.after == null ? 1 : 2,
  }));

/** Each time that it is asked for: nothing is shared. */
export const unshared = (route: NamedRoute): CallRule =>
  rule(route, 'each time', ({ place, parent }) => ({ key: place, count: parent.count }));

/** One call for up to `size` of the objects that it is asked of, where they arrive at the same moment. */
export const batched = (route: NamedRoute, size: number): CallRule =>
  rule(route, `once for up to ${size} objects`, ({ parent: { key, count, arrivals } }) => ({
    key,
    count: count === 0 ? 0 : Math.min(count, arrivals * Math.ceil(count / arrivals / size)),
  }));

/** A rule that counts only for some. */
export const when = (applies: (field: AskedField) => boolean, { calls, ...ruled }: CallRule): CallRule => ({
  ...ruled,
  often: `${ruled.often}, where need be`,
  calls: (field) => (applies(field) ? calls(field) : []),
});

/** What a single object or list below these rows holds. */
export const within = ({ key, count, arrivals }: Rows, step: string, times = 1): Rows => ({
  key: `${key}.${step}`,
  count: count * times,
  arrivals,
});

const wordsOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');
const andEach = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` and distinct ${wordsOf(names)}`;

/** Nothing where none is given: left out and null are the same to every loader. */
function keyOf(args: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const values = names.map((name) => args[name] ?? null);
  return values.every((value) => value === null) ? '' : JSON.stringify(values);
}
