import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GraphQLFormattedError } from 'graphql';
import {
  type ConnectionInitMessage,
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  type Message,
  MessageType,
  type SubscribeMessage,
  type SubscribePayload,
  validateMessage,
} from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { Charge, type Holder } from '../../admission/accounts.ts';
import type { ScheduledWork } from '../../admission/caller-scheduler.ts';
import { type Caller, type Resource, SOCKET } from '../../admission/limits.ts';
import { hasSession, type Sessions } from '../../admission/sessions.ts';
import { GatewayError } from '../../graph/errors.ts';
import { visitAll } from '../../lib/boundary.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import type { Timer } from '../../lib/clock.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseClientJson } from '../../lib/json-depth.ts';
import type { Receiver } from '../../lib/pull-stream.ts';
import { structureBytes } from '../../lib/structure-bytes.ts';
import {
  type ClientIdentity,
  clientIdentityIn,
  UNKNOWN_CLIENT,
} from '../../operations/input/client-identity.ts';
import type { OperationTrace } from '../../operations/reports/operation-trace.ts';
import type { OperationRequest } from '../../operations/request.ts';
import type { OperationResponse } from '../../operations/response.ts';
import { retryAfterSeconds } from '../../operations/results/error-formatting.ts';
import {
  type OpenStream,
  type StreamedResult,
  StreamFailure,
} from '../../operations/streams/result-stream.ts';
import { SMALL_INPUT, SMALL_JSON, tooMuchInput } from '../input-limits.ts';
import type { TransportOptions } from '../transport-options.ts';
import { CLOSE } from './close-codes.ts';
import { SocketOutput } from './socket-output.ts';

export interface SocketOptions extends TransportOptions {
  sessions: Sessions;
}

/** Messages and pings that a client may send before `connection_ack`. */
const EARLY_MESSAGES = 10;
/** Messages, or parts of them, that are read of a closing socket, with early ones. */
const LATE_MESSAGES = 100;
/** Milliseconds within which a client must send its first message. */
const INIT_TIMEOUT = 3000;
/** Longest `ping` message, in characters. Replies of that length fill the buffers of a client that does not read them. */
const LONGEST_PING = 1100;
/** Longest ID of an operation, in characters: it is kept as long as the operation is open. */
const LONGEST_ID = 512;
/** Operations that one socket may have open. */
const MAXIMUM_OPERATIONS = 100;
/** Operations in a row that may be refused over one socket. */
const MAXIMUM_REFUSALS = 100;
/** Longest reason of a close frame, in bytes. Source: RFC 6455 5.5. */
const LONGEST_REASON = 123;

const ACK = JSON.stringify({ type: MessageType.ConnectionAck });

/**
 * One open socket and the `graphql-transport-ws` protocol over it: messages in, results out one at a time.
 * There are thousands, mostly idle, so each consists of few objects. `socket-server.ts` calls its `on…` methods.
 */
export class SocketConnection implements Holder {
  readonly socket: WebSocket;
  readonly address: string;
  readonly output: SocketOutput;
  /** The application, as identified in its first message. */
  client: ClientIdentity = UNKNOWN_CLIENT;
  /** Known once the client has sent its first message. */
  authorization: string | undefined;
  /** Its charges until it closes. Null: its client is not admitted yet. */
  charge: Charge<Resource> | null = null;
  /** Aborted when the socket has closed. */
  readonly gone = new Cancellation();
  readonly options: SocketOptions;
  /** The operations that the client has not completed, by ID: those without a response yet, and open streams. */
  readonly operations = new Map<string, SocketOperation>();
  /** Messages that wait to be processed, in order; nothing is read meanwhile. */
  #waiting: readonly ScheduledWork[] = [];
  /** The caller in whose turn they are: the network, until the client is admitted. */
  #lane: Caller;
  /** Whether the handshake had a bearer token, which is not read: browsers cannot send one there. */
  readonly #hasBearer: boolean;
  /** Undefined: the client has sent its first message. */
  #initTimeout: Timer | undefined;
  readonly #heartbeat: Timer;
  /** Whether the client has been sent `connection_ack`. */
  #isAdmitted = false;
  /** The charge for an incomplete message. Null: nothing is charged. */
  #arriving: Charge<Resource> | null = null;
  /** When it began, by the clock's `monotonic()`. Infinite: none is arriving. */
  #arrivingSince = Number.POSITIVE_INFINITY;
  /** Messages and pings that came before the client was admitted, and what arrives while the socket closes. */
  #untimely = 0;
  /** Operations in a row that were refused at admission. */
  #refusals = 0;
  /** Whether anything has arrived from the client since the last ping. */
  #isAlive = true;

  /** @param request its handshake. */
  constructor(socket: WebSocket, request: IncomingMessage, options: SocketOptions) {
    this.socket = socket;
    this.address = options.clients.addressOf(request);
    this.#hasBearer = /^bearer\s/i.test(request.headers.authorization ?? '');
    this.output = new SocketOutput(socket, this, options);
    this.options = options;
    this.#lane = options.callers.at(this.address);
    this.#initTimeout = options.clock.setTimeout(
      () => this.#reject(CLOSE.initTimeout, 'Connection initialisation timeout'),
      INIT_TIMEOUT,
    );
    this.#heartbeat = options.clock.setInterval(() => this.ping(), options.pingInterval).unref();
    if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
      this.#reject(CLOSE.otherProtocol, 'Subprotocol not acceptable');
  }

  /**
   * Charges for an incomplete message, which may never end. While the socket closes, few messages are read: the client's close
   * frame comes after those that were on their way.
   */
  onParsed(bytes: number): void {
    this.#isAlive = true;
    if (!this.#isOpen) this.#untimely += 1;
    if (this.#untimely > LATE_MESSAGES) this.output.holdInput(true);
    this.#arrivingSince =
      bytes === 0 ? Number.POSITIVE_INFINITY : Math.min(this.#arrivingSince, this.options.clock.monotonic());
    if (!this.#isOpen || bytes <= SMALL_INPUT) {
      this.#arriving?.release();
      this.#arriving = null;
      return;
    }
    this.run(() => {
      this.#arriving ??= new Charge(this.caller, 'input');
      if (!this.#arriving.change(bytes)) this.output.cutOff('Too much input is arriving');
    });
  }

  get isIdle(): boolean {
    return this.operations.size === 0;
  }

  /** Ends its operations before the client has closed it: others need what they hold. */
  giveWay(): void {
    this.run(() => {
      this.socket.close(CLOSE.tryAgainLater, 'Too many connections');
      for (const id of [...this.operations.keys()]) this.#complete(id);
    });
  }

  /** The caller that it is charged to. */
  get caller(): Caller {
    return this.options.callers.of(this.address, this.authorization);
  }

  has(operation: SocketOperation): boolean {
    return this.operations.get(operation.id) === operation;
  }

  /** Closes a socket whose client keeps sending operations although they are refused; the client reconnects later. */
  responded(response: OperationResponse): void {
    // The user may have been confirmed during an operation.
    if (this.charge && !this.charge.account.isProven) this.charge.moveTo(this.caller);
    const isRefused =
      response.kind === 'single' &&
      response.result.data === undefined &&
      response.codes[0] === 'RATE_LIMITED';
    this.#refusals = isRefused ? this.#refusals + 1 : 0;
    if (this.#refusals !== MAXIMUM_REFUSALS) return;
    this.options.refusals.refused('flood');
    this.socket.close(CLOSE.tryAgainLater, 'Too many requests');
  }

  /** Runs a handler of this connection alone: a fault closes it. */
  run(handle: () => unknown): void {
    this.options.boundary.run('socket', handle, () =>
      this.socket.close(CLOSE.internalError, 'Internal error'),
    );
  }

  /** Pings the client, or disconnects it if it did not respond to the last ping. */
  ping(): void {
    const { clock, requestTimeout } = this.options;
    if (clock.monotonic() - this.#arrivingSince > requestTimeout)
      this.output.cutOff('The message did not arrive in time');
    // A ping would wait behind unread data, to which the stall timeout applies.
    else if (this.output.isPending) this.#isAlive = true;
    else if (!this.#isAlive) this.socket.terminate();
    else {
      this.#isAlive = false;
      this.socket.ping();
    }
  }

  onPing(data: Buffer): void {
    if (this.#accepts()) this.output.pong(data);
  }

  onMessage(data: RawData): void {
    // Messages to a closing socket are neither decoded nor queued: the client's close frame comes after them.
    if (!this.#isOpen) return;
    this.#arrivingSince = Number.POSITIVE_INFINITY;
    // What waits is in one lane: in two, a later message might be first.
    if (this.#waiting.length === 0) this.#lane = this.charge?.account ?? this.#lane;
    const work = this.options.scheduler.run(this.#lane, () =>
      this.run(() => {
        this.#waiting = this.#waiting.slice(1);
        this.#process(data);
        if (this.#waiting.length === 0) this.output.holdInput(false);
      }),
    );
    if (!work) return;
    this.#waiting = this.#waiting.concat(work);
    this.output.holdInput(true);
  }

  #process(data: RawData): void {
    if (!this.#accepts()) return;
    const text = String(data);
    this.#receive(read(text), text);
  }

  /** Handles malformed or too large frames, broken connections, and errors of the parser. */
  onError(error: Error): void {
    if (error.cause === undefined) this.options.log.info({ err: error }, 'socket failed');
    else this.run(() => Promise.reject(error.cause));
  }

  onClose(code: number): void {
    this.options.clock.clearTimeout(this.#initTimeout);
    this.options.clock.clearInterval(this.#heartbeat);
    const operations = [...this.operations.values()];
    this.operations.clear();
    for (const work of this.#waiting) work.start = null;
    this.options.log.debug({ code }, 'socket closed');
    visitAll(
      [
        () => this.onParsed(0),
        () => this.charge?.release(),
        () => this.output.release(),
        ...operations.map((operation) => () => operation.end(code === CLOSE.dropped)),
        () => this.gone.abort(),
      ],
      (release) => release(),
    );
  }

  get #isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Whether to read a message or ping: none while the socket closes, and few before the client is admitted. */
  #accepts(): boolean {
    if (!this.#isOpen) return false;
    if (this.#isAdmitted) return true;
    this.#untimely += 1;
    if (this.#untimely <= EARLY_MESSAGES) return true;
    this.options.refusals.refused('flood');
    this.socket.close(CLOSE.badMessage, 'Too many messages before connection_ack');
    return false;
  }

  /** Source: https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md */
  #receive(message: Message | null, text: string): void {
    switch (message?.type) {
      case MessageType.ConnectionInit:
        this.#initialize(message);
        break;
      case MessageType.Ping: {
        const pong = JSON.stringify({ type: MessageType.Pong, payload: message.payload });
        if (pong.length > LONGEST_PING) this.#reject(CLOSE.badMessage, 'The payload of a ping is too long');
        else void this.output.send(pong);
        break;
      }
      case MessageType.Pong:
        break;
      case MessageType.Subscribe:
        this.#subscribe(message, text);
        break;
      case MessageType.Complete:
        this.#complete(message.id);
        break;
      default:
        this.#reject(CLOSE.badMessage, 'Message not understood');
    }
  }

  /** Reads the payload at once: while the client is being admitted, nothing refers to the rest of it. */
  #initialize({ payload }: ConnectionInitMessage): void {
    if (!this.#initTimeout) {
      this.#reject(CLOSE.initializedTwice, 'Too many initialisation requests');
      return;
    }
    this.options.clock.clearTimeout(this.#initTimeout);
    this.#initTimeout = undefined;
    const params = payload ?? {};
    this.authorization = authorizationIn(params);
    if (this.authorization === undefined && (this.#hasBearer || isMisplaced(params))) {
      this.#reject(CLOSE.unauthorized, MISPLACED);
      return;
    }
    this.client = clientIdentityIn(params);
    this.run(() => this.#admit());
  }

  /** Checks the rate, the number of connections and the session of the client. */
  async #admit(): Promise<void> {
    const { admit, sessions } = this.options;
    const { caller, authorization, gone } = this;
    const refusal = admit(caller);
    if (refusal) {
      const seconds = retryAfterSeconds(refusal.retryAfterMs);
      this.#reject(CLOSE.tryAgainLater, `Too many requests, retry after ${seconds} s`);
      return;
    }
    this.charge = caller.hold('streams', SOCKET);
    if (!this.charge) {
      this.#reject(CLOSE.tryAgainLater, 'Too many connections');
      return;
    }
    this.charge.yieldedBy(this);
    if (hasSession(authorization)) {
      // Watch before checking: its user may sign out during the check.
      gone.addEventListener(
        'abort',
        sessions.watch(authorization, (end) => this.#endSession(end === 'expired', 'Signed out')),
      );
      const isValid = await sessions.isValid(authorization, caller, gone);
      if (!isValid) {
        this.#endSession(isValid === false, 'Forbidden');
        return;
      }
    }
    this.#isAdmitted = true;
    void this.output.send(ACK);
  }

  /** @param isOver false: whether it is over cannot be found out. */
  #endSession(isOver: boolean, reason: string): void {
    if (isOver) this.#reject(CLOSE.forbidden, reason);
    else this.#reject(CLOSE.tryAgainLater, 'Session check failed');
  }

  #subscribe({ id, payload }: SubscribeMessage, text: string): void {
    if (!this.#isAdmitted) {
      this.#reject(CLOSE.unauthorized, 'Unauthorized');
      return;
    }
    if (id.length > LONGEST_ID) {
      this.#reject(CLOSE.badMessage, `An ID may have at most ${LONGEST_ID} characters`);
      return;
    }
    if (this.operations.has(id)) {
      this.#reject(CLOSE.operationExists, `Subscriber for ${id} already exists`);
      return;
    }
    const size = text.length > SMALL_JSON ? 2 * text.length + structureBytes(Buffer.from(text)) : 0;
    const operation = new SocketOperation(this, id, payload, size);
    this.operations.set(id, operation);
    operation.run();
  }

  #complete(id: string): void {
    const operation = this.operations.get(id);
    this.operations.delete(id);
    operation?.end();
  }

  #reject(code: number, reason: string): void {
    this.options.log.info({ code }, 'socket rejected');
    // A reason may quote an ID of any length.
    this.socket.close(code, Buffer.byteLength(reason) > LONGEST_REASON ? '' : reason);
  }
}

function authorizationIn(params: Readonly<Record<string, unknown>>): string | undefined {
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : undefined;
}

const MISPLACED = 'Send the token as `authorization` in the payload of connection_init, not elsewhere';
/** Members of a payload in which other servers expect a token. */
const TOKEN = /^(?:auth|access|bearer|jwt)?_?token$/i;

/**
 * Whether a payload has a token outside of `authorization`: its client would receive an error to sign in, although it sent a
 * token.
 */
const isMisplaced = (params: Readonly<Record<string, unknown>>): boolean =>
  (isRecord(params.headers) && authorizationIn(params.headers) !== undefined) ||
  Object.entries(params).some(
    ([name, value]) => TOKEN.test(name) && typeof value === 'string' && value !== '',
  );

/** Null: not a message of the protocol, or nested too deeply. */
function read(text: string): Message | null {
  try {
    return validateMessage(parseClientJson(text));
  } catch {
    return null;
  }
}

/** One operation as it arrives over a socket, until its last message. */
export class SocketOperation implements OperationRequest, Receiver<StreamedResult> {
  readonly id: string;
  /** Copied: a new UUID is a tree of strings, which takes ten times the memory. */
  readonly requestId = Buffer.from(randomUUID()).toString('latin1');
  readonly trace: OperationTrace | null;
  readonly signal = new Cancellation();
  account: Caller | null = null;
  readonly #socket: SocketConnection;
  /** Null: already read. */
  #payload: SubscribePayload | null;
  /** Estimated memory of its message, in bytes. */
  readonly #size: number;
  /** Their charge, released with the response: nothing refers to the message after it. Null: not charged. */
  #held: Charge<Resource> | null = null;
  /** Resolves when the response has been sent or its stream is open. Null: that was at once. */
  response: Promise<void> | null = null;
  #results: OpenStream | null = null;

  constructor(socket: SocketConnection, id: string, payload: SubscribePayload, size: number) {
    this.#socket = socket;
    this.id = id;
    this.#payload = payload;
    this.#size = size;
    this.trace = socket.options.tracing?.operation(traceparentIn(payload)) ?? null;
  }

  get authorization(): string | undefined {
    return this.#socket.authorization;
  }

  get client(): ClientIdentity {
    return this.#socket.client;
  }

  get address(): string {
    return this.#socket.address;
  }

  refuse(): GatewayError | null {
    if (this.#socket.operations.size > MAXIMUM_OPERATIONS) {
      const message = `A socket may have at most ${MAXIMUM_OPERATIONS} operations open.`;
      return new GatewayError('RATE_LIMITED', message, { reason: 'open-operations' });
    }
    if (this.#size <= SMALL_INPUT) return null;
    this.#held = this.#socket.caller.hold('input', this.#size);
    return this.#held ? null : tooMuchInput();
  }

  parameters(): SubscribePayload | null {
    const payload = this.#payload;
    this.#payload = null;
    return payload;
  }

  run(): void {
    const response = this.#socket.options.runner.run(this);
    if (response instanceof Promise) {
      this.response = response.then((settled) => this.#respond(settled));
      this.#socket.run(() => this.response);
    } else this.#respond(response);
  }

  /**
   * Closes its stream, and cancels what is still in progress.
   * @param isBroken whether it is reported as aborted, because the connection broke. Otherwise it is closed.
   */
  end(isBroken = false): void {
    const abort = (): void => this.signal.abort();
    const close = (): void => this.#results?.close();
    visitAll(isBroken ? [abort, close] : [close, abort], (step) => step());
  }

  #respond(response: OperationResponse): void {
    this.#held?.release();
    const isWanted = this.#socket.has(this);
    if (response.kind === 'stream') {
      this.#results = response.results;
      this.account = null;
      if (isWanted) response.results.pull(this);
      else this.end();
      this.#socket.responded(response);
      return;
    }
    const { operation, result, slices } = response;
    if (isWanted) this.#socket.operations.delete(this.id);
    if (isWanted && (operation === null || result.data === undefined)) this.#fail(result.errors ?? []);
    else if (isWanted) {
      const rest = restOf(result);
      void this.#send(MessageType.Next, slices?.join(rest) ?? Buffer.from(rest));
      this.#complete();
    }
    this.#socket.responded(response);
  }

  /** Sends a result, and requests the next one once the connection has accepted it, so nothing is queued here. */
  onItem(result: StreamedResult): void {
    this.#handle(() => {
      const sent = this.#send(MessageType.Next, result.bytes(restOf));
      if (sent) return sent.then(() => this.#results?.pull(this));
      this.#results?.pull(this);
      return undefined;
    });
  }

  onEnd(): void {
    this.#handle(() => {
      this.#socket.operations.delete(this.id);
      this.#complete();
    });
  }

  onError(error: unknown): void {
    this.#handle(() => {
      if (!(error instanceof StreamFailure)) throw error;
      this.#socket.operations.delete(this.id);
      this.#fail([error.formatted]);
    });
  }

  /** Handles a result, which other sockets may receive in the same turn, if the client still wants it. */
  #handle(result: () => unknown): void {
    if (this.#socket.has(this)) this.#socket.run(result);
  }

  #complete(): void {
    void this.#socket.output.send(JSON.stringify({ id: this.id, type: MessageType.Complete }));
  }

  #fail(errors: readonly GraphQLFormattedError[]): void {
    void this.#send(MessageType.Error, Buffer.from(restOf(errors)));
  }

  #send(type: MessageType, rest: Buffer): Promise<void> | null {
    this.account?.spend('bytes', rest.length);
    return this.#socket.output.send(`{"id":${JSON.stringify(this.id)},"type":"${type}","payload":`, rest);
  }
}

/** A message from its payload on, which all subscribers share. */
const restOf = (payload: unknown): string => `${JSON.stringify(payload)}}`;

/** A socket has no headers for each operation, so the trace context is part of the message. */
function traceparentIn({ extensions }: SubscribePayload): string | undefined {
  const traceparent: unknown = extensions?.traceparent;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
