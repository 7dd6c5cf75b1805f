import type { GraphQLSchema } from 'graphql';
import { type Held, SUBSCRIPTION } from '../admission/held.ts';
import { hasSession, type Sessions } from '../admission/sessions.ts';
import { GatewayError } from '../graph/errors.ts';
import type { Boundary } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import { Turns } from '../lib/turns.ts';
import type { Credential } from '../platform/credential.ts';
import type { Log } from '../telemetry/log.ts';
import type { NewContext } from './contexts.ts';
import { documentBytes } from './documents/document-store.ts';
import { formatResult } from './formatted-result.ts';
import type { StreamObserver } from './observers.ts';
import { type PlanOf, planBytes } from './plans.ts';
import type { OperationRequest } from './request.ts';
import {
  executedResponse,
  type OperationResponse,
  type ResolvedOperation,
  type SingleResponse,
  type StreamResponse,
} from './response.ts';
import { openStream } from './result-stream.ts';
import { SharedExecutions } from './shared-executions.ts';
import { SubscriptionEvents } from './subscription-events.ts';

export interface SubscriptionOptions {
  clock: Clock;
  schema: GraphQLSchema;
  /** Whether errors omit the suggestions of graphql-js, which reveal names of the schema. */
  hidesSchema: boolean;
  planOf: PlanOf;
  newContext: NewContext;
  sessions: Sessions;
  held: Held;
  observer: StreamObserver;
  boundary: Boundary;
  log: Log;
}

/** Deliveries per turn of the event loop: a few milliseconds of work. */
const DELIVERIES = 50;
/** Milliseconds after which a caller with too many subscriptions may retry. */
const SUBSCRIPTION_RETRY = 5000;

/** Opens subscriptions. Each event is executed by the plan of its operation, with its own context. */
export class Subscriptions {
  readonly #options: SubscriptionOptions;
  readonly #shared: SharedExecutions;
  readonly #turns: Turns;
  readonly #bytes = new WeakMap<ResolvedOperation['definition'], number>();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#shared = new SharedExecutions(options.clock);
    this.#turns = new Turns(options.clock, DELIVERIES);
  }

  /** The stream, or the response that says why there is none. It counts for its caller until it closes. */
  async open(
    requested: ResolvedOperation,
    request: OperationRequest,
    credential: Credential,
  ): Promise<OperationResponse> {
    const { address, authorization, requestId } = request;
    const operation = { ...requested, variables: declaredVariables(requested) };
    const bytes = this.#bytesOf(operation);
    const release = this.#options.held.open('subscriptions', authorization, address ?? '', bytes);
    if (!release) return this.#refuse(operation, requestId, tooManySubscriptions());
    try {
      const response = await this.#open(operation, request, credential);
      if (response.kind === 'stream') response.results.onClose(release);
      else release();
      return response;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Estimated bytes that an open subscription retains: its document and plan may have been evicted elsewhere. */
  #bytesOf({ document, definition, variables }: ResolvedOperation): number {
    const known = this.#bytes.get(definition) ?? documentBytes(document) + planBytes(document, definition);
    this.#bytes.set(definition, known);
    return Math.max(SUBSCRIPTION, known + (variables ? JSON.stringify(variables).length : 0));
  }

  async #open(
    operation: ResolvedOperation,
    request: OperationRequest,
    credential: Credential,
  ): Promise<OperationResponse> {
    const { schema, hidesSchema, newContext, observer, log } = this.#options;
    const { document, definition, variables, countsCalls } = operation;
    const { requestId } = request;
    const refusal = request.refuseStream();
    if (refusal) return this.#refuse(operation, requestId, refusal);
    const startedAt = this.#options.clock.monotonic();
    const context = newContext(request, credential, { trace: request.trace, countsCalls });
    const calls = context.platform.callCounter;
    const source = {
      schema,
      document,
      operation: definition,
      variables,
      context,
      hidesSchema,
    };
    const subscription = { operation, request, credential, calls };
    const events = new SubscriptionEvents(this.#options, this.#shared, this.#turns, subscription);
    const opened = await openStream(source, events, observer).catch((error: unknown) => {
      events.close();
      throw error;
    });
    if ('errors' in opened) {
      events.close();
      return executedResponse(operation, formatResult(opened, 'subscription', requestId, log, null), calls);
    }
    const { stream: results } = opened;
    const stream: StreamResponse = { kind: 'stream', operation, calls, results, sessionEnd: null };
    return this.#withinSession(stream, request, startedAt).catch((error: unknown) => {
      results.close();
      throw error;
    });
  }

  /**
   * Closes the stream when the caller's session ends, if the transport does not.
   * @param startedAt when the stream began to open: a session that was confirmed since then is not checked once more.
   */
  async #withinSession(
    stream: StreamResponse,
    request: OperationRequest,
    startedAt: number,
  ): Promise<OperationResponse> {
    const { authorization, requestId, watchesSession } = request;
    if (watchesSession || !hasSession(authorization)) return stream;
    const { sessions } = this.#options;
    const sessionEnd = new AbortController();
    // Watched before it is checked, so that a sign-out in between is noticed.
    stream.results.onClose(sessions.watch(authorization, () => sessionEnd.abort()));
    const isValid =
      sessions.wasConfirmedSince(authorization, startedAt) ||
      (await sessions.isValid(authorization, request.address, request.signal));
    if (isValid === true) return { ...stream, sessionEnd: sessionEnd.signal };
    await stream.results.return();
    return this.#refuse(stream.operation, requestId, isValid === false ? signedOut() : uncheckable());
  }

  #refuse(operation: ResolvedOperation, requestId: string, error: GatewayError): SingleResponse {
    return executedResponse(
      operation,
      formatResult({ errors: [error] }, 'subscription', requestId, this.#options.log, null),
    );
  }
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
