import type { GraphQLSchema } from 'graphql';
import { Slices } from 'learning-platform-projection/slices';
import { chargeOperations } from '../admission/admission.ts';
import type { Context } from '../domains/context.ts';
import { GatewayError } from '../graph/errors.ts';
import { parseCredential } from '../platform/credential.ts';
import { type ContextOptions, createContexts } from './contexts.ts';
import type { DocumentStore } from './documents/document-store.ts';
import type { RetainedMemory } from './documents/retained-memory.ts';
import { rootFieldsOf } from './documents/root-fields.ts';
import type { ExecutionResult } from './execution/result.ts';
import { createReadKeys } from './input/idempotency-keys.ts';
import { type BudgetOptions, createBudget } from './limits/call-budget.ts';
import { checkVariables } from './limits/document-limits.ts';
import { createSignInLimit, type SignInLimitOptions } from './limits/sign-in-limit.ts';
import { createPlans } from './plans.ts';
import type { PriceObserver } from './reports/observers.ts';
import type { OperationRequest } from './request.ts';
import {
  executedResponse,
  type OperationResponse,
  type ResolvedOperation,
  type SingleResponse,
} from './response.ts';
import { createSubscriptions, type SubscriptionOptions } from './streams/subscriptions.ts';

export interface ExecutorOptions extends Omit<SubscriptionOptions, 'planOf' | 'newContext'> {
  /** The same schema with metered resolvers, on which graphql-js runs operations. Null: they are compiled. */
  metered: GraphQLSchema | null;
  budget: Omit<BudgetOptions, 'schema'>;
  signIns: Omit<SignInLimitOptions, 'boundary'>;
  contexts: ContextOptions;
  /** Accounts for the memory of plans. */
  memory: RetainedMemory;
  documents: DocumentStore;
  observer: PriceObserver;
}

/** Executes one operation of a validated document. Synchronous if it is refused or makes no platform call. */
export type Execute = (
  operation: ResolvedOperation,
  request: OperationRequest,
) => OperationResponse | Promise<OperationResponse>;

/** Executes operations by their plans, within the limits on variables and platform calls. */
export function createExecutor(options: ExecutorOptions): Execute {
  const { schema, metered, budget, contexts, observer, boundary, log } = options;
  const newContext = createContexts(contexts);
  const checkBudget = createBudget({ schema, ...budget }, observer);
  const beginSignIns = createSignInLimit({ ...options.signIns, boundary });
  const limits = { objects: budget.limits.objects, characters: budget.limits.bytes };
  const { memory, documents } = options;
  const onExceeded = (price: 'objects' | 'bytes'): void => observer.exceeded(price, 'reached');
  const planOf = createPlans(schema, {
    hideSuggestions: !options.introspection,
    limits: { ...limits, onExceeded },
    memory,
    documents,
    metered,
  });
  const openSubscription = createSubscriptions({ ...options, planOf, newContext });
  const refuse = (
    error: GatewayError,
    operation: ResolvedOperation,
    { requestId }: OperationRequest,
  ): SingleResponse => executedResponse({ errors: [error] }, operation, requestId, log);
  const checkErrorBehavior = ({ definition, onError }: ResolvedOperation): GatewayError | null => {
    if (onError === 'PROPAGATE') return null;
    if (metered)
      return new GatewayError(
        'NOT_CONFIGURED',
        'This gateway runs operations with graphql-js, which has no `onError`: leave it out.',
        { reason: 'request' },
      );
    if (onError !== 'HALT' || definition.operation !== 'mutation') return null;
    // A client that does not see completed writes would repeat them.
    return new GatewayError(
      'BAD_REQUEST',
      'A mutation does not support `HALT`: completed writes would be missing from the response.',
      { reason: 'request' },
    );
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
    return count > 1 ? chargeOperations(account, count - 1) : null;
  };
  return (operation, request) => {
    const { document, definition, variables, countsCalls, onError } = operation;
    const operationName = definition.name?.value ?? null;
    const refusal =
      checkErrorBehavior(operation) ??
      checkVariables(variables) ??
      checkBudget(document, operationName, variables);
    if (refusal) return refuse(refusal, operation, request);
    const keys = readKeys(operation, request);
    if (keys instanceof GatewayError) return refuse(keys, operation, request);
    const credential = parseCredential(request.authorization);
    if (definition.operation === 'subscription') return openSubscription(operation, request, credential);
    const tooMany = takeRootFields(operation, request);
    if (tooMany) return refuse(tooMany, operation, request);
    const countSignIns = beginSignIns(operation, request);
    if (countSignIns instanceof GatewayError) return refuse(countSignIns, operation, request);
    const slices = !request.takesValuesOnly && definition.operation === 'query' ? new Slices() : null;
    let context: Context;
    let result: ExecutionResult | Promise<ExecutionResult>;
    try {
      if (credential.kind === 'user') contexts.eventStreams.pollers.markActive(credential.token);
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
      return executedResponse(settled, operation, requestId, log, context.platform.callCounter, slices);
    };
    if (!(result instanceof Promise)) return settle(result);
    return result.then(settle, (fault: unknown) => {
      context.platform.release();
      throw fault;
    });
  };
}
