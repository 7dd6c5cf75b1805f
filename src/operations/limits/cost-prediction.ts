import { type DocumentNode, type GraphQLSchema, getArgumentValues, getVariableValues } from 'graphql';
import { pageSize } from '../../graph/connection.ts';
import type { Calls, CostedField, FieldCosts, Rows } from '../../graph/cost.ts';
import { isSkipped } from '../../graph/selection.ts';
import { type CostTree, readCostTree, type Site } from './cost-tree.ts';

/** The maximum cost of an operation. */
export interface Prediction {
  /** Platform calls. */
  total: number;
  /** Objects in the response. */
  objects: number;
  /** The response path that yields most of them, as in `/course/questions`. */
  largestPath: string;
  largestObjects: number;
  /** Objects by field coordinate. Empty unless the options ask for it. */
  objectsByField: ReadonlyMap<string, number>;
  byRoute: ReadonlyMap<string, { calls: number; fields: ReadonlySet<string> }>;
}

type Variables = Readonly<Record<string, unknown>>;

/** Null if the variables do not match: the operation will not be executed. */
export type Predict = (variables: Variables | undefined) => Prediction | null;

export interface PredictionOptions {
  schema: GraphQLSchema;
  costs: FieldCosts;
  /** Items assumed for a list of unbounded length. */
  listEstimate: number;
  /** Whether predictions list the objects of each field. Default false. */
  itemizesObjects?: boolean;
}

/** Predicts the cost of a schema's operations. Each is analysed once, and predicted once if no variable matters. */
export function createPredictions(
  options: PredictionOptions,
): (document: DocumentNode, operationName: string | null) => Predict {
  const known = new WeakMap<DocumentNode, Map<string | null, Predict>>();
  return (document, operationName) => {
    const predictions = known.get(document) ?? new Map<string | null, Predict>();
    known.set(document, predictions);
    const predict = predictions.get(operationName) ?? prepare(options, document, operationName);
    predictions.set(operationName, predict);
    return predict;
  };
}

const NOTHING: Prediction = {
  total: 0,
  objects: 0,
  largestPath: '',
  largestObjects: 0,
  objectsByField: new Map(),
  byRoute: new Map(),
};

function prepare(options: PredictionOptions, document: DocumentNode, operationName: string | null): Predict {
  const { schema, costs } = options;
  const tree = readCostTree(schema, costs, document, operationName);
  if (!tree || tree.sites.length === 0) return () => NOTHING;
  const definitions = (tree.operation.variableDefinitions ?? []).filter(({ variable }) =>
    tree.variables.has(variable.name.value),
  );
  if (definitions.length === 0) {
    const prediction = predict(tree, {}, options);
    return () => prediction;
  }
  return (variables = {}) => {
    const { coerced } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
    return coerced ? predict(tree, coerced, options) : null;
  };
}

function predict(
  { operation, sites }: CostTree,
  variables: Variables,
  options: PredictionOptions,
): Prediction {
  const predicted = new PredictedCost(variables, options);
  for (const site of sites) {
    // A write clears what was read: fields after it share no calls with those before.
    const scope = operation.operation === 'mutation' ? `/${site.responseName}` : '';
    predicted.walk(site, {
      rows: { key: scope, count: 1, objects: 1, arrivals: 1 },
      responsePath: '',
      above: null,
      scope,
    });
  }
  return predicted;
}

/** The objects above a field, the nearest first. */
interface Above {
  type: string;
  rows: Rows;
  next: Above | null;
}

interface From {
  rows: Rows;
  responsePath: string;
  above: Above | null;
  scope: string;
}

class PredictedCost implements Prediction {
  total = 0;
  objects = 0;
  largestPath = '';
  largestObjects = 0;
  readonly objectsByField = new Map<string, number>();
  readonly byRoute = new Map<string, { calls: number; fields: Set<string>; counts: Map<string, number> }>();
  readonly #variables: Variables;
  readonly #listEstimate: number;
  readonly #itemizesObjects: boolean;

  constructor(variables: Variables, { listEstimate, itemizesObjects = false }: PredictionOptions) {
    this.#variables = variables;
    this.#listEstimate = listEstimate;
    this.#itemizesObjects = itemizesObjects;
  }

  walk(site: Site, from: From): void {
    if (this.#isSkipped(site)) return;
    const args = this.#arguments(site);
    const { cost, coordinate } = site;
    const field: CostedField = {
      args,
      parent: from.rows,
      result: this.#resultOf(site, args, from.rows),
      responsePath: `${from.responsePath}/${site.responseName}`,
      listEstimate: this.#listEstimate,
      nearest: (type) => nearest(from.above, type) ?? from.rows,
      firstBelow: (name) => this.#firstBelow(site, name),
    };
    const result = cost?.yields ? { ...cost.yields(field), arrivals: field.result.arrivals } : field.result;
    const priced = cost?.yields ? { ...field, result } : field;
    for (const { route, calls } of cost?.calls ?? []) {
      this.#add(route, from.scope, [calls(priced)].flat(), coordinate);
    }
    if (!site.isObject) return;
    // The items of a connection are counted as its `nodes` or `edges`.
    this.#addObjects(
      site.shape === 'connection' ? from.rows.objects : result.objects,
      field.responsePath,
      coordinate,
    );
    if (site.below.length === 0) return;
    let { above } = from;
    for (const [type, rowsOf] of Object.entries(cost?.introduces ?? {})) {
      above = { type, rows: rowsOf(priced), next: above };
    }
    above = { type: site.type, rows: result, next: above };
    for (const below of site.below) {
      this.walk(below, { rows: result, responsePath: field.responsePath, above, scope: from.scope });
    }
  }

  #addObjects(objects: number, responsePath: string, coordinate: string): void {
    this.objects += objects;
    if (objects > this.largestObjects) {
      this.largestObjects = objects;
      this.largestPath = responsePath;
    }
    if (!this.#itemizesObjects) return;
    this.objectsByField.set(coordinate, (this.objectsByField.get(coordinate) ?? 0) + objects);
  }

  #resultOf(site: Site, args: Variables, { key, count, objects, arrivals }: Rows): Rows {
    const { cost, stepName, shape } = site;
    const calls = cost?.calls ?? [];
    const times = shape === 'single' ? 1 : shape === 'list' ? this.#listEstimate : windowOf(args);
    const together = calls.every((call) => call.together);
    return {
      key: isWrapping(site) ? key : `${key}.${stepName}${isEmpty(args) ? '' : JSON.stringify(args)}`,
      count: count * times,
      objects: objects * times,
      // Rows with a call of their own continue one by one; those that share calls continue in as many groups.
      arrivals: together ? Math.min(count, arrivals * (1 + calls.length)) : count,
    };
  }

  #add(route: string, scope: string, calls: readonly Calls[], coordinate: string): void {
    if (calls.length === 0) return;
    const known = this.byRoute.get(route) ?? { calls: 0, fields: new Set(), counts: new Map() };
    this.byRoute.set(route, known);
    known.fields.add(coordinate);
    for (const { key, count } of calls) {
      const before = known.counts.get(scope + key) ?? 0;
      if (count <= before) continue;
      known.counts.set(scope + key, count);
      known.calls += count - before;
      this.total += count - before;
    }
  }

  #arguments({ args, field, node }: Site): Variables {
    if (args) return args;
    try {
      return getArgumentValues(field, node, this.#variables);
    } catch {
      // A required variable is missing, so the field will not be executed.
      return {};
    }
  }

  #isSkipped({ conditions }: Site): boolean {
    return conditions.some((selection) => isSkipped(selection, { variableValues: this.#variables }));
  }

  #firstBelow(site: Site, name: string): Variables | null {
    for (const below of site.below) {
      if (this.#isSkipped(below)) continue;
      const found = below.stepName === name ? this.#arguments(below) : this.#firstBelow(below, name);
      if (found) return found;
    }
    return null;
  }
}

const isEmpty = (args: Variables): boolean => {
  for (const _name in args) return false;
  return true;
};

/** `edges`, `nodes` and an edge's `node` are the connection's own rows. */
const isWrapping = ({ coordinate }: Site): boolean =>
  /Connection\.(edges|nodes)$|Edge\.node$/.test(coordinate);

/** A page size that will be refused is never read. */
function windowOf({ first }: Variables): number {
  try {
    return pageSize({ first: typeof first === 'number' ? first : null });
  } catch {
    return 1;
  }
}

function nearest(above: Above | null, type: string): Rows | null {
  for (let at = above; at; at = at.next) if (at.type === type) return at.rows;
  return null;
}
