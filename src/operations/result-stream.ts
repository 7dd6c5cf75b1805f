import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../domains/context.ts';
import { GatewayError } from '../graph/errors.ts';
import { isRecord } from '../graph/is-record.ts';
import type { StreamObserver } from './observers.ts';

/** One result of a subscription, with the cursor that resumes after it. */
export interface StreamedResult {
  result: FormattedExecutionResult;
  cursor: string | null;
}

/** The results of a subscription. Reading one asks the source for one: nothing queues up. `return()` ends it at once. */
export interface ResultStream extends AsyncIterableIterator<StreamedResult, undefined, undefined> {
  return(): Promise<IteratorResult<StreamedResult, undefined>>;
}

/** The refusal of a subscription where one answer is all that goes out. */
export const needsStream = (): GatewayError =>
  new GatewayError(
    'BAD_REQUEST',
    'A subscription needs a stream: use a WebSocket, or send `accept: text/event-stream`.',
  );

export interface StreamRequest {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName: string | null;
  variables: Record<string, unknown> | undefined;
  context: Context;
  observer: StreamObserver;
}

/** What is known of an event before it is run. */
interface EventToRun {
  /** What the subscription is to. */
  field: string;
  /** The cursor under which others have the same event; null: it is the subscriber's alone. */
  sharedAs: string | null;
}

type RunEvent = (event: unknown, about: EventToRun) => Promise<FormattedExecutionResult>;

/**
 * Opens the source of a subscription through graphql-js; each of its events is run on its own.
 * Gives the errors instead where the field cannot be subscribed to.
 */
export async function openStream(
  { schema, document, operationName, variables, context, observer }: StreamRequest,
  runEvent: RunEvent,
): Promise<{ stream: ResultStream } | { failed: ExecutionResult }> {
  const source = await createSourceEventStream({
    schema,
    document,
    operationName,
    contextValue: context,
    ...(variables ? { variableValues: variables } : {}),
  });
  if (!isAsyncIterable(source)) return { failed: source };
  const field = rootField(document, operationName);
  return { stream: new EventResults(source[Symbol.asyncIterator](), runEvent, field, observer) };
}

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;

/** Written by hand: an async generator cannot be ended while it waits. */
class EventResults implements ResultStream {
  readonly #source: AsyncIterator<unknown>;
  readonly #runEvent: RunEvent;
  readonly #field: string;
  readonly #observer: StreamObserver;
  #open = true;

  constructor(source: AsyncIterator<unknown>, runEvent: RunEvent, field: string, observer: StreamObserver) {
    this.#source = source;
    this.#runEvent = runEvent;
    this.#field = field;
    this.#observer = observer;
    observer.opened(field);
  }

  async next(): Promise<IteratorResult<StreamedResult, undefined>> {
    const { done, value } = await this.#source.next().catch((error: unknown) => this.#fail(error));
    if (done) {
      this.#end();
      return { done: true, value: undefined };
    }
    const item = itemOf(value);
    const isLive = item.appendedAt !== null && !item.replayed && item.gap === null;
    const sharedAs = isLive ? item.cursor : null;
    const result = await this.#runEvent(value, { field: this.#field, sharedAs });
    this.#count(item);
    return { done: false, value: { result, cursor: item.cursor } };
  }

  async return(): Promise<IteratorResult<StreamedResult, undefined>> {
    this.#end();
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #count({ gap, replayed, appendedAt }: Item): void {
    if (gap !== null) this.#observer.gap(this.#field, gap);
    else if (appendedAt !== null)
      this.#observer.delivered(this.#field, replayed ? null : Date.now() - appendedAt);
  }

  #fail(error: unknown): never {
    this.#end();
    throw error;
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#observer.closed(this.#field);
  }
}

/** The field that a subscription is to: the one that validation leaves it. */
function rootField(document: DocumentNode, operationName: string | null): string {
  const below = (selectionSet: SelectionSetNode | undefined): string => {
    const [selection] = selectionSet?.selections ?? [];
    if (selection?.kind === Kind.FIELD) return selection.name.value;
    if (selection?.kind === Kind.INLINE_FRAGMENT) return below(selection.selectionSet);
    const fragment = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection?.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? below(fragment.selectionSet) : '';
  };
  return below(getOperationAST(document, operationName)?.selectionSet);
}

/** What an item of a stream says of itself. */
interface Item {
  cursor: string | null;
  replayed: boolean;
  gap: string | null;
  /** When its event was appended, in epoch milliseconds; null: it has none. */
  appendedAt: number | null;
}

/** An item is the payload of its one root field, by the field's name. */
function itemOf(payloads: unknown): Item {
  const [item] = isRecord(payloads) ? Object.values(payloads) : [];
  if (!isRecord(item)) return { cursor: null, replayed: false, gap: null, appendedAt: null };
  const { cursor, replayed, gap, appendedAt } = item;
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    replayed: replayed === true,
    gap: isRecord(gap) && typeof gap.reason === 'string' ? gap.reason : null,
    appendedAt: typeof appendedAt === 'number' ? appendedAt : null,
  };
}
