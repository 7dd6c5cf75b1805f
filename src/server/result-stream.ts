import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../context.ts';

/** One result of a subscription, with the cursor that resumes after it. */
export interface StreamedResult {
  result: FormattedExecutionResult;
  cursor: string | null;
}

/** The results of a subscription. Reading one asks the source for one: nothing queues up. `return()` ends it at once. */
export interface ResultStream extends AsyncIterableIterator<StreamedResult, undefined, undefined> {
  return(): Promise<IteratorResult<StreamedResult, undefined>>;
}

export interface StreamRequest {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName: string | null;
  variables: Record<string, unknown> | undefined;
  context: Context;
}

/**
 * Opens the source of a subscription through graphql-js; each of its events is run on its own.
 * Gives the errors instead where the field cannot be subscribed to.
 */
export async function openStream(
  { schema, document, operationName, variables, context }: StreamRequest,
  runEvent: (event: unknown) => Promise<FormattedExecutionResult>,
): Promise<{ stream: ResultStream } | { failed: ExecutionResult }> {
  const source = await createSourceEventStream({
    schema,
    document,
    operationName,
    contextValue: context,
    ...(variables ? { variableValues: variables } : {}),
  });
  return isAsyncIterable(source)
    ? { stream: new EventResults(source[Symbol.asyncIterator](), runEvent) }
    : { failed: source };
}

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;

/** Written by hand: an async generator cannot be ended while it waits. */
class EventResults implements ResultStream {
  readonly #source: AsyncIterator<unknown>;
  readonly #runEvent: (event: unknown) => Promise<FormattedExecutionResult>;

  constructor(
    source: AsyncIterator<unknown>,
    runEvent: (event: unknown) => Promise<FormattedExecutionResult>,
  ) {
    this.#source = source;
    this.#runEvent = runEvent;
  }

  async next(): Promise<IteratorResult<StreamedResult, undefined>> {
    const { done, value } = await this.#source.next();
    if (done) return { done: true, value: undefined };
    return { done: false, value: { result: await this.#runEvent(value), cursor: cursorOf(value) } };
  }

  async return(): Promise<IteratorResult<StreamedResult, undefined>> {
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** An event is the payload of its one root field, by the field's name. */
function cursorOf(event: unknown): string | null {
  const [payload] = typeof event === 'object' && event !== null ? Object.values(event) : [];
  if (typeof payload !== 'object' || payload === null || !('cursor' in payload)) return null;
  return typeof payload.cursor === 'string' ? payload.cursor : null;
}
