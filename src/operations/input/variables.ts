import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  separateOperations,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { GatewayError, type InputPath, type InputReason, printPath } from '../../graph/errors.ts';
import { coercedVariables, NO_VARIABLES, problemsOf, type VariableValues } from '../../graph/graphql-js.ts';
import { INEXACT } from '../../graph/scalars.ts';
import { rawNumberOf } from '../../lib/exact-json.ts';
import { isRecord } from '../../lib/is-record.ts';
import { argumentPathOf } from './argument-path.ts';

/** Variables of an operation by name, or arguments of a field. */
export type Variables = Readonly<Record<string, unknown>>;

/** The coerced variables of an operation, or their errors. */
export type CoercedVariables = { coerced: VariableValues } | { errors: readonly GatewayError[] };

/** Errors in the variables of one request that are reported at once. */
const MAXIMUM_ERRORS = 20;

/** Where variables are declared and used. */
export interface VariablesScope {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Whether errors omit the suggestions of graphql-js, which reveal names of the schema. */
  hideSuggestions: boolean;
}

/** Coerces the variables of a request. Errors name the variable and each argument that it is used in. */
export function coerceVariables(scope: VariablesScope, variables: Variables): CoercedVariables {
  const { schema, operation } = scope;
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return { coerced: NO_VARIABLES };
  const coerced = coercedVariables(schema, variableDefinitions, variables);
  if (coerced) return { coerced };
  // graphql-js says only in its messages which values are invalid. There may be thousands: the generator stops at those that are
  // reported.
  const errors = variableDefinitions.values().flatMap((definition) => errorsIn(definition, variables, scope));
  return { errors: [...errors.take(MAXIMUM_ERRORS)] };
}

function* errorsIn(
  definition: VariableDefinitionNode,
  variables: Variables,
  { schema, document, operation, hideSuggestions }: VariablesScope,
): Generator<GatewayError> {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) return;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined && definition.defaultValue) return;
  const uses = usesOf(name, document, operation);
  for (const { path, invalid, problem } of invalidValues(value, type, [], hideSuggestions)) {
    const variable = [name, ...path];
    const message = `\`$${printPath(variable)}\` ${problem}`;
    const details = { variable, invalid, reason: 'variables' } as const;
    const places = uses.length === 0 ? [{}] : uses.map((use) => ({ argument: [...use, ...path] }));
    for (const at of places)
      yield new GatewayError('BAD_USER_INPUT', message, { ...at, ...details }, definition);
  }
}

interface InvalidValue {
  path: InputPath;
  invalid: InputReason;
  problem: string;
}

/** Every invalid value within a value of a variable. Undefined: it was not sent. */
function* invalidValues(
  value: unknown,
  type: GraphQLInputType,
  path: InputPath,
  hideSuggestions: boolean,
): Generator<InvalidValue> {
  if (isNonNullType(type)) {
    if (value === null) yield { path, invalid: 'REQUIRED', problem: 'must not be null.' };
    else if (value === undefined) yield { path, invalid: 'REQUIRED', problem: 'is required.' };
    else yield* invalidValues(value, type.ofType, path, hideSuggestions);
  } else if (value === null || value === undefined) return;
  else if (isListType(type)) {
    if (Array.isArray(value))
      for (const [index, item] of value.entries())
        yield* invalidValues(item, type.ofType, [...path, index], hideSuggestions);
    else yield* invalidValues(value, type.ofType, path, hideSuggestions);
  } else if (!isInputObjectType(type)) {
    const inexact = [...inexactIn(value, path)];
    if (inexact.length > 0) yield* inexact;
    else
      for (const problem of problemsOf(value, type, hideSuggestions))
        yield { path, invalid: 'INVALID', problem: `is invalid: ${problem}` };
  } else if (!isRecord(value)) yield { path, invalid: 'INVALID', problem: 'must be an object.' };
  else {
    const fields = type.getFields();
    for (const field of Object.values(fields))
      if (value[field.name] !== undefined || isRequiredInputField(field))
        yield* invalidValues(value[field.name], field.type, [...path, field.name], hideSuggestions);
    for (const name of Object.keys(value))
      if (!Object.hasOwn(fields, name))
        yield { path: [...path, name], invalid: 'NOT_ALLOWED', problem: `is not a field of ${type.name}.` };
  }
}

/** The integers in a JSON value that would lose precision. */
function* inexactIn(value: unknown, path: InputPath): Generator<InvalidValue> {
  if (rawNumberOf(value) !== null) yield { path, invalid: 'INVALID', problem: `is invalid: ${INEXACT}` };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* inexactIn(item, [...path, index]);
  else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) yield* inexactIn(member, [...path, name]);
}

/** The distinct argument paths at which an operation uses a variable. */
function usesOf(variable: string, document: DocumentNode, { name }: OperationDefinitionNode): InputPath[] {
  const operation = separateOperations(document)[name?.value ?? ''] ?? document;
  const uses = new Map<string, InputPath>();
  visit(operation, {
    [Kind.VARIABLE](node, _key, parent, keys, ancestors) {
      const path = node.name.value === variable ? argumentPathOf(node, parent, keys, ancestors) : null;
      if (path) uses.set(printPath(path), path);
    },
  });
  return [...uses.values()];
}
