import {
  type ArgumentNode,
  type ASTNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getArgumentValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
} from 'graphql';
import { GatewayError, type InputPath, printPath } from '../../graph/errors.ts';
import { type VariableValues, valuesIn } from '../../graph/graphql-js.ts';
import type { Variables } from '../input/variables.ts';

/**
 * Coerces the arguments of a field of a valid document.
 * @throws GatewayError BAD_USER_INPUT that names the invalid argument.
 */
export function coerceArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: VariableValues,
): Record<string, unknown> {
  try {
    return getArgumentValues(definition, node, variables);
  } catch (error) {
    // graphql-js says only in its message which value is invalid.
    throw invalidArgument(definition, node, variables) ?? error;
  }
}

/** The error of the first invalid argument of a field. Undefined: all are valid. */
export function invalidArgument(
  { args }: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: VariableValues,
): GatewayError | undefined {
  const [invalid] = invalidMembers(node.arguments, args, [], valuesIn(variables));
  return invalid;
}

/** The errors in the arguments of a field, or in the members of an input object. */
function* invalidMembers(
  given: readonly Pick<ArgumentNode, 'name' | 'value'>[] = [],
  definitions: readonly Pick<GraphQLInputField, 'name' | 'type' | 'defaultValue'>[],
  path: InputPath,
  variables: Variables,
): Generator<GatewayError> {
  for (const { name, type, defaultValue } of definitions) {
    const value = given.find((one) => one.name.value === name)?.value;
    // A variable without a value counts as omitted.
    const isUnset = value?.kind === Kind.VARIABLE && variables[value.name.value] === undefined;
    if (value && !(isUnset && defaultValue !== undefined))
      yield* invalidValues(value, type, [...path, name], variables);
  }
}

/** The errors that validation cannot find: variables that are null, and scalars with variables in them. */
function* invalidValues(
  node: ValueNode,
  type: GraphQLInputType,
  path: InputPath,
  variables: Variables,
): Generator<GatewayError> {
  if (node.kind === Kind.NULL) return;
  if (node.kind === Kind.VARIABLE) {
    const variable = node.name.value;
    if (!isNonNullType(type) || variables[variable] != null) return;
    const details = { argument: path, variable: [variable], invalid: 'REQUIRED' } as const;
    yield new GatewayError('BAD_USER_INPUT', `\`${printPath(path)}\` must not be null.`, details, node);
  } else if (isNonNullType(type)) yield* invalidValues(node, type.ofType, path, variables);
  else if (isListType(type)) {
    if (node.kind !== Kind.LIST) yield* invalidValues(node, type.ofType, path, variables);
    else
      for (const [index, item] of node.values.entries())
        yield* invalidValues(item, type.ofType, [...path, index], variables);
  } else if (isInputObjectType(type)) {
    if (node.kind === Kind.OBJECT)
      yield* invalidMembers(node.fields, Object.values(type.getFields()), path, variables);
  } else {
    try {
      type.parseLiteral(node, variables);
    } catch (error) {
      const reason = error instanceof GraphQLError ? `: ${error.message}` : '.';
      const argument = error instanceof GraphQLError ? pathTo(error.nodes?.[0], node, path) : path;
      const message = `\`${printPath(argument)}\` is invalid${reason}`;
      yield new GatewayError('BAD_USER_INPUT', message, { argument, invalid: 'INVALID' }, node);
    }
  }
}

/** Path of a literal within another, or that of the outer one if it does not contain it. */
const pathTo = (wanted: ASTNode | undefined, node: ValueNode, path: InputPath): InputPath =>
  wanted === undefined ? path : (pathWithin(wanted, node, path) ?? path);

function pathWithin(wanted: ASTNode, node: ValueNode, path: InputPath): InputPath | null {
  if (node === wanted) return path;
  const members: (readonly [string | number, ValueNode])[] =
    node.kind === Kind.LIST
      ? [...node.values.entries()]
      : node.kind === Kind.OBJECT
        ? node.fields.map(({ name, value }) => [name.value, value])
        : [];
  for (const [step, member] of members) {
    const found = pathWithin(wanted, member, [...path, step]);
    if (found) return found;
  }
  return null;
}
