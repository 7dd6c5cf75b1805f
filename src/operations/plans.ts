import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Context } from '../domains/context.ts';
import { compileOperation, NotCompiled, type Run } from './execution/compile.ts';
import type { ResponseLimits } from './execution/execution.ts';
import { conditionVariables } from './execution/fields.ts';

type Variables = Record<string, unknown>;

/** Executes one operation of a document. `root` is what its root fields read: the event, for a subscription. */
export type Plan = (
  context: Context,
  variables: Variables | undefined,
  root?: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** Errors in the variables of one request that are reported at once. */
const MAXIMUM_VARIABLE_ERRORS = 20;
/** Variables that decide what is selected; each doubles the number of compiled forms of an operation. */
const MAXIMUM_CONDITIONS = 5;

export interface PlanOptions {
  /** Whether errors leave out which names of the schema the client may have meant. Default false. */
  hideSuggestions?: boolean;
  /** Default: no limit. */
  limits?: ResponseLimits;
}

/**
 * The plans of a schema: each operation is compiled when it first runs, and cached as long as its document is.
 *
 * A document may hold several operations, so plans are keyed by document and operation name: keyed by the text alone,
 * operation B would get A's data.
 *
 */
export function createPlans(
  schema: GraphQLSchema,
  options: PlanOptions = {},
): (document: DocumentNode, operationName: string | null) => Plan {
  const plansOf = new WeakMap<DocumentNode, Map<string | null, Plan>>();
  return (document, operationName) => {
    const plans = plansOf.get(document) ?? new Map<string | null, Plan>();
    const known = plans.get(operationName);
    if (known) return known;
    const plan = createPlan(schema, document, operationName, options);
    plansOf.set(document, plans.set(operationName, plan));
    return plan;
  };
}

function createPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  { hideSuggestions = false, limits }: PlanOptions,
): Plan {
  const compiledFor = createForms(schema, document, operationName, limits);
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return (contextValue, variableValues = {}, rootValue = {}) => {
    let coerced: Variables = {};
    if (definitions.length > 0) {
      const values = getVariableValues(schema, definitions, variableValues, {
        maxErrors: MAXIMUM_VARIABLE_ERRORS,
        hideSuggestions,
      });
      if (values.errors) return { errors: values.errors };
      coerced = values.coerced;
    }
    const run = compiledFor(coerced);
    return run
      ? run(rootValue, contextValue, coerced)
      : execute({
          schema,
          document,
          operationName,
          rootValue,
          contextValue,
          variableValues,
          hideSuggestions,
        });
  };
}

/**
 * The compiled forms of an operation, one for each combination of its `@skip` and `@include` conditions, compiled on
 * first use. Null: the operation cannot be compiled.
 */
function createForms(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  limits: ResponseLimits | undefined,
): (variables: Variables) => Run | null {
  const operation = getOperationAST(document, operationName);
  const declared = operation?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const names = conditionVariables(document).filter((name) => declared.includes(name));
  if (!operation || names.length > MAXIMUM_CONDITIONS) return () => null;
  const forms = new Map<string, Run | null>();
  return (variables) => {
    // Null in place of a default is an error; graphql-js reports it.
    if (names.some((name) => typeof variables[name] !== 'boolean')) return null;
    const form = names.map((name) => (variables[name] === true ? '1' : '0')).join('');
    const known = forms.get(form);
    if (known !== undefined) return known;
    const conditions = new Map(names.map((name) => [name, variables[name] === true]));
    const run = compiled(schema, document, operation, conditions, limits);
    forms.set(form, run);
    return run;
  };
}

function compiled(...operation: Parameters<typeof compileOperation>): Run | null {
  try {
    return compileOperation(...operation);
  } catch (error) {
    if (error instanceof NotCompiled) return null;
    throw error;
  }
}
