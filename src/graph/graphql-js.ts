import * as graphql from 'graphql';
import {
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type getArgumentValues,
  getVariableValues,
  type VariableDefinitionNode,
  versionInfo,
} from 'graphql';
import { isRecord } from '../lib/is-record.ts';

// Differences between graphql 16 and 17, both of which this project supports: nothing else depends on the version.

/** Coerced variables as the installed graphql takes them. Read with {@link valuesIn}. */
export type VariableValues = NonNullable<Parameters<typeof getArgumentValues>[2]>;

/** From 17 on, values are one of two members; before, they are the members themselves. */
const HAS_SOURCES = versionInfo.major >= 17;

/** The info of a resolver. 17 adds two functions, which no resolver of the graph calls. */
export const resolveInfo = (
  info: Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'>,
): GraphQLResolveInfo => info as GraphQLResolveInfo;

/** Those of an operation without variables. */
export const NO_VARIABLES: VariableValues = asVariableValues(HAS_SOURCES ? { sources: {}, coerced: {} } : {});

/** Coerces the variables of a request. Null: one of them is invalid. */
export function coercedVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: { readonly [variable: string]: unknown },
): VariableValues | null {
  const result: object = getVariableValues(schema, definitions, given, { maxErrors: 1 });
  if ('variableValues' in result && isRecord(result.variableValues))
    return asVariableValues(result.variableValues);
  return 'coerced' in result && isRecord(result.coerced) ? asVariableValues(result.coerced) : null;
}

/** The values of coerced variables, by name. */
export function valuesIn(variables: object): Readonly<Record<string, unknown>> {
  if (!isRecord(variables)) return {};
  if (!HAS_SOURCES) return variables;
  return isRecord(variables.coerced) ? variables.coerced : {};
}

/** 16 reports errors during coercion; 17 has a separate validation. */
const { validateInputValue, coerceInputValue }: Inputs = { ...graphql };

/** Messages about an input value that is not of its type. Empty: it is. */
export function problemsOf(value: unknown, type: GraphQLInputType, hideSuggestions: boolean): string[] {
  const problems: string[] = [];
  const told: OnProblem = (...details) => {
    for (const detail of details) if (detail instanceof Error) problems.push(detail.message);
  };
  (validateInputValue ?? coerceInputValue)?.(value, type, told, hideSuggestions);
  return problems;
}

/** Called with the error and, before or after it, further details. */
type OnProblem = (...details: unknown[]) => void;

interface Inputs {
  validateInputValue?: (
    value: unknown,
    type: GraphQLInputType,
    onProblem: OnProblem,
    hideSuggestions: boolean,
  ) => unknown;
  coerceInputValue?: (
    value: unknown,
    type: GraphQLInputType,
    onProblem: OnProblem,
    hideSuggestions: boolean,
  ) => unknown;
}

/** The type of the installed version: `getVariableValues` has returned the value. */
function asVariableValues(form: object): VariableValues {
  return form as VariableValues;
}
