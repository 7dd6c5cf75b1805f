import { randomUUID } from 'node:crypto';
import type { FormattedExecutionResult } from 'graphql';
import { MessageType, type SubscribePayload } from 'graphql-ws';
import type { Account } from '../../admission/ledger.ts';
import { GatewayError } from '../../graph/errors.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import type { Receiver } from '../../lib/pull-stream.ts';
import type { ClientIdentity } from '../../operations/client-identity.ts';
import type { OperationRequest } from '../../operations/request.ts';
import type { OperationResponse } from '../../operations/response.ts';
import {
  type OpenStream,
  type Render,
  type StreamedResult,
  StreamFailure,
} from '../../operations/result-stream.ts';
import type { OperationRunner } from '../../operations/runner.ts';
import type { OperationTrace, Tracing } from '../../telemetry/tracing.ts';
import type { SocketOutput } from './socket-output.ts';

/** Operations that one socket may have open. */
export const MAXIMUM_OPERATIONS = 100;

/** The socket of an operation. */
export interface OperationSocket {
  readonly authorization: string | undefined;
  readonly client: ClientIdentity;
  readonly address: string;
  readonly output: SocketOutput;
  /** Whether the client still wants its results. */
  has(operation: SocketOperation): boolean;
  /** Removes an operation that has ended. */
  remove(operation: SocketOperation): void;
  /** Called when an operation has its response. */
  responded(response: OperationResponse): void;
  /** Called when an operation fails in a way that the protocol has no message for. */
  failed(error: unknown): void;
  /** Handles what concerns this socket alone: a fault closes it. */
  run(handle: () => unknown): void;
}

/** One operation as it arrives over a socket, until its last message. */
export class SocketOperation implements OperationRequest, Receiver<StreamedResult> {
  readonly id: string;
  /** Copied: a new UUID is a tree of strings, which takes ten times the memory. */
  readonly requestId = Buffer.from(randomUUID()).toString('latin1');
  readonly trace: OperationTrace | null;
  readonly signal = new Cancellation();
  account: Account | null = null;
  readonly #socket: OperationSocket;
  /** Null: already read. */
  #payload: SubscribePayload | null;
  /** Whether the socket has too many others open. */
  readonly #isTooMany: boolean;
  #response: Promise<void> | null = null;
  #results: OpenStream | null = null;

  constructor(
    socket: OperationSocket,
    id: string,
    payload: SubscribePayload,
    { tracing, isTooMany }: { tracing: Tracing | null; isTooMany: boolean },
  ) {
    this.id = id;
    this.trace = tracing?.operation(traceparentIn(payload)) ?? null;
    this.#socket = socket;
    this.#payload = payload;
    this.#isTooMany = isTooMany;
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

  get resumeAfter(): null {
    return null;
  }

  get watchesSession(): true {
    return true;
  }

  get takesSlices(): boolean {
    return true;
  }

  get http(): null {
    return null;
  }

  /** Resolves when the response has been sent or its stream is open. Null: already so. */
  get response(): Promise<void> | null {
    return this.#response;
  }

  refuse(): GatewayError | null {
    return this.#isTooMany
      ? new GatewayError('RATE_LIMITED', `A socket may have at most ${MAXIMUM_OPERATIONS} operations open.`, {
          reason: 'open-operations',
        })
      : null;
  }

  parameters(): SubscribePayload | null {
    const payload = this.#payload;
    this.#payload = null;
    return payload;
  }

  refuseStream(): null {
    return null;
  }

  run(runner: OperationRunner): void {
    const response = runner.run(this);
    if (response instanceof Promise) this.#response = this.#await(response);
    else this.#respond(response);
  }

  /** Closes its stream, and cancels what is still in progress. */
  end(): void {
    try {
      this.#results?.close();
    } finally {
      this.signal.abort();
    }
  }

  async #await(pending: Promise<OperationResponse>): Promise<void> {
    try {
      this.#respond(await pending);
    } catch (error) {
      this.#socket.failed(error);
    } finally {
      this.#response = null;
    }
  }

  #respond(response: OperationResponse): void {
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
    this.#socket.remove(this);
    if (isWanted && (operation === null || result.data === undefined))
      this.#send(MessageType.Error, JSON.stringify(result.errors ?? []));
    else if (isWanted) {
      const rest = slices?.join(restOfNext(result, null));
      this.account?.spend(rest?.length ?? 0);
      if (rest) void this.#socket.output.send(this.#startOf(MessageType.Next), rest);
      else this.#send(MessageType.Next, jsonOf(result));
      this.#complete();
    }
    this.#socket.responded(response);
  }

  /** Sends a result, and requests the next one once the connection has accepted it, so nothing queues up here. */
  onItem(result: StreamedResult): void {
    this.#handle(() => {
      const sent = this.#socket.output.send(this.#startOf(MessageType.Next), result.bytes(restOfNext));
      if (sent) return sent.then(() => this.#results?.pull(this));
      this.#results?.pull(this);
      return undefined;
    });
  }

  onEnd(): void {
    this.#handle(() => {
      this.#socket.remove(this);
      this.#complete();
    });
  }

  onError(error: unknown): void {
    this.#handle(() => {
      if (!(error instanceof StreamFailure)) throw error;
      this.#socket.remove(this);
      this.#send(MessageType.Error, JSON.stringify([error.formatted]));
    });
  }

  /** Handles a result, which other sockets may receive in the same turn, if the client still wants it. */
  #handle(result: () => unknown): void {
    if (this.#socket.has(this)) this.#socket.run(result);
  }

  #complete(): void {
    void this.#socket.output.send(JSON.stringify({ id: this.id, type: MessageType.Complete }));
  }

  #send(type: MessageType, payload: string): void {
    this.account?.spend(payload.length);
    void this.#socket.output.send(`${this.#startOf(type)}${payload}}`);
  }

  /** A message up to its payload. */
  #startOf(type: MessageType): string {
    return `{"id":${JSON.stringify(this.id)},"type":"${type}","payload":`;
  }
}

/** A result as JSON. Errors come last, as graphql-ws sends them. */
function jsonOf(result: FormattedExecutionResult): string {
  const { errors, ...rest } = result;
  return JSON.stringify(errors ? { ...rest, errors } : result);
}

/** The part of a `next` message after the ID, which all subscribers share. */
const restOfNext: Render = (result) => `${jsonOf(result)}}`;

/** A socket has no headers for each operation, so the trace context is part of the message. */
function traceparentIn({ extensions }: SubscribePayload): string | undefined {
  const traceparent: unknown = extensions?.traceparent;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
