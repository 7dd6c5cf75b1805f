import {
  type ASTNode,
  GraphQLError,
  GraphQLScalarType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';

/** Deeper values are refused: nothing here needs them, and code that walks them must not run out of stack. */
const MAXIMUM_DEPTH = 100;
/** A key that names an object's prototype to whoever assigns it. */
const REFUSED_KEY = '__proto__';

type Variables = Readonly<Record<string, unknown>> | null | undefined;

const refuse = (problem: string, node?: ASTNode): never => {
  throw new GraphQLError(problem, node ? { nodes: node } : {});
};

/** Refuses what could not be passed on as it is. */
function checked<Value>(value: Value): Value {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: inner, depth } = next;
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth >= MAXIMUM_DEPTH) refuse(`JSON must not be nested deeper than ${MAXIMUM_DEPTH} levels.`);
    if (Object.hasOwn(inner, REFUSED_KEY)) refuse(`JSON must not have a key \`${REFUSED_KEY}\`.`);
    for (const child of Object.values(inner)) open.push({ value: child, depth: depth + 1 });
  }
  return value;
}

/** Refuses what writing the answer would run out of stack on: it costs its field and not the whole answer. */
function written<Value>(value: Value): Value {
  if (isDeeperThan(MAXIMUM_DEPTH, value)) refuse(`JSON is not shown deeper than ${MAXIMUM_DEPTH} levels.`);
  return value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isDeeperThan(levels - 1, child)) return true;
  return false;
}

/**
 * A value written into the document. A variable inside it counts as null while the document is only validated (there
 * are no variables then); where variables are known, one that has no value is refused rather than left out.
 */
function fromLiteral(node: ValueNode, variables: Variables, depth = 0): unknown {
  if (depth > MAXIMUM_DEPTH) refuse(`JSON must not be nested deeper than ${MAXIMUM_DEPTH} levels.`, node);
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return finite(Number(node.value), node);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((item) => fromLiteral(item, variables, depth + 1));
    case Kind.OBJECT:
      return objectFromLiteral(node, variables, depth);
    case Kind.VARIABLE:
      if (variables == null) return null;
      if (variables[node.name.value] === undefined) refuse(`$${node.name.value} has no value.`, node);
      return checked(variables[node.name.value]);
    case Kind.ENUM:
      return refuse(`JSON has no bare word ${node.value}: put it in quotes.`, node);
  }
}

const finite = (value: number, node: ASTNode): number =>
  Number.isFinite(value) ? value : refuse('JSON has no number of this size.', node);

function objectFromLiteral(node: ObjectValueNode, variables: Variables, depth = 0): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { name, value: field } of node.fields) {
    if (name.value === REFUSED_KEY) refuse(`JSON must not have a key \`${REFUSED_KEY}\`.`, name);
    value[name.value] = fromLiteral(field, variables, depth + 1);
  }
  return value;
}

/** Any JSON value. Unlike its model it refuses, rather than swallows, what would be lost or would reach a prototype. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  ...GraphQLJSON.toConfig(),
  serialize: written,
  parseValue: checked,
  parseLiteral: (node, variables) => fromLiteral(node, variables),
});

/** A JSON object; see {@link Json}. */
export const JsonObject = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  serialize: (value) => written(GraphQLJSONObject.serialize(value)),
  parseValue: (value) => checked(GraphQLJSONObject.parseValue(value)),
  parseLiteral: (node, variables) =>
    node.kind === Kind.OBJECT
      ? objectFromLiteral(node, variables)
      : refuse('JSONObject must be an object.', node),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day as it was written; a point in time in UTC. */
function dayOrTime(value: unknown): string {
  if (typeof value !== 'string') return refuse('DateOrDateTime must be a text.');
  if (!DAY.test(value)) return GraphQLDateTime.parseValue(value).toISOString();
  GraphQLDate.parseValue(value);
  return value;
}

/** What the contract calls a date string: both forms, as text. Only for input. */
export const DateOrDateTime = new GraphQLScalarType<string, string>({
  name: 'DateOrDateTime',
  description:
    'A day or a point in time, ISO 8601, as in `2012-08-31` or `2026-03-01T09:30:00Z`. A day is sent to the platform as a day.',
  serialize: dayOrTime,
  parseValue: dayOrTime,
  parseLiteral: (node) =>
    node.kind === Kind.STRING ? dayOrTime(node.value) : refuse('DateOrDateTime must be a text.', node),
});

/** An ISO 8601 day without a time, which some undocumented fields hold, as the instant it starts at in UTC. */
export const instant = (value: string | null | undefined): string | null | undefined =>
  value && DAY.test(value) ? `${value}T00:00:00.000Z` : value;
