import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
  parse,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Graph } from '../graph.ts';
import { capitalized } from './capitalized.ts';
import { FIELDS_OF_INSTRUCTORS, type IdentityName, SAMPLES } from './samples.ts';

/** An operation that shows a field or a type in use. */
export interface Example {
  operation: OperationTypeNode;
  document: string;
  variables: Readonly<Record<string, unknown>>;
  /** The identity whose credential it requires. Null: none. */
  identity: IdentityName | null;
  /** The mutation whose example comes first. Null: none. */
  after: string | null;
  /** Prerequisites. Null: it runs as it is on the embedded platform. */
  needs: string | null;
}

/** The parts of a graph that examples are built from. */
type ExampleGraph = Pick<Graph, 'schema' | 'costs' | 'credentialOf'>;

/** A field and the type that it is on. */
interface Step {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
}

/** Aliases of fields whose names are reserved words in many languages. */
const RESERVED: Readonly<Record<string, string>> = { class: 'theClass: ' };
/** Plain fields that one object of an example shows. */
const MOST_LEAVES = 8;
/** Objects nested in one object of an example. */
const MOST_OBJECTS = 2;

/** Builds examples: of a root field, and of the shortest way to a type. */
export class Examples {
  readonly #graph: ExampleGraph;
  readonly #given: GivenArguments;
  readonly #ways: ReadonlyMap<string, readonly Step[]>;

  /** @param operations the operations of `schema/examples`. */
  constructor(graph: ExampleGraph, operations: DocumentNode) {
    this.#graph = graph;
    this.#given = argumentsIn(operations, graph.schema);
    this.#ways = waysTo(graph, this.#given);
  }

  /** An operation with this root field. */
  ofRootField(operation: OperationTypeNode, name: string): Example | null {
    const parent = this.#graph.schema.getRootType(operation);
    const field = parent?.getFields()[name];
    return parent && field ? this.#along([{ parent, field }]) : null;
  }

  /** An operation that returns objects of a type. Null: no operation does. */
  ofType(name: string): Example | null {
    const way = this.#ways.get(name);
    return way ? this.#along(way) : null;
  }

  #along(way: readonly Step[]): Example | null {
    const [root] = way;
    if (!root) return null;
    const operation = operationOf(this.#graph.schema, root.parent);
    const last = way.at(-1) ?? root;
    const samples = way.map((step) => SAMPLES[coordinateOf(step)] ?? {});
    const given = way.map((step) => ({
      ...this.#given.get(coordinateOf(step)),
      // Clients resume with the cursor.
      ...(step.field.args.some(({ name }) => name === 'after') && operation === OperationTypeNode.SUBSCRIPTION
        ? { after: null }
        : {}),
    }));
    const variables = Object.assign({}, ...given);
    const declared = way.flatMap(({ field }, index) =>
      field.args
        .filter(({ name }) => name in (given[index] ?? {}))
        .map(({ name, type }) => `$${name}: ${type}`),
    );
    const selection = way.reduceRight(
      (below, { field }, index) => {
        const passed = Object.keys(given[index] ?? {}).map((name) => `${name}: $${name}`);
        const alias = RESERVED[field.name] ?? '';
        return `{ ${alias}${field.name}${inParentheses(passed)} ${below} }`;
      },
      samples.at(-1)?.selection ??
        this.#selectionOf(getNamedType(last.field.type), way.length > 1 ? 1 : 2, []),
    );
    const name = capitalized(last.field.name);
    return {
      operation,
      document: print(parse(`${operation} ${name}${inParentheses(declared)} ${selection}`)),
      variables,
      identity: identityOf(this.#graph, way),
      after: samples[0]?.after ?? null,
      needs: samples[0]?.needs ?? null,
    };
  }

  /** Selects the members of a list's edge. Null: it has none. */
  #selectionOfEdge(
    edges: GraphQLField<unknown, unknown> | undefined,
    depth: number,
    above: readonly GraphQLNamedType[],
  ): string | null {
    const members = edges ? membersOfEdge(getNamedType(edges.type)) : [];
    if (members.length === 0) return null;
    return members
      .map(({ name, type }) => `${name} ${this.#selectionOf(getNamedType(type), depth - 1, above)}`)
      .join(' ');
  }

  /** Selects from a type: plain fields without calls of their own, then objects, `depth` levels down. */
  #selectionOf(type: GraphQLNamedType, depth: number, above: readonly GraphQLNamedType[]): string {
    if (!isObjectType(type)) return '';
    const fields = Object.values(type.getFields());
    const nodes = fields.find(({ name }) => name === 'nodes');
    if (nodes) {
      const item = this.#selectionOf(getNamedType(nodes.type), Math.min(depth, 1), above);
      const said = this.#selectionOfEdge(type.getFields().edges, depth, [...above, getNamedType(nodes.type)]);
      return `{ ${said === null ? `nodes ${item}` : `edges { node ${item} ${said} }`} pageInfo { hasNextPage endCursor } }`;
    }
    const usable = fields.filter(
      ({ args, deprecationReason }) =>
        deprecationReason === undefined && args.every((argument) => !isNonNullType(argument.type)),
    );
    const isFree = ({ name }: GraphQLField<unknown, unknown>): boolean =>
      (this.#graph.costs[`${type.name}.${name}`]?.calls ?? []).length === 0;
    const leaves = usable.filter((field) => isLeafType(getNamedType(field.type)));
    const plain = leaves.filter((field) => isFree(field) && field.name !== 'extra').slice(0, MOST_LEAVES);
    const objects = usable.filter((field) => {
      const named = getNamedType(field.type);
      return depth > 0 && isObjectType(named) && named !== type && !above.includes(named);
    });
    const free = objects.filter(isFree).slice(0, MOST_OBJECTS);
    // A payload may consist of an object that costs a call.
    const nested = plain.length + free.length > 0 ? free : objects.slice(0, 1);
    const chosen = plain.length + nested.length > 0 ? plain : leaves.slice(0, 3);
    const parts = [
      ...chosen.map(({ name }) => name),
      ...nested.map(
        (field) =>
          `${field.name} ${this.#selectionOf(getNamedType(field.type), depth - 1, [...above, type])}`,
      ),
    ];
    return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`;
  }
}

/** The members of a list's edge, beside the item and its cursor. */
export const membersOfEdge = (edge: GraphQLNamedType): GraphQLField<unknown, unknown>[] =>
  isObjectType(edge)
    ? Object.values(edge.getFields()).filter(({ name }) => !['node', 'cursor', 'extra'].includes(name))
    : [];

const inParentheses = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : `(${parts.join(', ')})`;

/**
 * The identity that runs an example: the instructor if it has a field of instructors, else one with the credential of the root
 * field.
 */
function identityOf({ credentialOf }: ExampleGraph, way: readonly Step[]): IdentityName | null {
  if (way.some((step) => FIELDS_OF_INSTRUCTORS.has(coordinateOf(step)))) return 'instructor';
  const credential = (way[0] && credentialOf(way[0].field)) ?? 'user token';
  if (credential === 'no credential') return null;
  return credential.startsWith('plugin credential') ? 'plugin' : 'student';
}

const operationOf = (schema: GraphQLSchema, root: GraphQLObjectType): OperationTypeNode =>
  Object.values(OperationTypeNode).find((operation) => schema.getRootType(operation) === root) ??
  OperationTypeNode.QUERY;

const coordinateOf = ({ parent, field }: Step): string => `${parent.name}.${field.name}`;

/**
 * The shortest way from a root to each type: first through queries of users, then of the plugin, then through mutations
 * and subscriptions, and only through fields whose required arguments have samples.
 */
function waysTo(graph: ExampleGraph, given: GivenArguments): ReadonlyMap<string, readonly Step[]> {
  const ways = new Map<string, readonly Step[]>();
  const starts = Object.values(OperationTypeNode).flatMap((operation) => {
    const parent = graph.schema.getRootType(operation);
    const known = parent ? Object.values(parent.getFields()).map((field) => ({ parent, field })) : [];
    const isOfUser = (step: Step): boolean => identityOf(graph, [step]) === 'student';
    return [known.filter(isOfUser), known.filter((step) => !isOfUser(step))];
  });
  for (const start of starts) {
    const open: (readonly Step[])[] = start.map((step) => [step]);
    for (const way of open) {
      const last = way.at(-1);
      const type = last && getNamedType(last.field.type);
      if (!last || !isObjectType(type) || ways.has(type.name) || !canBeTried(last, given)) continue;
      ways.set(type.name, way);
      for (const field of Object.values(type.getFields())) open.push([...way, { parent: type, field }]);
    }
  }
  return ways;
}

function canBeTried(step: Step, given: GivenArguments): boolean {
  const known = given.get(coordinateOf(step)) ?? {};
  return step.field.args.every(({ name, type }) => !isNonNullType(type) || name in known);
}

/** Arguments by schema coordinate. */
type GivenArguments = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The arguments of each field where operations use it first. Variables have their default values. */
function argumentsIn(operations: DocumentNode, schema: GraphQLSchema): GivenArguments {
  const given = new Map<string, Readonly<Record<string, unknown>>>();
  let defaults: Record<string, unknown> = {};
  const info = new TypeInfo(schema);
  visit(
    operations,
    visitWithTypeInfo(info, {
      OperationDefinition: () => {
        defaults = {};
      },
      VariableDefinition: ({ variable, defaultValue }) => {
        if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
      },
      Field: ({ arguments: passed = [] }) => {
        const coordinate = `${info.getParentType()?.name}.${info.getFieldDef()?.name}`;
        const values = passed.flatMap(({ name, value }) => {
          const known = valueFromASTUntyped(value, defaults);
          return known === undefined ? [] : [[name.value, known] as const];
        });
        if (!given.has(coordinate) && values.length > 0) given.set(coordinate, Object.fromEntries(values));
      },
    }),
  );
  return given;
}
