import {
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { type Context, makeServer, type SubscribePayload } from 'graphql-ws';
import type { OperationResponse, ResolvedOperation } from '../../operations/response.ts';
import { type ResultStream, StreamFailure } from '../../operations/result-stream.ts';
import type { OperationRunner } from '../../operations/runner.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import { CLOSE } from './close-codes.ts';
import { type Connection, dropUnwanted, type Protocol } from './connection.ts';
import { MAXIMUM_OPERATIONS, SocketOperation } from './socket-operation.ts';

/** Operations in a row that may be refused over one socket. */
const MAXIMUM_REFUSALS = 100;

/** A client's connection as graphql-ws knows it. */
export type Client = Context<Record<string, unknown>, Connection>;

export interface ProtocolOptions {
  schema: GraphQLSchema;
  runner: OperationRunner;
  /** Null: nothing is traced. */
  tracing: Tracing | null;
  /** Called when a socket is closed because too many of its operations were refused. */
  onFlood(address: string): void;
  /** Whether a client may use its socket. */
  admit(client: Client): Promise<boolean>;
}

/**
 * The `graphql-transport-ws` protocol over the operation runner. graphql-ws has two steps, resolving an operation and
 * executing it. The runner does both in the first; the context carries its result to the second.
 */
export const createProtocol = (options: ProtocolOptions): Protocol =>
  makeServer<Record<string, unknown>, Connection>({
    onConnect: async (client) => {
      client.extra.isAdmitted = await options.admit(client);
      if (client.extra.isAdmitted) client.extra.earlyInput.end();
      return client.extra.isAdmitted;
    },
    onSubscribe: (client, id, payload) => run(options, client, id, payload),
    execute: ({ contextValue }) => resultOf(contextValue),
    subscribe: ({ contextValue }) => resultOf(contextValue),
  });

async function run(
  options: ProtocolOptions,
  { extra: connection, subscriptions }: Client,
  id: string,
  payload: SubscribePayload,
): Promise<ExecutionArgs | GraphQLError[]> {
  const { schema, runner, tracing } = options;
  const { socket, running, open } = connection;
  if (open.size >= MAXIMUM_OPERATIONS) dropUnwanted(open);
  const operation = new SocketOperation(connection, payload, tracing);
  const { signal } = operation;
  const pending = Promise.resolve(runner.run(operation));
  open.set(id, { isWanted: () => id in subscriptions, signal });
  running.add(pending);
  if (socket.readyState !== socket.OPEN) signal.abort();
  const response = await pending;
  running.delete(pending);
  if (response.kind === 'single' && open.get(id)?.signal === signal) open.delete(id);
  noteRefusal(options, connection, response);
  return executionOf(schema, response);
}
/** Closes a socket that goes on sending operations although they are refused: the client connects again later. */
function noteRefusal(
  { onFlood }: ProtocolOptions,
  connection: Connection,
  response: OperationResponse,
): void {
  const isRefused =
    response.kind === 'single' && response.result.data === undefined && response.codes[0] === 'RATE_LIMITED';
  connection.refusedOperations = isRefused ? connection.refusedOperations + 1 : 0;
  if (connection.refusedOperations !== MAXIMUM_REFUSALS) return;
  onFlood(connection.address);
  connection.socket.close(CLOSE.tryAgainLater, 'Too many requests');
}

/**
 * The response in the terms of graphql-ws: errors if nothing was executed, or else an execution. It reads the kind of the
 * operation from the document.
 */
function executionOf(schema: GraphQLSchema, response: OperationResponse): ExecutionArgs | GraphQLError[] {
  if (response.kind === 'stream') return executed(schema, response.operation, new Results(response.results));
  const { operation, result } = response;
  return operation === null || result.data === undefined
    ? (result.errors ?? []).map((error) => new FormattedError(error))
    : executed(schema, operation, withInstances(result));
}

const executed = (
  schema: GraphQLSchema,
  { document, definition }: ResolvedOperation,
  contextValue: ExecutionResult | Results,
): ExecutionArgs => ({
  schema,
  document,
  operationName: definition.name?.value ?? null,
  contextValue,
});

/** The second step has nothing left to do. */
const resultOf = (contextValue: unknown): ExecutionResult | Results =>
  contextValue instanceof Results ? contextValue : (contextValue ?? {});

/** An error in its final form, where graphql-ws expects an instance. */
class FormattedError extends GraphQLError {
  readonly #formatted: GraphQLFormattedError;

  constructor(formatted: GraphQLFormattedError) {
    super(formatted.message, { extensions: formatted.extensions ?? {} });
    this.#formatted = formatted;
  }

  override toJSON(): GraphQLFormattedError {
    return this.#formatted;
  }
}

const withInstances = ({ errors, ...result }: FormattedExecutionResult): ExecutionResult =>
  errors ? { ...result, errors: errors.map((error) => new FormattedError(error)) } : result;

/** The results of a stream without their cursors. graphql-ws closes only what looks like a generator. */
class Results implements AsyncGenerator<ExecutionResult, undefined, undefined> {
  readonly #stream: ResultStream;

  constructor(stream: ResultStream) {
    this.#stream = stream;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const { done, value } = await this.#stream.next().catch(rethrowFormatted);
    return done ? { done, value: undefined } : { done: false, value: withInstances(value.result) };
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

/** graphql-ws sends clients the message of whatever a stream throws. */
function rethrowFormatted(error: unknown): never {
  throw error instanceof StreamFailure ? new FormattedError(error.formatted) : error;
}
