import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  getArgumentValues,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql';
import { GatewayError, type InputPath, printPath } from '../../graph/errors.ts';

type Variables = Record<string, unknown>;

/**
 * Coerces the arguments of a field.
 * @throws GatewayError BAD_USER_INPUT that names the invalid argument.
 */
export function coerceArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Record<string, unknown> {
  try {
    return getArgumentValues(definition, node, variables);
  } catch (error) {
    // graphql-js says only in its message which value is invalid.
    throw invalidArgument(definition, node, variables) ?? error;
  }
}

function invalidArgument(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Variables,
): GatewayError | null {
  for (const { name, type } of args) {
    const value = given.find((argument) => argument.name.value === name)?.value;
    const invalid = value && firstInvalid(value, type, [name], variables);
    if (invalid) return toError(invalid);
  }
  return null;
}

interface InvalidLiteral {
  path: InputPath;
  node: ValueNode;
  problem: string;
}

function toError({ path, node, problem }: InvalidLiteral): GatewayError {
  const variable = node.kind === Kind.VARIABLE ? { variable: [node.name.value] } : {};
  return new GatewayError(
    'BAD_USER_INPUT',
    `\`${printPath(path)}\` ${problem}`,
    { argument: path, ...variable },
    node,
  );
}

/** The first invalid value in a literal of the document. Null: none. */
function firstInvalid(
  node: ValueNode,
  type: GraphQLInputType,
  path: InputPath,
  variables: Variables,
): InvalidLiteral | null {
  if (isNonNullType(type)) {
    return isNull(node, variables)
      ? { path, node, problem: 'must not be null.' }
      : firstInvalid(node, type.ofType, path, variables);
  }
  // Validation has compared the types of variables.
  if (node.kind === Kind.VARIABLE || node.kind === Kind.NULL) return null;
  if (isListType(type)) {
    if (node.kind !== Kind.LIST) return firstInvalid(node, type.ofType, path, variables);
    return firstOf(node.values.entries(), ([index, item]) =>
      firstInvalid(item, type.ofType, [...path, index], variables),
    );
  }
  if (isInputObjectType(type)) {
    const given = node.kind === Kind.OBJECT ? node.fields : [];
    return firstOf(Object.values(type.getFields()), (field) => {
      const value = given.find(({ name }) => name.value === field.name)?.value;
      const member = [...path, field.name];
      if (value) return firstInvalid(value, field.type, member, variables);
      return isRequiredInputField(field) ? { path: member, node, problem: 'is required.' } : null;
    });
  }
  return isLeafType(type) ? invalidLeaf(() => type.parseLiteral(node, variables), path, node) : null;
}

const isNull = (node: ValueNode, variables: Variables): boolean =>
  node.kind === Kind.NULL || (node.kind === Kind.VARIABLE && variables[node.name.value] == null);

function invalidLeaf(parse: () => unknown, path: InputPath, node: ValueNode): InvalidLiteral | null {
  try {
    return parse() === undefined ? { path, node, problem: 'is invalid.' } : null;
  } catch (error) {
    const reason = error instanceof GraphQLError ? `: ${error.message}` : '.';
    return { path, node, problem: `is invalid${reason}` };
  }
}

function firstOf<Item>(
  items: Iterable<Item>,
  find: (item: Item) => InvalidLiteral | null,
): InvalidLiteral | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}
