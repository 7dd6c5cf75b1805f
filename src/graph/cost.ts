import type { GraphQLResolveInfo } from 'graphql';

/**
 * Vocabulary in which domains declare what their fields cost: the maximum number of platform calls, derived from the document,
 * its arguments and what loaders share, before anything runs. The size of a response follows from the schema's `@listSize` and
 * `@cost` (`cost-directives.ts`).
 */

/** The price of an operation: platform calls, objects and list items of its response, and bytes of its response. */
export interface Price {
  readonly calls: number;
  readonly objects: number;
  readonly bytes: number;
}

export const PRICES = ['calls', 'objects', 'bytes'] as const satisfies readonly (keyof Price)[];

/** The objects an operation may load at one response path. */
export interface Rows {
  /** Identity of the set: aliases and repeated fields with the same key load the same objects. */
  readonly key: string;
  /** Maximum number of objects, each counted once. */
  readonly count: number;
  /** Number of moments at which the objects may arrive; a batch collects those of one moment. */
  readonly arrivals: number;
}

/** Calls of a route under a key; equal keys share the same calls. */
export interface Calls {
  readonly key: string;
  readonly count: number;
}

/** A selected field whose calls are being counted. */
export interface CostedField {
  readonly args: Readonly<Record<string, unknown>>;
  readonly parent: Rows;
  readonly result: Rows;
  /** Response path, as in `/classes/nodes`. */
  readonly responsePath: string;
  /** Assumed length of a list, by field coordinate. */
  assumedSize(coordinate: string): number;
  /** The rows of the nearest enclosing object of a type, the field's parent included. */
  nearest(type: string): Rows;
  /** The arguments of the first descendant field of a name, among the fields that make calls. Null: not selected. */
  firstBelow(name: string): Readonly<Record<string, unknown>> | null;
}

export interface CallRule {
  readonly route: string;
  /** Frequency for display, as in `once per operation`. */
  readonly often: string;
  /** True if everything that waits for these calls resumes at the same moment. */
  readonly together: boolean;
  calls(field: CostedField): Calls | readonly Calls[];
}

/** The cost of a field. */
export interface FieldCost {
  readonly calls: readonly CallRule[];
  /** Length of the list, if `@listSize` cannot state it. */
  readonly length?: (args: Readonly<Record<string, unknown>>) => number;
  /** The rows it yields. Undefined: one set per parent and arguments. */
  readonly yields?: (field: CostedField) => Rows;
  /** Objects, by type, that descendant fields may refer to although they are not nested in one. */
  readonly introduces?: Readonly<Record<string, (field: CostedField) => Rows>>;
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

/** Carries the cost of a field. */
export interface Costed {
  readonly cost: FieldCost;
}

/** The cost of a field that returns the member of its name, and needs no resolver. */
interface CostedMember extends Costed {
  readonly resolve?: never;
}

/** The resolvers of a field that a resolver map may have. */
export type FieldResolver<Result, Parent, Context, Args> =
  | Resolve<Parent, Args, Context, GraphQLResolveInfo, Promise<Result> | Result>
  | CostedMember;

type Resolve<Parent, Args, Context, Info, Result> = (
  parent: Parent,
  args: Args,
  context: Context,
  info: Info,
) => Result;

/**
 * Declares the platform calls of a field beside its resolver, and returns the same function.
 * @throws Error if the resolver already has a cost: two fields need two functions.
 */
export function calls<Parent, Args, Context, Info, Result>(
  rules: CallRule | readonly CallRule[],
  resolver: Resolve<Parent, Args, Context, Info, Result>,
  rest: Omit<FieldCost, 'calls'> = {},
): Resolve<Parent, Args, Context, Info, Result> & Costed {
  if ('cost' in resolver) throw new Error(`The resolver ${resolver.name} already has a cost.`);
  return Object.assign(resolver, { cost: { calls: [rules].flat(), ...rest } });
}

/** Declares that a resolver makes no call although it takes the operation's context. */
export const free = <Parent, Args, Context, Info, Result>(
  resolver: Resolve<Parent, Args, Context, Info, Result>,
  rest: Omit<FieldCost, 'calls'> = {},
): Resolve<Parent, Args, Context, Info, Result> & Costed => calls([], resolver, rest);

/** Declares the rows of a field that returns the member of its name. */
export const rows = (yields: NonNullable<FieldCost['yields']>): CostedMember => ({
  cost: { calls: [], yields },
});

/** Resolves a mutation by a function of its input that calls a route once. @param others the other calls that it makes. */
export const write = <Input, Context, Result>(
  route: NamedRoute,
  run: (input: Input, context: Context) => Result,
  ...others: readonly CallRule[]
): Resolve<unknown, { input: Input }, Context, unknown, Result> & Costed =>
  calls([unshared(route), ...others], (_root, { input }, context) => run(input, context));

/**
 * A field of a resolver map. A resolver that takes the context has to declare its cost; no other can make a call.
 */
type CostedResolver = Costed | { readonly subscribe: Costed } | ((parent: never, args: never) => unknown);

/** Resolvers by type and field. */
export type CostedResolvers = Readonly<Record<string, Readonly<Record<string, CostedResolver>>>>;

/** The declared costs of fields; the others make no call. */
export const costsOf = (resolvers: readonly CostedResolvers[]): FieldCosts =>
  Object.fromEntries(
    resolvers.flatMap(Object.entries<CostedResolvers[string]>).flatMap(([type, fields]) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const declared = 'subscribe' in field ? field.subscribe : field;
        return 'cost' in declared ? [[`${type}.${name}`, declared.cost]] : [];
      }),
    ),
  );

/** Once per operation, however often the field is selected. */
export const once = (route: NamedRoute, count = 1): CallRule =>
  rule(
    route,
    count === 1 ? 'once per operation' : `at most ${count} times per operation`,
    () => ({ key: '', count }),
    true,
  );

/** Once per distinct value of these arguments. */
export const perArguments = (route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once per distinct ${quotedNames(names)}`, ({ args }) => ({
    key: keyOf(args, names),
    count: 1,
  }));

/** Once per parent object and distinct value of these arguments. */
export const perParent = (route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once per object${perDistinct(names)}`, ({ parent, args }) => ({
    key: parent.key + keyOf(args, names),
    count: parent.count,
  }));

/** Once per enclosing object of a type. */
export const perNearest = (type: string, route: NamedRoute, ...names: string[]): CallRule =>
  rule(route, `once per ${type}${perDistinct(names)}`, ({ nearest, args }) => {
    const { key, count } = nearest(type);
    return { key: key + keyOf(args, names), count };
  });

/** Once per object that the field yields. */
export const perResult = (route: NamedRoute): CallRule =>
  rule(route, 'once per distinct result', ({ result: { key, count } }) => ({ key, count }));

/**
 * The number of platform pages that a selection may include: behind a cursor it may cross a page boundary, and a list without a
 * total is counted by its pages.
 */
function pagesRead(
  { first, after }: Readonly<Record<string, unknown>>,
  { hasTotal }: { hasTotal: boolean },
): number {
  if (first === 0) return hasTotal || after != null ? 1 : 2;
  return after == null ? 1 : 2;
}

/**
 * One page of a list, or two: see `pagesRead`.
 * @param isApart whether the selection shares its pages only with others for which it is true.
 */
export const pages = (
  route: NamedRoute,
  { hasTotal } = { hasTotal: true },
  isApart: (field: CostedField) => boolean = () => false,
): CallRule =>
  rule(route, `once per page, at most twice with \`after\`${hasTotal ? '' : ' or `first: 0`'}`, (field) => ({
    key: JSON.stringify([field.args, isApart(field)]),
    count: pagesRead(field.args, { hasTotal }),
  }));

/** Once per selection: nothing is shared. */
export const unshared = (route: NamedRoute): CallRule =>
  rule(route, 'once', ({ responsePath, parent }) => ({ key: responsePath, count: parent.count }));

/** One call for up to `size` parent objects that arrive at the same moment. */
export const batched = (route: NamedRoute, size: number): CallRule =>
  rule(route, `once per ${size} objects`, ({ parent: { key, count, arrivals } }) => ({
    key,
    count: count === 0 ? 0 : Math.min(count, arrivals * Math.ceil(count / arrivals / size)),
  }));

/** Applies a rule only to fields that meet a condition. */
export const when = (applies: (field: CostedField) => boolean, { calls, ...ruled }: CallRule): CallRule => ({
  ...ruled,
  often: `${ruled.often}, if needed`,
  calls: (field) => (applies(field) ? calls(field) : []),
});

/** The rows of an object or list nested in these rows. */
export const within = ({ key, count, arrivals }: Rows, step: string, times = 1): Rows => ({
  key: `${key}.${step}`,
  count: count * times,
  arrivals,
});

const quotedNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');
const perDistinct = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` and distinct ${quotedNames(names)}`;

/** Empty if no argument is given: omitted and null are the same to every loader. */
function keyOf(args: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const values = names.map((name) => args[name] ?? null);
  return values.every((value) => value === null) ? '' : JSON.stringify(values);
}
