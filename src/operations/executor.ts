import type { ExecutionResult } from 'graphql';
import { Slices } from 'learning-platform-projection/slices';
import type { Context } from '../domains/context.ts';
import { GatewayError } from '../graph/errors.ts';
import { parseCredential } from '../platform/credential.ts';
import type { RetainedMemory } from './documents/retained-memory.ts';
import type { ResponseLimits } from './execution/execution.ts';
import { formatResult } from './formatted-result.ts';
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
import { type SubscriptionOptions, Subscriptions } from './subscriptions.ts';

export interface ExecutorOptions extends Omit<SubscriptionOptions, 'planOf'> {
  checkBudget: CheckBudget;
  beginSignIns: BeginSignIns;
  responseLimits: ResponseLimits;
  /** Called with the token of each query and mutation. */
  onOperation(token: string): void;
  /** Where plans are accounted for. */
  memory: RetainedMemory;
}

/** Executes one operation of a validated document. Synchronous if it is refused or makes no platform call. */
export type Execute = (
  operation: ResolvedOperation,
  request: OperationRequest,
) => OperationResponse | Promise<OperationResponse>;

/** Executes operations by their compiled plans, within the limits on variables and platform calls. */
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
  const planOf = createPlans(schema, { hideSuggestions: hidesSchema, limits: responseLimits, memory });
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
  return (operation, request) => {
    const { document, definition, variables, countsCalls } = operation;
    const operationName = definition.name?.value ?? null;
    const refusal = checkVariables(variables) ?? checkBudget(document, operationName, variables);
    if (refusal) return respond({ errors: [refusal] }, operation, request);
    const credential = parseCredential(request.authorization);
    if (definition.operation === 'subscription') return subscriptions.open(operation, request, credential);
    const signIns = beginSignIns(operation, request.address);
    if (signIns instanceof GatewayError) return respond({ errors: [signIns] }, operation, request);
    const slices = request.takesSlices && definition.operation === 'query' ? new Slices() : null;
    let context: Context;
    let result: ExecutionResult | Promise<ExecutionResult>;
    try {
      if (credential.kind === 'user') onOperation(credential.token);
      context = newContext(request, credential, { trace: request.trace, countsCalls, slices });
      result = planOf(document, operationName)(context, variables, undefined, slices);
    } catch (error) {
      signIns?.watch(Promise.reject(error));
      throw error;
    }
    signIns?.watch(result);
    return result instanceof Promise
      ? result.then((settled) => respond(settled, operation, request, context, slices))
      : respond(result, operation, request, context, slices);
  };
}
