import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type Held, SUBSCRIPTION } from '../admission/held.ts';
import { hasSession, type Sessions } from '../admission/sessions.ts';
import { GatewayError } from '../graph/errors.ts';
import type { PullStream } from '../lib/pull-stream.ts';
import { Turns } from '../lib/turns.ts';
import type { CallCounter } from '../platform/call-counter.ts';
import type { Credential } from '../platform/credential.ts';
import { documentBytes } from './documents/document-store.ts';
import { openSource } from './execution/source.ts';
import { type PlanOf, planBytes } from './plans.ts';
import type { OperationRequest } from './request.ts';
import {
  executedResponse,
  type OperationResponse,
  type ResolvedOperation,
  type StreamResponse,
} from './response.ts';
import { createAudiences } from './shared-executions.ts';
import { SubscriptionEvents, type SubscriptionEventsOptions } from './subscription-events.ts';
import { coerceVariables } from './variables.ts';

export interface SubscriptionOptions extends Omit<SubscriptionEventsOptions, 'join' | 'turns'> {
  schema: GraphQLSchema;
  /** If not, errors omit the suggestions of graphql-js, which reveal names of the schema. */
  introspection: boolean;
  planOf: PlanOf;
  sessions: Sessions;
  streams: Held;
}

/** Deliveries per turn of the event loop: a few milliseconds of work. */
const DELIVERIES = 50;
/** Milliseconds after which a caller with too many subscriptions may retry. */
const SUBSCRIPTION_RETRY = 5000;

/** Opens a subscription. @returns the stream, or the response that says why there is none. */
type OpenSubscription = (
  operation: ResolvedOperation,
  request: OperationRequest,
  credential: Credential,
) => Promise<OperationResponse>;

/** Opens subscriptions. Each event is executed by the plan of its operation, with its own context. */
export function createSubscriptions(options: SubscriptionOptions): OpenSubscription {
  const { clock, schema, introspection, planOf, newContext, sessions, streams, log } = options;
  const eventOptions = { ...options, join: createAudiences(clock), turns: new Turns(clock, DELIVERIES) };
  /** The documents of open subscriptions, which may have been evicted elsewhere. */
  const documents = new Map<ResolvedOperation['definition'], { bytes: number; subscriptions: number }>();

  /**
   * Counts a subscription for its caller, with its document and plan, which count once for all callers together.
   * @returns the release function, or null at a limit.
   */
  const hold = (
    { document, definition, variables }: ResolvedOperation,
    { authorization, address }: OperationRequest,
  ): (() => void) | null => {
    const shared = documents.get(definition) ?? {
      bytes: documentBytes(document) + planBytes(document, definition),
      subscriptions: 0,
    };
    const { bytes } = shared;
    const own = SUBSCRIPTION + (variables ? JSON.stringify(variables).length : 0);
    const release = streams.open('subscriptions', authorization, address ?? '', own + bytes, bytes);
    if (!release) return null;
    if (shared.subscriptions === 0 && !streams.change('subscriptions', null, 0, bytes)) {
      release();
      return null;
    }
    shared.subscriptions += 1;
    documents.set(definition, shared);
    return () => {
      release();
      shared.subscriptions -= 1;
      if (shared.subscriptions > 0) return;
      documents.delete(definition);
      streams.change('subscriptions', null, bytes, 0);
    };
  };
  const refuse = (
    errors: readonly GraphQLError[],
    operation: ResolvedOperation,
    { requestId }: OperationRequest,
    calls: CallCounter | null = null,
  ): OperationResponse => executedResponse({ errors }, operation, requestId, log, calls);

  const open: OpenSubscription = async (operation, request, credential) => {
    const { document, definition, variables = {}, countsCalls } = operation;
    const refusal = request.refuseStream();
    if (refusal) return refuse([refusal], operation, request);
    const startedAt = clock.monotonic();
    const context = newContext(request, credential, { trace: request.trace, countsCalls });
    const calls = context.platform.callCounter;
    const plan = planOf(document, definition.name?.value ?? null);
    const scope = { schema, document, operation: definition };
    const values = coerceVariables({ ...scope, hideSuggestions: !introspection }, variables);
    if ('errors' in values) return refuse(values.errors, operation, request, calls);
    let source: PullStream<unknown>;
    try {
      source = await openSource(schema, document, definition, context, values.coerced);
    } catch (error) {
      if (error instanceof GraphQLError) return refuse([error], operation, request, calls);
      throw error;
    }
    let opened: { close(): void } = source;
    try {
      const subscription = { operation, request, credential, calls, plan, source };
      const results = new SubscriptionEvents(eventOptions, subscription);
      opened = results;
      return await withinSession(
        { kind: 'stream', operation, calls, results, sessionEnd: null },
        request,
        startedAt,
      );
    } catch (error) {
      opened.close();
      throw error;
    }
  };

  /**
   * Closes the stream when the caller's session ends, if the transport does not.
   * @param startedAt when the stream began to open: a session that was confirmed since then is not checked once more.
   */
  const withinSession = async (
    stream: StreamResponse,
    request: OperationRequest,
    startedAt: number,
  ): Promise<OperationResponse> => {
    const { authorization, account, signal, watchesSession } = request;
    if (watchesSession || !account || !hasSession(authorization)) return stream;
    const sessionEnd = new AbortController();
    // Watched before it is checked, so that a sign-out in between is noticed.
    stream.results.onClose(sessions.watch(authorization, () => sessionEnd.abort()));
    const isValid =
      sessions.wasConfirmedSince(authorization, startedAt) ||
      (await sessions.isValid(authorization, account, signal));
    if (isValid === true) return { ...stream, sessionEnd: sessionEnd.signal };
    stream.results.close();
    return refuse([isValid === false ? signedOut() : uncheckable()], stream.operation, request);
  };

  return async (requested, request, credential) => {
    const operation = { ...requested, variables: declaredVariables(requested) };
    const release = hold(operation, request);
    if (!release) return refuse([tooManySubscriptions()], operation, request);
    try {
      const response = await open(operation, request, credential);
      if (response.kind === 'stream') response.results.onClose(release);
      else release();
      return response;
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** What a client sends besides the variables of the operation would be held as long as the subscription. */
function declaredVariables({ definition, variables }: ResolvedOperation): ResolvedOperation['variables'] {
  if (!variables) return undefined;
  const declared = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  return Object.fromEntries(
    declared.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

const tooManySubscriptions = (): GatewayError =>
  new GatewayError('RATE_LIMITED', 'Your open subscriptions hold too much memory; close one first.', {
    retryAfterMs: SUBSCRIPTION_RETRY,
    reason: 'subscriptions',
  });
const signedOut = (): GatewayError =>
  new GatewayError('UNAUTHENTICATED', 'Signed out: sign in again.', { reason: 'session' });
const uncheckable = (): GatewayError =>
  new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform did not confirm the session; it is safe to retry.', {
    reason: 'session',
  });
