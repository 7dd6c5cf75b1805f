import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApolloServer, type GraphQLRequest, HeaderMap } from '@apollo/server';
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  parse,
} from 'graphql';
import {
  type Context as ConnectionContext,
  handleProtocols,
  makeServer,
  type SubscribePayload,
} from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Admit } from '../../admission/admission.ts';
import type { Clients } from '../../admission/client-address.ts';
import { type ConnectionLimit, callerOf } from '../../admission/connection-limit.ts';
import { hasSession, type SessionEnd, type Sessions } from '../../admission/sessions.ts';
import { Cancellation } from '../../graph/cancellation.ts';
import { GatewayError } from '../../graph/errors.ts';
import { completeErrors, reportError } from '../../operations/error-formatting.ts';
import type { OpenOperation, Operation } from '../../operations/operation.ts';
import { countOperation, logOperation, type Reports } from '../../operations/operation-report.ts';
import type { ResultStream } from '../../operations/result-stream.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import { isAllowedOrigin } from '../http/cors.ts';
import { type RawResponse, sendRaw } from '../http/raw-response.ts';

export interface SocketOptions extends Reports {
  addressOf: Clients['addressOf'];
  admit: Admit;
  schema: GraphQLSchema;
  pipeline: ApolloServer<Operation>;
  openOperation: OpenOperation;
  sessions: Sessions;
  /** Origins besides the gateway's own that pages may connect from. */
  allowedOrigins: readonly string[];
  /** Largest message, in bytes. */
  messageLimit: number;
  connections: ConnectionLimit;
  /** Milliseconds between pings; a client that answers none is gone. */
  pingInterval: number;
  /** Milliseconds that a client may leave its connection full before it is closed; its cursor loses nothing. */
  stallTimeout: number;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
}

/** Operations that one socket may have open. */
const OPERATIONS_PER_SOCKET = 100;
/** Milliseconds that a closing handshake may take. */
const CLOSE_TIMEOUT = 2000;

/** Close codes that graphql-ws clients retry on, except where a retry is of no use. */
const CLOSE = {
  goingAway: 1001,
  restart: 1012,
  tryAgainLater: 1013,
  badMessage: 4400,
  forbidden: 4403,
} as const;

interface Connection {
  socket: WebSocket;
  address: string;
  authorization: string | undefined;
  release: (() => void)[];
  /** Operations on their way to an answer, or to a stream. */
  answering: Set<Promise<unknown>>;
  /** The same by their ids, and the streams that are open: one that the client has completed is ended. */
  pending: Map<string, { isWanted(): boolean; abort: Cancellation }>;
}

type Caller = ConnectionContext<Record<string, unknown>, Connection>;

/** GraphQL over WebSocket (`graphql-transport-ws`), into the same pipeline as HTTP. */
export interface SocketServer {
  /** How many are open. */
  open(): number;
  /** Takes over an HTTP upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** From now on new sockets are refused. */
  refuse(): void;
  /**
   * Refuses new sockets and closes the open ones, spread over `period` ms so that they do not all come back at once.
   * One that waits for an answer gets it first; the last is cut off after `deadline` ms.
   */
  drain(period: number, deadline: number): Promise<void>;
}

export function createSocketServer(options: SocketOptions): SocketServer {
  const { addressOf, sessions, allowedOrigins, messageLimit, log } = options;
  const handling = {
    noServer: true,
    maxPayload: messageLimit,
    handleProtocols,
    // A client that does not answer the closing handshake would hold its socket for half a minute. Not yet in the types.
    closeTimeout: CLOSE_TIMEOUT,
  };
  const sockets = new WebSocketServer(handling);
  sockets.on('wsClientError', (error, socket) =>
    sendRaw(socket, {
      status: 400,
      code: 'BAD_REQUEST',
      message: `This is not a WebSocket handshake: ${error.message}.`,
      headers: { 'sec-websocket-version': '13' },
    }),
  );
  const connections = new Set<Connection>();
  let draining = false;

  const protocol = makeServer<Record<string, unknown>, Connection>({
    onConnect: (caller) => admit(caller),
    onSubscribe: (caller, id, payload) => subscribe(options, caller, id, payload),
    execute: ({ contextValue }) => answerIn(contextValue),
    subscribe: ({ contextValue }) => answerIn(contextValue),
  });

  async function admit({ connectionParams, extra }: Caller): Promise<boolean> {
    const authorization = authorizationIn(connectionParams);
    extra.authorization = authorization;
    if (options.admit(extra.address, authorization)) {
      extra.socket.close(CLOSE.tryAgainLater, 'Too many requests');
      return false;
    }
    if (extra.socket.readyState !== extra.socket.OPEN) return false;
    const release = options.connections.take(callerOf(authorization, extra.address));
    if (!release) {
      extra.socket.close(CLOSE.tryAgainLater, 'Too many connections');
      return false;
    }
    extra.release.push(release);
    if (!hasSession(authorization)) return true;
    // Watched from before the check: the socket may go, or its user sign out, while the platform is asked.
    extra.release.push(sessions.watch(authorization, (end) => endSession(extra.socket, end)));
    const stands = await sessions.stands(authorization);
    if (stands === null) extra.socket.close(CLOSE.tryAgainLater, 'The platform cannot be asked');
    return stands === true;
  }

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const connection: Connection = {
      socket,
      address: addressOf(request),
      authorization: undefined,
      release: [],
      answering: new Set(),
      pending: new Map(),
    };
    connections.add(connection);
    serve(protocol, connection, options);
    socket.once('close', (code) => {
      connections.delete(connection);
      for (const { abort } of connection.pending.values()) abort.abort();
      connection.pending.clear();
      for (const release of connection.release.splice(0)) release();
      log.debug({ code }, 'socket closed');
    });
  });

  return {
    open: () => connections.size,
    upgrade(request, socket, head) {
      socket.on('error', destroy);
      if (draining) return sendRaw(socket, STOPPING);
      if (!isAllowed(request, allowedOrigins)) return sendRaw(socket, OTHER_ORIGIN);
      const refusal = options.admit(addressOf(request));
      if (refusal) return sendRaw(socket, refusal);
      sockets.handleUpgrade(request, socket, head, (webSocket) =>
        sockets.emit('connection', webSocket, request),
      );
    },
    refuse() {
      draining = true;
    },
    async drain(period, deadline) {
      draining = true;
      const startedAt = performance.now();
      const open = [...connections];
      const closeNext = async (connection: Connection, index: number): Promise<void> => {
        const { socket, answering } = connection;
        const closed = new Promise((resolve) => socket.once('close', resolve));
        await Promise.race([wait((period * index) / open.length), closed]);
        const left = deadline - CLOSE_TIMEOUT - (performance.now() - startedAt);
        await Promise.race([Promise.allSettled(answering).then(sent), wait(Math.max(0, left)), closed]);
        socket.close(CLOSE.restart, 'The gateway restarts');
        await Promise.race([closed, wait(CLOSE_TIMEOUT)]);
        socket.terminate();
      };
      await Promise.all(open.map(closeNext));
    },
  };
}

/** Of its own, since a closure beside it would hold the request as long as the socket lives. */
function destroy(this: Duplex): void {
  this.destroy();
}

/** Keeps no process from ending. */
const wait = (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { ref: false });

/** What was answered is written within the same turn of the event loop. */
const sent = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Connects one socket to the protocol: messages in, results out one by one, and signs of life. */
function serve(
  protocol: ReturnType<typeof makeServer<Record<string, unknown>, Connection>>,
  connection: Connection,
  { pingInterval, stallTimeout, log }: SocketOptions,
): void {
  const { socket } = connection;
  let sending = 0;
  const send = async (data: string): Promise<void> => {
    sending += 1;
    await sendWithin(socket, data, stallTimeout).finally(() => {
      sending -= 1;
    });
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) => {
        socket.on('message', (data) => {
          receive(String(data)).catch((error: unknown) => {
            log.warn({ err: error }, 'socket message failed');
            socket.close(CLOSE.badMessage, 'Message not understood');
          });
          // The protocol tells nobody of a `complete` for what has no answer yet.
          for (const [id, { isWanted, abort }] of connection.pending) {
            if (isWanted()) continue;
            abort.abort();
            connection.pending.delete(id);
          }
        });
      },
    },
    connection,
  );
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const ping = setInterval(() => {
    // A ping would wait behind what the client has not read yet: it has the time to read that which sending gives it.
    if (sending > 0) answered = true;
    else if (!answered) socket.terminate();
    else {
      answered = false;
      socket.ping();
    }
  }, pingInterval);
  socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
  socket.once('close', (code, reason) => {
    clearInterval(ping);
    void closed(code, String(reason));
  });
}

/** What an operation came to: the pipeline's answer, handed through the protocol's hooks as the context. */
type Answer = ExecutionResult | Results;

const answerIn = (contextValue: unknown): Answer =>
  contextValue instanceof Results ? contextValue : (contextValue ?? {});

/** The protocol only looks at what kind of operation it is; the pipeline has run the real document. */
const RESULT = parse('query { __typename }');
const STREAM = parse('subscription { __typename }');

async function subscribe(
  options: SocketOptions,
  { extra, subscriptions }: Caller,
  id: string,
  payload: SubscribePayload,
) {
  const { schema, pipeline, openOperation, tracing, log } = options;
  const requestId = randomUUID();
  const abort = new Cancellation();
  const operation = openOperation({
    requestId,
    authorization: extra.authorization,
    signal: abort,
    refuseStream: () => null,
    resumeAfter: null,
    trace: tracing?.operation(traceparentIn(payload)) ?? null,
  });
  if (Object.keys(subscriptions).length > OPERATIONS_PER_SOCKET) return [tooManyOperations(requestId)];
  const startedAt = performance.now();
  const refusal = options.admit(extra.address, extra.authorization);
  if (refusal) {
    operation.outcome.codes.push(refusal.code);
    countOperation(options, operation, startedAt);
    return [new ReportedError(reportError(refusal, requestId).formatted)];
  }
  const answer = pipeline.executeOperation(requestOf(payload), { contextValue: operation });
  extra.answering.add(answer);
  extra.pending.set(id, { isWanted: () => id in subscriptions, abort });
  if (extra.socket.readyState !== extra.socket.OPEN) abort.abort();
  const { body } = await answer.finally(() => {
    extra.answering.delete(answer);
    if (!operation.outcome.stream && extra.pending.get(id)?.abort === abort) extra.pending.delete(id);
  });
  const { outcome } = operation;
  const result = body.kind === 'single' ? body.singleResult : {};
  const errors = outcome.executed ? result.errors : completeErrors(result.errors ?? [], requestId, outcome);
  countOperation(options, operation, startedAt);
  logOperation(options, operation, startedAt);
  if (outcome.stream)
    return { schema, document: STREAM, contextValue: new Results(outcome.stream, requestId, log) };
  if (result.data === undefined && errors) return errors.map((error) => new ReportedError(error));
  return { schema, document: RESULT, contextValue: asResult(result) };
}

/** The payload is what the body of a POST is over HTTP, with all that may stand in one: a `documentId`, for instance. */
const requestOf = (payload: SubscribePayload): GraphQLRequest => {
  const { query, variables, operationName, extensions } = payload;
  return {
    query,
    ...(variables ? { variables } : {}),
    ...(operationName ? { operationName } : {}),
    ...(extensions ? { extensions } : {}),
    http: { method: 'POST', headers: new HeaderMap(), search: '', body: payload },
  };
};

/** A socket has no headers of its own for each operation: the trace context comes in the message. */
function traceparentIn({ extensions }: SubscribePayload): string | undefined {
  const traceparent: unknown = extensions?.traceparent;
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function tooManyOperations(requestId: string): GraphQLError {
  const error = new GatewayError(
    'RATE_LIMITED',
    `A socket may have ${OPERATIONS_PER_SOCKET} operations open.`,
  );
  return new ReportedError(reportError(error, requestId).formatted);
}

/** An error in its final form, where the protocol wants an instance. */
class ReportedError extends GraphQLError {
  readonly #formatted: GraphQLFormattedError;

  constructor(formatted: GraphQLFormattedError) {
    super(formatted.message, { extensions: formatted.extensions ?? {} });
    this.#formatted = formatted;
  }

  override toJSON(): GraphQLFormattedError {
    return this.#formatted;
  }
}

const asResult = ({ errors, ...result }: FormattedExecutionResult): ExecutionResult =>
  errors ? { ...result, errors: errors.map((error) => new ReportedError(error)) } : result;

/** The results of a stream without their cursors. The protocol ends only what looks like a generator. */
class Results implements AsyncGenerator<ExecutionResult, undefined, undefined> {
  readonly #stream: ResultStream;
  readonly #requestId: string;
  readonly #log: Log;

  constructor(stream: ResultStream, requestId: string, log: Log) {
    this.#stream = stream;
    this.#requestId = requestId;
    this.#log = log;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const { done, value } = await this.#stream.next().catch((error: unknown) => this.#fail(error));
    return done ? { done, value: undefined } : { done: false, value: asResult(value.result) };
  }

  /** The protocol would send the message of whatever ended the stream. */
  #fail(error: unknown): never {
    const originalError = error instanceof Error ? error : new Error(String(error));
    const requestId = this.#requestId;
    const { formatted, fault } = reportError(new GraphQLError('', { originalError }), requestId);
    this.#log.error({ requestId, err: fault ?? originalError }, 'stream failed');
    throw new ReportedError(formatted);
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.#stream.return();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<never> {
    await this.#stream.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stream.return();
  }
}

function authorizationIn(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const value = params?.authorization ?? params?.Authorization;
  return typeof value === 'string' ? value : undefined;
}

function endSession(socket: WebSocket, end: SessionEnd): void {
  if (end === 'over') socket.close(CLOSE.forbidden, 'The session is over');
  else socket.close(CLOSE.tryAgainLater, 'The platform cannot be asked');
}

/** Resolves when the message has left; a client that takes none is closed with a code that it retries on. */
function sendWithin(socket: WebSocket, data: string, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    let stalled: NodeJS.Timeout | undefined;
    socket.send(data, (error) => {
      clearTimeout(stalled);
      if (error) reject(error);
      else resolve();
    });
    // Most clients keep up: the kernel has taken it by now.
    if (socket.bufferedAmount === 0) return;
    stalled = setTimeout(() => {
      socket.close(CLOSE.tryAgainLater, 'Too slow');
      setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref();
    }, timeout);
  });
}

const STOPPING: RawResponse = {
  status: 503,
  code: 'RATE_LIMITED',
  message: 'The gateway restarts. Try again.',
  retryAfterMs: 1000,
};
const OTHER_ORIGIN: RawResponse = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'Pages of this origin may not connect.',
};

/** Pages of the gateway itself and of allowed origins; what is not a page sends no `Origin`. */
function isAllowed({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  if (headers.origin === undefined) return true;
  return isAllowedOrigin(headers.origin, headers.host, allowed);
}
