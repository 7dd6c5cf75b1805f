import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLScalarType,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../context.ts';

type Variables = Record<string, unknown>;

/** Runs one operation of a document. `root` is what its root fields read: the event, for a subscription. */
export type Plan = (
  context: Context,
  variables: Variables | undefined,
  root?: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** How many faults of one request's variables are told at once. */
const MAXIMUM_VARIABLE_ERRORS = 20;

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
  const compilerSchema = withCoercedScalar(schema);
  return (document, operationName) => {
    const plans = plansOf.get(document) ?? new Map<string | null, Plan>();
    plansOf.set(document, plans);
    const plan = plans.get(operationName) ?? createPlan(schema, compilerSchema, document, operationName);
    plans.set(operationName, plan);
    return plan;
  };
}

function createPlan(
  schema: GraphQLSchema,
  compilerSchema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): Plan {
  const run =
    compile(compilerSchema, document, operationName) ?? interpret(compilerSchema, document, operationName);
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  if (definitions.length === 0) return (context, _variables, root = {}) => run(context, {}, root);
  return (context, variables, root = {}) => {
    const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {}, {
      maxErrors: MAXIMUM_VARIABLE_ERRORS,
    });
    return errors ? { errors } : run(context, coerced, root);
  };
}

type Run = (
  context: Context,
  coerced: Variables,
  root: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * graphql-jit's own coercion of variables refuses defaults of non-null input fields, never returns for recursive
 * input types and words its errors in its own way. So graphql-js coerces, and the compiled operation is told that
 * each variable is of a scalar that takes everything as it is.
 */
function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Run | null {
  const compiled = compileQuery(schema, withCoercedVariables(document), operationName ?? undefined, {
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(compiled)
    ? (context, coerced, root) => compiled.query(root, context, coerced)
    : null;
}

/** For what cannot be compiled. */
function interpret(schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Run {
  const coercedDocument = withCoercedVariables(document);
  return (contextValue, variableValues, rootValue) =>
    execute({ schema, document: coercedDocument, operationName, contextValue, variableValues, rootValue });
}

const coercedScalar = new GraphQLScalarType({ name: 'CoercedVariable' });

/** The same schema, but the compiler finds the scalar in it; clients never see it. */
const withCoercedScalar = (schema: GraphQLSchema): GraphQLSchema =>
  Object.create(schema, {
    getType: {
      value: (name: string) => (name === coercedScalar.name ? coercedScalar : schema.getType(name)),
    },
  });

const withCoercedVariables = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: ({ defaultValue: _defaultValue, ...definition }) => ({
      ...definition,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedScalar.name } },
    }),
  });
