import type { GraphQLSchema } from 'graphql';
import type { Charge } from '../../admission/accounts.ts';
import type { Callers } from '../../admission/callers.ts';
import { OPENING, type Resource, SUBSCRIPTION } from '../../admission/limits.ts';
import { hasSession, type Sessions } from '../../admission/sessions.ts';
import { GatewayError } from '../../graph/errors.ts';
import { EventLoopQueue } from '../../lib/pacing/event-loop-queue.ts';
import { PullStream } from '../../lib/pull-stream.ts';
import type { CallCounter } from '../../platform/call-counter.ts';
import type { Credential } from '../../platform/credential.ts';
import { documentBytes } from '../documents/document-store.ts';
import type { FieldError } from '../execution/result.ts';
import { openSource } from '../execution/source.ts';
import { coerceVariables } from '../input/variables.ts';
import { type PlanOf, planBytes } from '../plans.ts';
import type { OperationRequest } from '../request.ts';
import {
  executedResponse,
  type OperationResponse,
  type ResolvedOperation,
  type StreamResponse,
} from '../response.ts';
import { createAudiences } from './shared-executions.ts';
import { SubscriptionEvents, type SubscriptionEventsOptions } from './subscription-events.ts';

export interface SubscriptionOptions extends Omit<SubscriptionEventsOptions, 'join' | 'queue'> {
  schema: GraphQLSchema;
  /** False: errors omit the suggestions of graphql-js, which reveal names of the schema. */
  introspection: boolean;
  planOf: PlanOf;
  sessions: Sessions;
  callers: Callers;
}

/** The document and plan of open subscriptions. */
interface HeldDocument {
  readonly bytes: number;
  readonly charge: Charge<Resource>;
  subscriptions: number;
}

/** The charges of a subscription. */
interface HeldSubscription {
  readonly charge: Charge<Resource>;
  /** Bytes that are charged once it is open. */
  readonly bytes: number;
  release(): void;
}

/** Deliveries per iteration of the event loop: a few milliseconds of work. */
const DELIVERIES = 50;
/** Milliseconds after which a caller with too many subscriptions may retry. */
const SUBSCRIPTION_RETRY = 5000;

/** Opens a subscription. @returns the stream, or the response that refuses it. */
type OpenSubscription = (
  operation: ResolvedOperation,
  request: OperationRequest,
  credential: Credential,
) => Promise<OperationResponse>;

/** Opens subscriptions. Each event is executed by the plan of its operation, with its own context. */
export function createSubscriptions(options: SubscriptionOptions): OpenSubscription {
  const { clock, schema, introspection, planOf, newContext, sessions, callers, log } = options;
  const eventOptions = {
    ...options,
    join: createAudiences(clock),
    queue: new EventLoopQueue(clock, DELIVERIES),
  };
  /** The documents of open subscriptions, which may have been evicted elsewhere. */
  const documents = new Map<ResolvedOperation['definition'], HeldDocument>();

  /**
   * Charges a caller for a new subscription, and all callers together once for its document and plan.
   * @returns null at a limit.
   */
  const hold = (
    { document, definition, variables }: ResolvedOperation,
    { account }: OperationRequest,
  ): HeldSubscription | null => {
    const known = documents.get(definition);
    const bytes = known?.bytes ?? documentBytes(document) + planBytes(document, definition);
    const ofVariables = variables ? JSON.stringify(variables).length : 0;
    // Opening subscriptions may queue in thousands, and their users may not be confirmed before they open.
    const own = (account?.isProven ? SUBSCRIPTION : OPENING) + ofVariables;
    // Others yield room for a new document to this caller, which is then charged to all.
    if (!known && account?.overdrawn('streams', own + bytes, 'subscriptions') !== 0) return null;
    const charge = account?.hold('streams', own, 'subscriptions', bytes);
    if (!charge) return null;
    const ofDocument = known?.charge ?? callers.everyone.hold('streams', bytes, 'subscriptions');
    if (!ofDocument) {
      charge.release();
      return null;
    }
    const held = known ?? { bytes, charge: ofDocument, subscriptions: 0 };
    held.subscriptions += 1;
    documents.set(definition, held);
    const release = (): void => {
      charge.release();
      held.subscriptions -= 1;
      if (held.subscriptions > 0) return;
      documents.delete(definition);
      ofDocument.release();
    };
    return { charge, bytes: SUBSCRIPTION + ofVariables, release };
  };
  const refuse = (
    errors: readonly FieldError[],
    operation: ResolvedOperation,
    { requestId }: OperationRequest,
    calls: CallCounter | null = null,
  ): OperationResponse => executedResponse({ errors }, operation, requestId, log, calls);

  const open: OpenSubscription = async (operation, request, credential) => {
    const { document, definition, variables = {}, countsCalls } = operation;
    const refusal = request.refuseStream?.();
    if (refusal) return refuse([refusal], operation, request);
    const startedAt = clock.monotonic();
    const context = newContext(request, credential, { trace: request.trace, countsCalls });
    const calls = context.platform.callCounter;
    const plan = planOf(document, definition.name?.value ?? null);
    const scope = { schema, document, operation: definition };
    const values = coerceVariables({ ...scope, hideSuggestions: !introspection }, variables);
    if ('errors' in values) return refuse(values.errors, operation, request, calls);
    const source = await openSource(schema, document, definition, context, values.coerced);
    if (!(source instanceof PullStream)) return refuse([source], operation, request, calls);
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
    const { authorization, account, signal, endsWithSession } = request;
    if (!endsWithSession || !account || !hasSession(authorization)) return stream;
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
    const held = hold(operation, request);
    if (!held) return refuse([tooManySubscriptions()], operation, request);
    try {
      const response = await open(operation, request, credential);
      if (response.kind !== 'stream') {
        held.release();
        return response;
      }
      response.results.onClose(held.release);
      // Its user may be known by now.
      const caller = callers.of(request.address ?? '', request.authorization);
      const { charge, bytes } = held;
      if (charge.moveTo(caller, 'subscriptions') && charge.change(bytes, 'subscriptions')) return response;
      response.results.close();
      return refuse([tooManySubscriptions()], operation, request);
    } catch (error) {
      held.release();
      throw error;
    }
  };
}

/** Undeclared variables from the client would be held as long as the subscription. */
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
