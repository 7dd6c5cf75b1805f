import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import type { FormattedExecutionResult } from 'graphql';
import { type ErrorCode, GatewayError } from '../graph/errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type Admit, Refusal } from './admission.ts';
import { AnswerTypes } from './answer-types.ts';
import { boundedServer, refusalOf, type ServerBounds } from './bounded-server.ts';
import type { Clients } from './client-address.ts';
import { type ConnectionLimit, callerOf } from './connection-limit.ts';
import { applyCors } from './cors.ts';
import { completeErrors, errorAnswer, MASKED, statusOf } from './error-report.ts';
import type { Explorer } from './explorer/pages.ts';
import { headOf, type OpenOperation, type Operation, type Outcome, type Pipeline } from './graphql.ts';
import type { Health } from './health.ts';
import { answerMetrics, type Expose, METRICS_PATH } from './metrics-endpoint.ts';
import { countOperation, logOperation, type Reports } from './operation-report.ts';
import type { PluginEndpoints } from './plugin-endpoints.ts';
import type { RawAnswer } from './raw-answer.ts';
import { BodyError, readBody } from './request-body.ts';
import { needsStream } from './result-stream.ts';
import { SECURITY_HEADERS, TLS_ONLY } from './security-headers.ts';
import { hasSession, type Sessions } from './sessions.ts';
import type { SocketServer } from './socket.ts';
import { type SseOptions, writeSingle, writeStream } from './sse.ts';

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
  eventStreams(): number;
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
  const inFlight = new Set<ServerResponse>();
  const eventStreams = new Set<ServerResponse>();
  const draining = new AbortController();
  const answerTypes = new AnswerTypes();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    const [path, search] = splitUrl(request.url ?? '/');
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    if (clients.isSecure(request)) response.setHeader('strict-transport-security', TLS_ONLY);
    const refusal = refusalOf(request);
    if (refusal) refuseRequest(response, refusal);
    else if (path === GRAPHQL_PATH && applyCors(request, response, allowedOrigins)) return;
    else if (path === GRAPHQL_PATH)
      void answerOperation(options, request, response, {
        search,
        draining: draining.signal,
        eventStreams,
        answerTypes,
      });
    else if (endpoints.has(path)) void endpoints.answer(path, request, response);
    else if (path === LIVE_PATH) sendJson(response, 200, { status: 'live' });
    else if (path === READY_PATH) void answerReadiness(health, response);
    else if (path === METRICS_PATH && metrics !== null) void answerMetrics(metrics, response);
    else if (!explorer?.answer(path, request, response))
      send(response, 404, 'text/plain; charset=utf-8', `Nothing is here. The graph is at ${GRAPHQL_PATH}.\n`);
  };
  const { server, closeWithin } = boundedServer(
    {
      ...options.bounds,
      // Other protocols are offered on ordinary requests, too: those go on as what they are.
      takesUpgrade: ({ url = '', headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && splitUrl(url)[0] === GRAPHQL_PATH,
      isAnswering: (socket) =>
        inFlight.values().some((response) => response.socket === socket && response.headersSent),
      log: options.log,
    },
    answer,
  );
  server.on('upgrade', (request, socket, head) => void sockets.upgrade(request, socket, head));
  return {
    server,
    eventStreams: () => eventStreams.size,
    drain: async (notice, deadline) => {
      const startedAt = performance.now();
      health.drain();
      sockets.refuse();
      if (notice > 0) await pause(notice);
      draining.abort();
      // A kept-alive connection would hold the server open after its answer.
      for (const response of inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
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
  answerTypes: AnswerTypes;
}

async function answerOperation(
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { search, draining, eventStreams, answerTypes }: Answering,
): Promise<void> {
  const { pipeline, runKnown, openOperation, clients, admit, bodyLimit, sse, sessions, tracing, log } =
    options;
  const startedAt = performance.now();
  const { headers, method = 'GET' } = request;
  const requestId = requestIdOf(headers);
  const abort = new AbortController();
  const accepted = acceptedBy(headers);
  const requestTrace = tracing?.request(method, GRAPHQL_PATH, headers);
  const operation = openOperation({
    requestId,
    trace: requestTrace?.operation() ?? null,
    authorization: headers.authorization,
    signal: abort.signal,
    refuseStream: () => (accepted.events ? refuseConnection(options, request, response) : needsStream()),
    resumeAfter: accepted.events ? lastEventId(headers) : null,
  });
  const { outcome } = operation;
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  response.setHeader('x-request-id', requestId);
  try {
    // Begun before anything is waited for: what has arrived with the headers need not be kept for later.
    const reading = method === 'POST' ? readBody(request, bodyLimit) : undefined;
    const refusal = await admit(clients.addressOf(request), headers.authorization);
    if (refusal) {
      reading?.catch(() => {});
      throw refusal;
    }
    const body = await reading;
    const answer =
      (await answerKnown(runKnown, answerTypes.of(accepted.rest), body, operation)) ??
      (await pipeline.executeHTTPGraphQLRequest({
        httpGraphQLRequest: { method, headers: new RequestHeaders(headers, accepted), search, body },
        context: () => Promise.resolve(operation),
      }));
    answerTypes.note(accepted.rest, answer);
    if (outcome.stream) {
      const { stream } = outcome;
      const stands = await whileSessionStands(sessions, headers.authorization, async (over) => {
        countOperation(options, operation, startedAt);
        eventStreams.add(response);
        await writeStream(response, stream, sse, AbortSignal.any([draining, over])).finally(() =>
          eventStreams.delete(response),
        );
      });
      if (stands !== true) {
        await stream.return();
        refuseStream(response, stands, operation);
        countOperation(options, operation, startedAt);
      }
    } else sendAnswer(response, answer, operation, accepted);
  } catch (error) {
    sendFailure(response, error, operation, log);
  }
  if (!outcome.stream) countOperation(options, operation, startedAt);
  requestTrace?.end(response.statusCode);
  logOperation(options, operation, startedAt, {
    status: response.statusCode,
    ...(abort.signal.aborted ? { aborted: true } : {}),
  });
}

/**
 * Answers what was parsed and validated before, in the words that Apollo would find.
 * @param type what Apollo answers in; undefined: it is not known yet.
 * @returns null where Apollo has to be asked.
 */
async function answerKnown(
  runKnown: Pipeline['runKnown'],
  type: string | undefined,
  body: unknown,
  operation: Operation,
): Promise<HTTPGraphQLResponse | null> {
  const running = type === undefined ? null : runKnown(body, operation);
  if (type === undefined || running === null) return null;
  const result = await running;
  const head = headOf(result);
  head.headers.set('content-type', type);
  return { ...head, body: { kind: 'complete', string: `${JSON.stringify(result)}\n` } };
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

function refuseStream(
  response: ServerResponse,
  stands: false | null,
  { requestId, outcome }: Operation,
): void {
  const [code, message] =
    stands === false
      ? (['UNAUTHENTICATED', 'The session of this token is over. Sign in again.'] as const)
      : (['UPSTREAM_UNAVAILABLE', 'The platform cannot say whether the session stands.'] as const);
  outcome.codes.push(code);
  sendError(response, statusOf(code), code, message, requestId);
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

const JSON_TYPE = 'application/json; charset=utf-8';

function sendAnswer(
  response: ServerResponse,
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { requestId, outcome }: Operation,
  { onlyEvents }: Accepted,
): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (body.kind === 'chunked') throw new Error('incremental delivery is not offered');
  const text = outcome.executed ? body.string : withCompleteErrors(body.string, requestId, outcome);
  if (onlyEvents && status === 200) writeSingle(response, text);
  else send(response, status, headers.get('content-type') ?? JSON_TYPE, text);
}

function withCompleteErrors(answer: string, requestId: string, outcome: Outcome): string {
  const { errors = [], ...rest }: FormattedExecutionResult = JSON.parse(answer);
  return JSON.stringify({ errors: completeErrors(errors, requestId, outcome), ...rest });
}

function sendFailure(
  response: ServerResponse,
  error: unknown,
  { requestId, outcome }: Operation,
  log: Log,
): void {
  if (error instanceof BodyError) {
    // What is left of the body would be read as the next request.
    if (error.status === 413) response.setHeader('connection', 'close');
    outcome.codes.push('BAD_REQUEST');
    sendError(response, error.status, 'BAD_REQUEST', error.message, requestId);
    return;
  }
  if (error instanceof Refusal) {
    response.setHeader('retry-after', error.retryAfter);
    outcome.codes.push(error.code);
    send(
      response,
      error.status,
      JSON_TYPE,
      errorAnswer(error.code, error.message, requestId, error.retryAfterMs),
    );
    return;
  }
  log.error({ requestId, err: error }, 'request failed');
  outcome.codes.push('INTERNAL_SERVER_ERROR');
  if (response.headersSent) response.destroy();
  else sendError(response, 500, 'INTERNAL_SERVER_ERROR', MASKED, requestId);
}

function refuseRequest(response: ServerResponse, { status, code, message }: RawAnswer): void {
  response.setHeader('connection', 'close');
  sendError(response, status, code, message, randomUUID());
}

const sendError = (
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
  requestId: string,
): void => send(response, status, JSON_TYPE, errorAnswer(code, message, requestId));

async function answerReadiness(health: Health, response: ServerResponse): Promise<void> {
  const { ready, checks } = await health.readiness();
  sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks });
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, JSON_TYPE, JSON.stringify(body));

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
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
