import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import type { FormattedExecutionResult } from 'graphql';
import { type Admit, Refusal } from '../../admission/admission.ts';
import type { Clients } from '../../admission/client-address.ts';
import { type ConnectionLimit, callerOf } from '../../admission/connection-limit.ts';
import { hasSession, type Sessions } from '../../admission/sessions.ts';
import type { Explorer } from '../../explorer/pages.ts';
import { Cancellation } from '../../graph/cancellation.ts';
import { GatewayError } from '../../graph/errors.ts';
import { completeErrors, errorBody, MASKED, statusOf } from '../../operations/error-formatting.ts';
import type { OpenOperation, Operation, Outcome } from '../../operations/operation.ts';
import { countOperation, logOperation, type Reports } from '../../operations/operation-report.ts';
import { headOf, type Pipeline } from '../../operations/pipeline.ts';
import { needsStream } from '../../operations/result-stream.ts';
import type { PluginEndpoints } from '../../plugin/plugin-endpoints.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import { type SseOptions, writeSingle, writeStream } from '../sse/event-stream.ts';
import type { SocketServer } from '../websocket/socket-server.ts';
import { boundedServer, refusalOf, type ServerBounds } from './bounded-server.ts';
import { ContentTypes } from './content-types.ts';
import { applyCors } from './cors.ts';
import type { Health } from './health.ts';
import { answerMetrics, type Expose, METRICS_PATH } from './metrics-endpoint.ts';
import type { RawResponse } from './raw-response.ts';
import { BodyError, readBody } from './request-body.ts';
import { ResponseHead } from './response-head.ts';

export interface HttpOptions extends Reports {
  clients: Clients;
  admit: Admit;
  pipeline: ApolloServer<Operation>;
  runKnown: Pipeline['runKnown'];
  openOperation: OpenOperation;
  sse: SseOptions;
  sessions: Sessions;
  connections: ConnectionLimit;
  sockets: SocketServer;
  endpoints: PluginEndpoints;
  health: Health;
  /** Origins besides the gateway's own whose pages may use it. */
  allowedOrigins: readonly string[];
  /** The pages with which people get to know the graph; null: there are none. */
  explorer: Explorer | null;
  /** The metrics at `/metrics`; null: they are not here. */
  metrics: Expose | null;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
  /** Largest request body, in bytes. */
  bodyLimit: number;
  bounds: ServerBounds;
}

/** The HTTP server and what is needed to end it well. */
export interface HttpServer {
  server: Server;
  /** How many subscriptions are open over server-sent events. */
  openStreams(): number;
  /**
   * Ends well: readiness fails first and new sockets are refused; after `notice` ms, in which a load balancer finds
   * out, nothing new is taken; what is in flight is answered, and the last is cut off after `deadline` ms in all.
   */
  drain(notice: number, deadline: number): Promise<void>;
}

const GRAPHQL_PATH = '/graphql';
const LIVE_PATH = '/health/live';
const READY_PATH = '/health/ready';
/** Milliseconds over which open sockets are closed, so that their clients do not all come back at once. */
const SOCKET_DRAIN = 3000;
/** Milliseconds after which a caller that holds too many connections may try again. */
const CONNECTION_RETRY = 5000;
/** What a client may choose as request id: nothing that could disturb a log or a header. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The thin adapter between node:http and the pipeline: Apollo keeps the rules of GraphQL over HTTP. */
export function createHttpServer(options: HttpOptions): HttpServer {
  const { clients, sockets, endpoints, health, allowedOrigins, explorer, metrics } = options;
  const eventStreams = new Set<ServerResponse>();
  const draining = new AbortController();
  const contentTypes = new ContentTypes();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [path, search] = splitUrl(request.url ?? '/');
    const head = new ResponseHead(response, clients.isSecure(request));
    const refusal = refusalOf(request);
    if (refusal) refuseRequest(head, refusal);
    else if (path === GRAPHQL_PATH) {
      if (applyCors(request, head, allowedOrigins)) return;
      void answerOperation(options, request, head, {
        search,
        draining: draining.signal,
        eventStreams,
        contentTypes,
      });
    } else if (endpoints.has(path)) void endpoints.answer(path, request, head.handOver());
    else if (path === LIVE_PATH) head.send(200, '{"status":"live"}');
    else if (path === READY_PATH) void answerReadiness(health, head);
    else if (path === METRICS_PATH && metrics !== null) void answerMetrics(metrics, head.handOver());
    else if (!explorer?.handle(path, request, head.handOver()))
      head.send(404, `Nothing is here. The graph is at ${GRAPHQL_PATH}.\n`, 'text/plain; charset=utf-8');
  };
  const { server, closeWithin } = boundedServer(
    {
      ...options.bounds,
      // Other protocols are offered on ordinary requests, too: those go on as what they are.
      takesUpgrade: ({ url = '', headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && splitUrl(url)[0] === GRAPHQL_PATH,
      log: options.log,
    },
    answer,
  );
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  return {
    server,
    openStreams: () => eventStreams.size,
    drain: async (notice, deadline) => {
      const startedAt = performance.now();
      health.drain();
      sockets.refuse();
      if (notice > 0) await pause(notice);
      draining.abort();
      const left = deadline - (performance.now() - startedAt);
      await Promise.all([sockets.drain(Math.min(SOCKET_DRAIN, left / 2), left), closeWithin(left)]);
    },
  };
}

/** What an operation is answered under. */
interface Answering {
  /** The query of the address, with its mark. */
  search: string;
  /** Ends streams: the process is to stop. */
  draining: AbortSignal;
  /** The answers that are streams, while they are open. */
  eventStreams: Set<ServerResponse>;
  contentTypes: ContentTypes;
}

async function answerOperation(
  options: HttpOptions,
  request: IncomingMessage,
  head: ResponseHead,
  { search, draining, eventStreams, contentTypes }: Answering,
): Promise<void> {
  const { pipeline, runKnown, openOperation, clients, admit, bodyLimit, sse, sessions, tracing, log } =
    options;
  const startedAt = performance.now();
  const { response } = head;
  const { headers, method = 'GET' } = request;
  const requestId = requestIdOf(headers);
  const cancellation = new Cancellation();
  const accepted = acceptedBy(headers);
  const requestTrace = tracing?.request(method, GRAPHQL_PATH, headers);
  const operation = openOperation({
    requestId,
    trace: requestTrace?.operation() ?? null,
    authorization: headers.authorization,
    signal: cancellation,
    refuseStream: () => (accepted.events ? refuseConnection(options, request, response) : needsStream()),
    resumeAfter: accepted.events ? lastEventId(headers) : null,
  });
  const { outcome } = operation;
  response.on('close', () => {
    if (!response.writableFinished) cancellation.abort();
  });
  head.add('x-request-id', requestId);
  try {
    const refusal = admit(clients.addressOf(request), headers.authorization);
    if (refusal) throw refusal;
    const body = method === 'POST' ? await readBody(request, bodyLimit) : undefined;
    const type = contentTypes.of(accepted.rest);
    // What Apollo has parsed and validated before is answered in the words that it would find.
    const known = type === undefined ? null : runKnown(body, operation);
    if (type !== undefined && known !== null) {
      const result = known instanceof Promise ? await known : known;
      const { status, retryAfter } = headOf(result);
      if (retryAfter !== undefined) head.add('retry-after', retryAfter);
      if (draining.aborted) head.close();
      const text = JSON.stringify(result);
      if (accepted.onlyEvents && status === 200) writeSingle(head, text);
      else head.sendLine(status, text, type);
    } else {
      const answer = await pipeline.executeHTTPGraphQLRequest({
        httpGraphQLRequest: { method, headers: new RequestHeaders(headers, accepted), search, body },
        context: () => Promise.resolve(operation),
      });
      contentTypes.note(accepted.rest, answer);
      if (outcome.stream) {
        const { stream } = outcome;
        const stands = await whileSessionStands(sessions, headers.authorization, async (over) => {
          countOperation(options, operation, startedAt);
          eventStreams.add(response);
          await writeStream(head, stream, sse, AbortSignal.any([draining, over])).finally(() =>
            eventStreams.delete(response),
          );
        });
        if (stands !== true) {
          await stream.return();
          refuseStream(head, stands, operation);
          countOperation(options, operation, startedAt);
        }
      } else {
        if (draining.aborted) head.close();
        sendAnswer(head, answer, operation, accepted.onlyEvents);
      }
    }
  } catch (error) {
    sendFailure(head, error, operation, log);
  }
  if (!outcome.stream) countOperation(options, operation, startedAt);
  requestTrace?.end(response.statusCode);
  logOperation(options, operation, startedAt, response.statusCode, cancellation.aborted);
}

/**
 * Runs what lasts, where its session stands, with a signal that ends it with the session.
 * @returns whether the session stood at the start; null where the platform cannot tell.
 */
async function whileSessionStands(
  sessions: Sessions,
  authorization: string | undefined,
  run: (over: AbortSignal) => Promise<void>,
): Promise<boolean | null> {
  const over = new AbortController();
  // Watched before it is checked, so that a sign-out in between is heard.
  const unwatch = hasSession(authorization) ? sessions.watch(authorization, () => over.abort()) : () => {};
  try {
    const stands = hasSession(authorization) ? await sessions.stands(authorization) : true;
    if (stands === true) await run(over.signal);
    return stands;
  } finally {
    unwatch();
  }
}

/** Counts an event stream for its caller until its connection is closed. @returns why it may not have one more. */
function refuseConnection(
  { connections, clients }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): GatewayError | null {
  const release = connections.take(callerOf(request.headers.authorization, clients.addressOf(request)));
  if (!release) {
    const message = `You may hold ${connections.most} sockets and event streams at a time; end one of them.`;
    return new GatewayError('RATE_LIMITED', message, { retryAfterMs: CONNECTION_RETRY });
  }
  if (response.destroyed) release();
  else response.once('close', release);
  return null;
}

function refuseStream(head: ResponseHead, stands: false | null, { requestId, outcome }: Operation): void {
  const [code, message] =
    stands === false
      ? (['UNAUTHENTICATED', 'The session of this token is over. Sign in again.'] as const)
      : (['UPSTREAM_UNAVAILABLE', 'The platform cannot say whether the session stands.'] as const);
  outcome.codes.push(code);
  head.send(statusOf(code), errorBody(code, message, requestId));
}

/** What a client takes its answer as. */
interface Accepted {
  /** Whether it takes server-sent events: a subscription needs them. */
  events: boolean;
  /** Whether it takes nothing else, so that one result is sent as an event, too. */
  onlyEvents: boolean;
  /** What is left of its `accept` header for an answer that is no stream. */
  rest: string | undefined;
}

const EVENTS = /\btext\/event-stream\b/i;
const JSON_RANGE = /(?:application|\*)\/(?:json|graphql-response\+json|\*)/i;

function acceptedBy({ accept }: IncomingHttpHeaders): Accepted {
  if (accept === undefined || !EVENTS.test(accept)) return { events: false, onlyEvents: false, rest: accept };
  const rest = accept.split(',').filter((range) => !EVENTS.test(range));
  return rest.some((range) => JSON_RANGE.test(range))
    ? { events: true, onlyEvents: false, rest: rest.join(',') }
    : // Apollo would refuse to answer in events; the adapter writes them itself.
      { events: true, onlyEvents: true, rest: 'application/json' };
}

const lastEventId = ({ 'last-event-id': id }: IncomingHttpHeaders): string | null =>
  typeof id === 'string' && id !== '' ? id : null;

/** Answers with what Apollo has made. */
function sendAnswer(
  head: ResponseHead,
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { requestId, outcome }: Operation,
  onlyEvents: boolean,
): void {
  if (body.kind === 'chunked') throw new Error('incremental delivery is not offered');
  let type: string | undefined;
  for (const [name, value] of headers) {
    if (name === 'content-type') type = value;
    // Written anew for the body that is sent.
    else if (name !== 'content-length') head.add(name, value);
  }
  const text = outcome.executed ? body.string : withCompleteErrors(body.string, requestId, outcome);
  if (onlyEvents && status === 200) writeSingle(head, text);
  else head.send(status, text, type);
}

function withCompleteErrors(answer: string, requestId: string, outcome: Outcome): string {
  const { errors = [], ...rest }: FormattedExecutionResult = JSON.parse(answer);
  return JSON.stringify({ errors: completeErrors(errors, requestId, outcome), ...rest });
}

function sendFailure(head: ResponseHead, error: unknown, { requestId, outcome }: Operation, log: Log): void {
  if (error instanceof BodyError) {
    outcome.codes.push('BAD_REQUEST');
    const answer = errorBody('BAD_REQUEST', error.message, requestId);
    if (error.status === 413) head.sendEarly(error.status, answer);
    else head.send(error.status, answer);
    return;
  }
  if (error instanceof Refusal) {
    head.add('retry-after', error.retryAfter);
    outcome.codes.push(error.code);
    head.send(error.status, errorBody(error.code, error.message, requestId, error.retryAfterMs));
    return;
  }
  log.error({ requestId, err: error }, 'request failed');
  outcome.codes.push('INTERNAL_SERVER_ERROR');
  if (head.response.headersSent) head.response.destroy();
  else head.send(500, errorBody('INTERNAL_SERVER_ERROR', MASKED, requestId));
}

function refuseRequest(head: ResponseHead, { status, code, message }: RawResponse): void {
  head.close();
  head.send(status, errorBody(code, message, randomUUID()));
}

async function answerReadiness(health: Health, head: ResponseHead): Promise<void> {
  const { ready, checks } = await health.readiness();
  head.send(ready ? 200 : 503, JSON.stringify({ status: ready ? 'ready' : 'not ready', checks }));
}

function splitUrl(url: string): [path: string, search: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
}

function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Hands the headers on without copying them: Apollo asks for a few by name. */
class RequestHeaders extends HeaderMap {
  readonly #headers: IncomingHttpHeaders;
  readonly #accept: string | undefined;

  constructor(headers: IncomingHttpHeaders, { rest }: Accepted) {
    super();
    this.#headers = headers;
    this.#accept = rest;
  }

  override get(name: string): string | undefined {
    if (name === 'accept') return this.#accept;
    const value = this.#headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  override has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined;
  }
}
