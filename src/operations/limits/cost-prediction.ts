import { type DocumentNode, getArgumentValues, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { MAXIMUM_PAGE } from '../../graph/connection.ts';
import type { Calls, CostedField, Price, Rows } from '../../graph/cost.ts';
import { createListSizes, type ListSize } from '../../graph/cost-directives.ts';
import { coercedVariables, NO_VARIABLES, type VariableValues } from '../../graph/graphql-js.ts';
import { isSkipped } from '../../graph/selection.ts';
import type { Variables } from '../input/variables.ts';
import { type PredictionOptions, readCostTree, type Selections, type Site } from './cost-tree.ts';
import { type IntrospectionSize, measureIntrospection } from './introspection-sizes.ts';

/** The maximum calls of an operation, and the objects and bytes of its response if lists have their assumed sizes. */
export interface Prediction extends Price {
  /** Its parts, by the response path of a field, as in `/course/questions`. */
  readonly parts: readonly (Price & { readonly path: string; readonly coordinate: string })[];
  readonly byRoute: ReadonlyMap<string, { calls: number; fields: ReadonlySet<string> }>;
}

/** Null if the variables do not match: the operation will not be executed. */
export type Predict = (variables: Variables | undefined) => Prediction | null;

/** Predicts the price of a schema's operations. Each is analyzed once, and predicted once if it has no variables. */
export function createPredictions(
  options: PredictionOptions,
): (document: DocumentNode, operationName: string | null) => Predict {
  const { schema, listEstimate } = options;
  const known = new WeakMap<OperationDefinitionNode, Predict>();
  const assumedSize = createListSizes(schema, listEstimate);
  let measured: ReadonlyMap<string, IntrospectionSize> | undefined;
  const introspectionSizes = () => {
    measured ??= measureIntrospection(schema);
    return measured;
  };
  const prepare = (document: DocumentNode, operation: OperationDefinitionNode): Predict => {
    const root = readCostTree(options, document, operation, introspectionSizes);
    if (!root) return () => null;
    const predictFor = (values: VariableValues) => new PredictedPrice(operation, root, values, assumedSize);
    const { variableDefinitions: definitions = [] } = operation;
    if (definitions.length === 0) {
      const prediction = predictFor(NO_VARIABLES);
      return () => prediction;
    }
    return (variables = {}) => {
      const coerced = coercedVariables(schema, definitions, variables);
      return coerced && predictFor(coerced);
    };
  };
  return (document, operationName) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return () => null;
    const predict = known.get(operation) ?? prepare(document, operation);
    known.set(operation, predict);
    return predict;
  };
}

interface From {
  rows: Rows;
  /** The number of parent objects in the response: those that repeat count each time. */
  objects: number;
  /** The fields whose length the parent's arguments determine. */
  page: { fields: readonly string[]; size: number } | null;
  responsePath: string;
  /** The rows of the nearest object of a type above. Null: there is none. */
  nearest(type: string): Rows | null;
  scope: string;
}

const NONE_ABOVE = (): null => null;

/** Bytes of `{"data":` and `}` around the response. */
const ENVELOPE_BYTES = 9;

class PredictedPrice implements Prediction {
  calls = 0;
  objects = 0;
  bytes: number;
  readonly parts: Prediction['parts'][number][] = [];
  readonly byRoute = new Map<string, { calls: number; fields: Set<string>; counts: Map<string, number> }>();
  readonly #variables: VariableValues;
  readonly #assumedSize: (coordinate: string) => number;

  constructor(
    { operation }: OperationDefinitionNode,
    root: Selections,
    variables: VariableValues,
    assumedSize: (coordinate: string) => number,
  ) {
    this.#variables = variables;
    this.#assumedSize = assumedSize;
    this.bytes = ENVELOPE_BYTES + root.bytes;
    for (const site of root.sites) {
      // A write clears what was read: fields after it share no calls with those before.
      const scope = operation === 'mutation' ? `/${site.responseName}` : '';
      const rows = { key: scope, count: 1, arrivals: 1 };
      this.#walk(site, { rows, objects: 1, page: null, responsePath: '', nearest: NONE_ABOVE, scope });
    }
  }

  #walk(site: Site, from: From): void {
    if (this.#isSkipped(site)) return;
    const args = this.#arguments(site);
    const { cost, coordinate, node } = site;
    const length = this.#lengthOf(site, args);
    const isPage = (site.listSize?.sizedFields.length ?? 0) > 0;
    const isSized = from.page?.fields.includes(node.name.value) ?? false;
    const field: CostedField = {
      args,
      parent: from.rows,
      // The rows of a connection are those of its page: `edges` and `nodes` hold no more.
      result: this.#resultOf(site, args, from.rows, isSized ? 1 : length),
      responsePath: `${from.responsePath}/${site.responseName}`,
      assumedSize: this.#assumedSize,
      nearest: (type) => from.nearest(type) ?? from.rows,
      firstBelow: (name) => this.#firstBelow(site, name),
    };
    const result = cost?.yields ? { ...cost.yields(field), arrivals: field.result.arrivals } : field.result;
    const priced = cost?.yields ? { ...field, result } : field;
    let calls = 0;
    for (const rule of cost?.calls ?? [])
      calls += this.#addCalls(rule.route, from.scope, [rule.calls(priced)].flat(), coordinate);
    const items = from.objects * (isSized && from.page ? from.page.size : isPage ? 1 : length);
    // Rounded: measured lengths are means.
    const objects = Math.ceil(items * site.itemObjects);
    const bytes = Math.ceil(from.objects * site.keyBytes + items * site.itemBytes);
    this.calls += calls;
    this.objects += objects;
    this.bytes += bytes;
    this.parts.push({ path: field.responsePath, coordinate, calls, objects, bytes });
    if (site.below.length === 0) return;
    const nearest = (type: string): Rows | null =>
      type === site.type ? result : (cost?.introduces?.[type]?.(priced) ?? from.nearest(type));
    const page = isPage && site.listSize ? { fields: site.listSize.sizedFields, size: length } : null;
    const { responsePath } = field;
    for (const below of site.below)
      this.#walk(below, { rows: result, objects: items, page, responsePath, nearest, scope: from.scope });
  }

  /** The length of a list, or of the page of a connection; 1 for a single value. */
  #lengthOf({ cost, listSize, isList, measuredLength, coordinate }: Site, args: Variables): number {
    if (measuredLength !== null) return measuredLength;
    if (cost?.length) return cost.length(args);
    if (!isList && !listSize) return 1;
    return (listSize && slicedSize(listSize, args)) ?? this.#assumedSize(coordinate);
  }

  #resultOf(site: Site, args: Variables, { key, count, arrivals }: Rows, length: number): Rows {
    const calls = site.cost?.calls ?? [];
    const together = calls.every((call) => call.together);
    return {
      key: isWrapping(site)
        ? key
        : `${key}.${site.node.name.value}${Object.keys(args).length === 0 ? '' : JSON.stringify(args)}`,
      count: count * length,
      // Rows that each need a call continue one by one; those that share calls continue in as many groups.
      arrivals: together ? Math.min(count, arrivals * (1 + calls.length)) : count,
    };
  }

  /** @returns how many are not shared with fields before. */
  #addCalls(route: string, scope: string, calls: readonly Calls[], coordinate: string): number {
    if (calls.length === 0) return 0;
    const known = this.byRoute.get(route) ?? { calls: 0, fields: new Set(), counts: new Map() };
    this.byRoute.set(route, known);
    known.fields.add(coordinate);
    const before = known.calls;
    for (const { key, count } of calls) {
      const shared = known.counts.get(scope + key) ?? 0;
      known.counts.set(scope + key, Math.max(shared, count));
      known.calls += Math.max(0, count - shared);
    }
    return known.calls - before;
  }

  #arguments({ field, node }: Site): Variables {
    if (field.args.length === 0) return {};
    try {
      return getArgumentValues(field, node, this.#variables);
    } catch {
      // A required variable is missing, so the field will not be executed.
      return {};
    }
  }

  #isSkipped({ conditions }: Site): boolean {
    try {
      return conditions.some((selection) => isSkipped(selection, { variableValues: this.#variables }));
    } catch {
      // A condition is null, so the selection will fail.
      return true;
    }
  }

  #firstBelow(site: Site, name: string): Variables | null {
    for (const below of site.below) {
      if (this.#isSkipped(below)) continue;
      const found = below.node.name.value === name ? this.#arguments(below) : this.#firstBelow(below, name);
      if (found) return found;
    }
    return null;
  }
}

/** `edges`, `nodes` and an edge's `node` are the connection's own rows. */
const isWrapping = ({ coordinate }: Site): boolean =>
  /Connection\.(edges|nodes)$|Edge\.node$/.test(coordinate);

/** The largest of the slicing arguments; a size that will be refused is never read. Null: none is given. */
function slicedSize({ slicingArguments }: ListSize, args: Variables): number | null {
  const given = slicingArguments.map((name) => args[name]).filter((value) => typeof value === 'number');
  if (given.length === 0) return null;
  const size = Math.max(...given);
  return size >= 0 && size <= MAXIMUM_PAGE ? size : 1;
}
