import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Slices } from 'learning-platform-projection/slices';
import type { Context } from '../domains/context.ts';
import { type VariableValues, valuesIn } from '../graph/graphql-js.ts';
import { countOperation, type DocumentStore } from './documents/document-store.ts';
import { type Retained, type RetainedMemory, use } from './documents/retained-memory.ts';
import { compileOperation, type Run } from './execution/compile.ts';
import type { ResponseLimits } from './execution/execution.ts';
import { conditionVariables } from './execution/fields.ts';
import { interpretOperation } from './execution/reference.ts';
import type { ExecutionResult } from './execution/result.ts';
import type { ErrorBehavior } from './input/error-behavior.ts';
import { coerceVariables, type Variables } from './input/variables.ts';

/** Executes one operation of a document. `root` is the parent of its root fields: the event, for a subscription. */
export type Plan = (
  context: Context,
  variables: Variables | undefined,
  root?: unknown,
  slices?: Slices | null,
  onError?: ErrorBehavior,
) => ExecutionResult | Promise<ExecutionResult>;

/** Estimated bytes of a compiled form, with the code that V8 makes of it. */
const FORM_BYTES = 3000;
/** For each selection with fragments expanded. */
const SELECTION_BYTES = 2000;

export interface PlanOptions {
  /** Whether errors omit the suggestions of graphql-js, which reveal names of the schema. */
  hideSuggestions: boolean;
  limits: ResponseLimits;
  /** Accounts for the memory of the compiled forms of retained documents. */
  memory: RetainedMemory;
  /** Which documents are retained. */
  documents: Pick<DocumentStore, 'retains'>;
  /** Runs operations with graphql-js instead, on this schema with metered resolvers. Default: they are compiled. */
  metered?: GraphQLSchema | null;
}

/** The plan of an operation in a document. */
export type PlanOf = (document: DocumentNode, operationName: string | null) => Plan;

/**
 * The plans of a schema: each operation is compiled when it first runs, and its compiled forms are retained as long as
 * there is memory for them.
 *
 * A document may hold several operations, so plans are keyed by document and operation name: keyed by the text alone,
 * operation B would get A's data.
 */
export function createPlans(schema: GraphQLSchema, options: PlanOptions): PlanOf {
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

/** @throws Error if the document has no such operation. */
function createPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  options: PlanOptions,
): Plan {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new Error('the document has no such operation');
  const { hideSuggestions, limits, metered = null } = options;
  const scope = { schema, document, operation, hideSuggestions };
  const interpret = metered && interpretOperation(metered, document, operation, limits);
  const runFor = interpret ? () => interpret : createForms(schema, document, operation, options);
  return (context, variables = {}, root = {}, slices = null, onError = 'PROPAGATE') => {
    const values = coerceVariables(scope, variables);
    return 'errors' in values
      ? values
      : runFor(values.coerced)(root, context, variables, values.coerced, slices, onError);
  };
}

/**
 * The compiled forms of an operation, one for each combination of its `@skip` and `@include` conditions. Each is compiled
 * on first use and again after eviction. If the document is not retained, its forms are garbage when the document is.
 */
function createForms(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { limits, memory, documents }: PlanOptions,
): (variables: VariableValues) => Run {
  const declared = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const names = conditionVariables(document).filter((name) => declared.includes(name));
  const bytes = planBytes(document, operation);
  const forms = new Map<string, Retained<Run>>();
  const formsInUse = new Map<string, Run>();
  return (coerced) => {
    const variables = valuesIn(coerced);
    const key = names.length === 0 ? '' : names.map((name) => variables[name]).join();
    const known = use(forms.get(key)) ?? formsInUse.get(key);
    if (known) return known;
    // A copy, because the form outlives the request.
    const conditions = Object.fromEntries(names.map((name) => [name, variables[name]]));
    const run = compileOperation(schema, document, operation, conditions, limits);
    if (documents.retains(document)) {
      const form = memory.add('plan', run, bytes, () => forms.delete(key));
      if (form) forms.set(key, form);
    } else formsInUse.set(key, run);
    return run;
  };
}

/** Estimated bytes of one compiled form of an operation. */
export const planBytes = (document: DocumentNode, operation: OperationDefinitionNode): number =>
  FORM_BYTES + countOperation(document, operation) * SELECTION_BYTES;
