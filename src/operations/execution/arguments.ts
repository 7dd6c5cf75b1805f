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
import { GatewayError, type InputPath, type InputReason, printPath } from '../../graph/errors.ts';
import { type VariableValues, valuesIn } from '../../graph/graphql-js.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Coerces the arguments of a field.
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
    throw invalidArgument(definition, node, valuesIn(variables)) ?? error;
  }
}

function invalidArgument(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Variables,
): GatewayError | null {
  for (const argument of args) {
    const { name, type } = argument;
    const value = given.find((one) => one.name.value === name)?.value;
    if (!value || takesDefault(value, argument, variables)) continue;
    const invalid = firstInvalid(value, type, [name], variables);
    if (invalid) return toError(invalid);
  }
  return null;
}

interface InvalidLiteral {
  path: InputPath;
  reason: InputReason;
  node: ValueNode;
  problem: string;
}

function toError({ path, node, reason, problem }: InvalidLiteral): GatewayError {
  const variable = node.kind === Kind.VARIABLE ? { variable: [node.name.value] } : {};
  return new GatewayError(
    'BAD_USER_INPUT',
    `\`${printPath(path)}\` ${problem}`,
    { argument: path, ...variable, invalid: reason },
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
      ? { path, node, reason: 'REQUIRED', problem: 'must not be null.' }
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
      if (value && takesDefault(value, field, variables)) return null;
      if (value) return firstInvalid(value, field.type, member, variables);
      return isRequiredInputField(field)
        ? { path: member, node, reason: 'REQUIRED', problem: 'is required.' }
        : null;
    });
  }
  return isLeafType(type) ? invalidLeaf(() => type.parseLiteral(node, variables), path, node) : null;
}

/** A variable without a value counts as an omitted argument. */
const takesDefault = (
  node: ValueNode,
  { defaultValue }: { defaultValue?: unknown },
  variables: Variables,
): boolean =>
  node.kind === Kind.VARIABLE && variables[node.name.value] === undefined && defaultValue !== undefined;

const isNull = (node: ValueNode, variables: Variables): boolean =>
  node.kind === Kind.NULL || (node.kind === Kind.VARIABLE && variables[node.name.value] == null);

function invalidLeaf(parse: () => unknown, path: InputPath, node: ValueNode): InvalidLiteral | null {
  try {
    return parse() === undefined ? { path, node, reason: 'INVALID', problem: 'is invalid.' } : null;
  } catch (error) {
    const reason = error instanceof GraphQLError ? `: ${error.message}` : '.';
    return { path, node, reason: 'INVALID', problem: `is invalid${reason}` };
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
