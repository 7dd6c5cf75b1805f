import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../context.ts';

/** Runs one operation of a document. */
export type Plan = (
  context: Context,
  variables: Record<string, unknown> | undefined,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Plans of a schema: each operation is compiled when it is first run, and kept as long as its document is.
 *
 * A document may hold several operations, so a plan is known by document and operation name together: by the text
 * alone, operation B would be answered with A's data.
 */
export function createPlans(
  schema: GraphQLSchema,
): (document: DocumentNode, operationName: string | null) => Plan {
  const plansOf = new WeakMap<DocumentNode, Map<string | null, Plan>>();
  return (document, operationName) => {
    const plans = plansOf.get(document) ?? new Map<string | null, Plan>();
    plansOf.set(document, plans);
    const plan = plans.get(operationName) ?? compile(schema, document, operationName);
    plans.set(operationName, plan);
    return plan;
  };
}

/** What cannot be compiled is interpreted. */
function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Plan {
  const compiled = compileQuery(schema, document, operationName ?? undefined, {
    disablingCapturingStackErrors: true,
  });
  if (isCompiledQuery(compiled)) {
    return (context, variables) => compiled.query({}, context, variables ?? {});
  }
  return (context, variables) =>
    execute({
      schema,
      document,
      operationName,
      contextValue: context,
      ...(variables ? { variableValues: variables } : {}),
    });
}
