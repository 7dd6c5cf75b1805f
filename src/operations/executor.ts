import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { Slices } from 'learning-platform-projection/slices';
import type { Context } from '../domains/context.ts';
import { GatewayError } from '../graph/errors.ts';
import { parseCredential } from '../platform/credential.ts';
import { type ComparisonOptions, createComparison } from './comparison.ts';
import type { RetainedMemory } from './documents/retained-memory.ts';
import type { ResponseLimits } from './execution/execution.ts';
import { formatResult } from './formatted-result.ts';
import { createReadKeys } from './idempotency-keys.ts';
import type { CheckBudget } from './limits/call-budget.ts';
import { checkVariables } from './limits/document-limits.ts';
import type { BeginSignIns } from './limits/sign-in-limit.ts';
import { createPlans } from './plans.ts';
import type { OperationRequest } from './request.ts';
import {
  executedResponse,
  type OperationResponse,
  type ResolvedOperation,
  type SingleResponse,
} from './response.ts';
import { rootFieldsOf } from './root-fields.ts';
import { type SubscriptionOptions, Subscriptions } from './subscriptions.ts';

export interface ExecutorOptions extends Omit<SubscriptionOptions, 'planOf'> {
  checkBudget: CheckBudget;
  beginSignIns: BeginSignIns;
  responseLimits: ResponseLimits;
  /** Called with the token of each query and mutation. */
  onOperation(token: string): void;
  /** Where plans are accounted for. */
  memory: RetainedMemory;
  /** The schema on which graphql-js runs operations. Null: it runs none. */
  metered: GraphQLSchema | null;
  /** Compiled operations run, and graphql-js runs a share of the queries for comparison. Null: it runs all there are, if any. */
  comparison: Pick<ComparisonOptions, 'share' | 'observer'> | null;
}

/** Executes one operation of a validated document. Synchronous if it is refused or makes no platform call. */
export type Execute = (
  operation: ResolvedOperation,
  request: OperationRequest,
) => OperationResponse | Promise<OperationResponse>;

/** Executes operations by their plans, within the limits on variables and platform calls. */
export function createExecutor(options: ExecutorOptions): Execute {
  const {
    schema,
    hidesSchema,
    checkBudget,
    beginSignIns,
    responseLimits,
    onOperation,
    memory,
    newContext,
    log,
  } = options;
  const plans = { hideSuggestions: hidesSchema, limits: responseLimits, memory };
  const planOf = createPlans(schema, options.comparison ? plans : { ...plans, metered: options.metered });
  const comparison = options.comparison && comparisonOf(options);
  const subscriptions = new Subscriptions({ ...options, planOf });
  const respond = (
    result: ExecutionResult,
    operation: ResolvedOperation,
    { requestId }: OperationRequest,
    context?: Context,
    slices: Slices | null = null,
  ): SingleResponse => {
    const calls = context?.platform.callCounter ?? null;
    return executedResponse(
      operation,
      formatResult(result, operation.definition.operation, requestId, log, calls),
      calls,
      slices,
    );
  };
  const propagatesOnly = options.metered !== null && !options.comparison;
  const checkErrorBehavior = ({ definition, onError }: ResolvedOperation): GatewayError | null => {
    if (onError === 'PROPAGATE') return null;
    if (propagatesOnly) return onlyPropagates();
    return onError === 'HALT' && definition.operation === 'mutation' ? neverHalts() : null;
  };
  const readKeys = createReadKeys(schema);
  const rootFields = new WeakMap<ResolvedOperation['definition'], number>();
  /** Charges for each root field of a mutation after the first, which admission has charged. */
  const takeRootFields = (
    { document, definition }: ResolvedOperation,
    { account }: OperationRequest,
  ): GatewayError | null => {
    if (definition.operation !== 'mutation' || !account) return null;
    const count = rootFields.get(definition) ?? rootFieldsOf(document, definition).length;
    rootFields.set(definition, count);
    return count > 1 ? account.take(count - 1) : null;
  };
  return (operation, request) => {
    const { document, definition, variables, countsCalls, onError } = operation;
    const operationName = definition.name?.value ?? null;
    const refusal =
      checkErrorBehavior(operation) ??
      checkVariables(variables) ??
      checkBudget(document, operationName, variables);
    if (refusal) return respond({ errors: [refusal] }, operation, request);
    const keys = readKeys(operation, request);
    if (keys instanceof GatewayError) return respond({ errors: [keys] }, operation, request);
    const credential = parseCredential(request.authorization);
    if (definition.operation === 'subscription') return subscriptions.open(operation, request, credential);
    const tooMany = takeRootFields(operation, request);
    if (tooMany) return respond({ errors: [tooMany] }, operation, request);
    const countSignIns = beginSignIns(operation, request.address);
    if (countSignIns instanceof GatewayError) return respond({ errors: [countSignIns] }, operation, request);
    const isQuery = definition.operation === 'query';
    const slices = request.takesSlices && isQuery ? new Slices() : null;
    const compare = isQuery && onError === 'PROPAGATE' ? comparison : null;
    let context: Context;
    let result: ExecutionResult | Promise<ExecutionResult>;
    try {
      if (credential.kind === 'user') onOperation(credential.token);
      context = newContext(request, credential, { trace: request.trace, countsCalls, slices, keys });
      result = planOf(document, operationName)(context, variables, undefined, slices, onError);
    } catch (error) {
      countSignIns?.(Promise.reject(error));
      throw error;
    }
    countSignIns?.(result);
    const settle = (settled: ExecutionResult): SingleResponse => {
      context.platform.release();
      const { requestId } = request;
      compare?.({ operation, requestId, context, result: settled, slices });
      return respond(settled, operation, request, context, slices);
    };
    if (!(result instanceof Promise)) return settle(result);
    return result.then(settle, (fault: unknown) => {
      context.platform.release();
      throw fault;
    });
  };
}

const onlyPropagates = (): GatewayError =>
  new GatewayError(
    'NOT_CONFIGURED',
    'This gateway runs operations with graphql-js, which has no `onError`: leave it out.',
    { reason: 'request' },
  );

/** A client that does not see what was written would write again. */
const neverHalts = (): GatewayError =>
  new GatewayError(
    'BAD_REQUEST',
    'A mutation cannot `HALT`: what it has written would be missing from the response.',
    {
      reason: 'request',
    },
  );

/** The comparison with graphql-js, whose exceeded limits are not reported once more. */
function comparisonOf(options: ExecutorOptions): ReturnType<typeof createComparison> | null {
  const { schema, metered, hidesSchema, comparison, clock, boundary, memory, log } = options;
  if (!comparison) return null;
  const { onExceeded: _, ...limits } = options.responseLimits;
  const planOf = createPlans(schema, { hideSuggestions: hidesSchema, limits, memory, metered });
  return createComparison({ ...comparison, clock, planOf, boundary, log });
}
