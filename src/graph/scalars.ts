import {
  type ASTNode,
  GraphQLError,
  GraphQLScalarType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { isExact, rawNumberOf } from '../lib/exact-json.ts';
import { instantOf } from '../lib/instant.ts';
import { MAXIMUM_DEPTH } from '../lib/json-depth.ts';

/** Rejected because assigning this key sets an object's prototype. */
const FORBIDDEN_KEY = '__proto__';

/** Problems of a number that would lose precision or overflow on the way to the platform. */
const OUT_OF_RANGE = 'This number is out of range for JSON.';
export const INEXACT = 'This integer would lose precision: send it as a string.';

type LiteralVariables = Readonly<Record<string, unknown>> | null | undefined;

const reject = (problem: string, node?: ASTNode): never => {
  throw new GraphQLError(problem, node ? { nodes: node } : {});
};

/** Rejects input that could not be passed on unchanged. */
function validInput<Value>(value: Value): Value {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: inner, depth } = next;
    if (typeof inner === 'number' && !Number.isFinite(inner)) reject(OUT_OF_RANGE);
    if (rawNumberOf(inner) !== null) reject(INEXACT);
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth >= MAXIMUM_DEPTH) reject(`JSON must not be nested deeper than ${MAXIMUM_DEPTH} levels.`);
    if (Object.hasOwn(inner, FORBIDDEN_KEY)) reject(`JSON must not have a key \`${FORBIDDEN_KEY}\`.`);
    for (const child of Object.values(inner)) open.push({ value: child, depth: depth + 1 });
  }
  return value;
}

/** Rejects output too deep to serialize, so that it fails its field and not the whole response. */
function validOutput<Value>(value: Value): Value {
  if (isDeeperThan(MAXIMUM_DEPTH, value)) reject(`JSON is nested deeper than ${MAXIMUM_DEPTH} levels.`);
  return value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return children.some((child) => isDeeperThan(levels - 1, child));
}

/**
 * Evaluates a literal of the document. During validation there are no variables, and one inside the literal counts as
 * null; during execution, a variable without a value is rejected rather than omitted.
 */
function fromLiteral(node: ValueNode, variables: LiteralVariables, depth = 0): unknown {
  if (depth > MAXIMUM_DEPTH) reject(`JSON must not be nested deeper than ${MAXIMUM_DEPTH} levels.`, node);
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
      // Found during execution, like one in a variable: a literal of the right type is valid.
      if (variables != null && !isExact(node.value)) reject(INEXACT, node);
      return finite(Number(node.value), node);
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
      if (variables[node.name.value] === undefined) reject(`$${node.name.value} has no value.`, node);
      return validInput(variables[node.name.value]);
    case Kind.ENUM:
      return reject(`JSON has no enum values: put ${node.value} in quotes.`, node);
  }
}

const finite = (value: number, node: ASTNode): number =>
  Number.isFinite(value) ? value : reject(OUT_OF_RANGE, node);

function objectFromLiteral(
  node: ObjectValueNode,
  variables: LiteralVariables,
  depth = 0,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { name, value: field } of node.fields) {
    if (name.value === FORBIDDEN_KEY) reject(`JSON must not have a key \`${FORBIDDEN_KEY}\`.`, name);
    value[name.value] = fromLiteral(field, variables, depth + 1);
  }
  return value;
}

/** Name and documentation of a scalar. Not its functions: graphql 17 lists each under two names, and one would remain. */
const documentationOf = (scalar: GraphQLScalarType) => {
  const { name, description, specifiedByURL } = scalar.toConfig();
  return { name, description, specifiedByURL };
};

/** Any JSON value. Unlike the scalar it extends, it rejects values that would be altered or would reach a prototype. */
export const Json = new GraphQLScalarType<unknown, unknown>({
  ...documentationOf(GraphQLJSON),
  serialize: validOutput,
  parseValue: validInput,
  parseLiteral: (node, variables) => fromLiteral(node, variables),
});

/** A JSON object; see {@link Json}. */
export const JsonObject = new GraphQLScalarType({
  ...documentationOf(GraphQLJSONObject),
  serialize: (value) => validOutput(GraphQLJSONObject.serialize(value)),
  parseValue: (value) => validInput(GraphQLJSONObject.parseValue(value)),
  parseLiteral: (node, variables) =>
    node.kind === Kind.OBJECT
      ? objectFromLiteral(node, variables)
      : reject('JSONObject must be an object.', node),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOrTime(value: unknown): string {
  if (typeof value !== 'string') return reject('DateOrDateTime must be a string.');
  if (DAY.test(value)) GraphQLDate.parseValue(value);
  else GraphQLDateTime.parseValue(value);
  return value;
}

/** A day as it was written; a point in time in UTC. */
export const dayOrInstant = (value: string): string =>
  DAY.test(value) ? value : new Date(value).toISOString();

/** The day as it was written: in UTC, midnight somewhere else may be the day before. */
export const dayWritten = (value: string): string => value.slice(0, 'YYYY-MM-DD'.length);

/** The contract's date string: a date or a date-time, as it was written. Only for input. */
export const DateOrDateTime = new GraphQLScalarType<string, string>({
  name: 'DateOrDateTime',
  description:
    'An ISO 8601 date or date-time, as in `2012-08-31` or `2026-03-01T09:30:00Z`. A date is sent to the platform as a date.',
  serialize: dayOrTime,
  parseValue: dayOrTime,
  parseLiteral: (node) => {
    if (node.kind !== Kind.STRING) return reject('DateOrDateTime must be a string.', node);
    try {
      return dayOrTime(node.value);
    } catch (error) {
      return reject(error instanceof Error ? error.message : String(error), node);
    }
  },
});

/** A point in time in UTC. Values from the platform are parsed by `instantOf`. */
export const DateTime = new GraphQLScalarType<Date, Date>({
  ...GraphQLDateTime.toConfig(),
  serialize: (value) => {
    const time = instantOf(value);
    return time === null
      ? reject('The platform sent a date and time in an unexpected format.')
      : new Date(time);
  },
});
