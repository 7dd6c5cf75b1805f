import {
  type DocumentNode,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../domains/context.ts';
import type { ErrorCode } from '../graph/errors.ts';
import { visitAll } from '../lib/boundary.ts';
import type { Clock } from '../lib/clock.ts';
import { isRecord } from '../lib/is-record.ts';
import { PullStream, type Receiver } from '../lib/pull-stream.ts';
import { openSource } from './execution/source.ts';
import type { StreamObserver } from './observers.ts';
import { rootFieldsOf } from './root-fields.ts';
import { coerceVariables } from './variables.ts';

/** Writes a result as text, with the cursor that resumes after it. */
export type Render = (result: FormattedExecutionResult, cursor: string | null) => string;

/** One result of a subscription, which all subscribers that get the same one share. */
export class StreamedResult {
  readonly result: FormattedExecutionResult;
  /** Resumes after it. Null: the result carries none. */
  readonly cursor: string | null;
  readonly #onRendered: () => void;
  readonly #rendered = new Map<Render, Buffer>();

  /** @param onRendered called each time that the result is rendered. */
  constructor(result: FormattedExecutionResult, cursor: string | null, onRendered: () => void) {
    this.result = result;
    this.cursor = cursor;
    this.#onRendered = onRendered;
  }

  /** The rendered bytes. Rendered once by each function, however many subscribers there are: do not modify them. */
  bytes(render: Render): Buffer {
    const known = this.#rendered.get(render);
    if (known) return known;
    const bytes = Buffer.from(render(this.result, this.cursor));
    this.#rendered.set(render, bytes);
    this.#onRendered();
    return bytes;
  }
}

/**
 * The results of a subscription, for those who iterate them. Reading one reads one event from the source: nothing queues
 * up. `return()` closes it at once. Rejects with {@link StreamFailure} when the source fails.
 */
export interface ResultStream extends AsyncIterableIterator<StreamedResult, undefined, undefined> {
  return(): Promise<IteratorResult<StreamedResult, undefined>>;
}

/** The results of a subscription, which can also be requested without a promise. */
export interface OpenStream extends PullStream<StreamedResult> {
  /** Calls back once, synchronously, when the stream closes. `failure`: the code of what made it fail, or null. */
  onClose(listener: (failure: ErrorCode | null) => void): void;
}

/** The source of a subscription has failed. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure';
  readonly code: ErrorCode;
  /** What the client sees of it. */
  readonly formatted: GraphQLFormattedError;

  constructor(code: ErrorCode, formatted: GraphQLFormattedError) {
    super(formatted.message);
    this.code = code;
    this.formatted = formatted;
  }
}

export interface StreamSource {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown> | undefined;
  context: Context;
  /** Whether errors omit the suggestions of graphql-js, which reveal names of the schema. */
  hidesSchema: boolean;
}

/** An event that is about to be executed. */
export interface EventToRun {
  /** The item under the name of the root field. */
  payloads: unknown;
  /** The field of the subscription type. */
  field: string;
  cursor: string | null;
  /** Whether other subscribers may have the same event under the same cursor. */
  isShared: boolean;
}

/** Receives the result of an event. */
export interface ResultReceiver {
  onResult(result: StreamedResult): void;
  onError(cause: unknown): void;
}

/** Executes the events of one subscription. */
export interface EventRunner {
  run(event: EventToRun, receiver: ResultReceiver): void;
  /** What the client sees when the source fails. */
  failureOf(cause: unknown): StreamFailure;
  /** The subscription has closed. */
  close(): void;
}

/**
 * Opens the source of a subscription; each of its events is executed separately.
 * @returns the errors instead if the field cannot be subscribed to.
 */
export async function openStream(
  source: StreamSource,
  runner: EventRunner,
  observer: StreamObserver,
): Promise<{ stream: OpenStream } | { errors: readonly GraphQLError[] }> {
  const { schema, document, operation, variables = {}, context, hidesSchema } = source;
  const { clock } = context.events;
  const values = coerceVariables({ schema, document, operation, hideSuggestions: hidesSchema }, variables);
  if ('errors' in values) return values;
  const opening = openSource(schema, document, operation, context, values.coerced);
  const events = await opening.catch(errorOf);
  if (events instanceof GraphQLError) return { errors: [events] };
  // Validation allows only one.
  const field = rootFieldsOf(document, operation)[0]?.name ?? '';
  try {
    return { stream: new EventResults(clock, events, runner, field, observer) };
  } catch (error) {
    events.close();
    throw error;
  }
}

function errorOf(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  throw error;
}

/** Executes one event after the other. */
class EventResults
  extends PullStream<StreamedResult>
  implements OpenStream, Receiver<unknown>, ResultReceiver
{
  readonly #clock: Clock;
  readonly #events: PullStream<unknown>;
  readonly #runner: EventRunner;
  readonly #field: string;
  readonly #observer: StreamObserver;
  #closeListeners: readonly ((failure: ErrorCode | null) => void)[] = [];
  #isOpen = true;
  /** What is being executed. Null: nothing is. */
  #item: Item | null = null;

  constructor(
    clock: Clock,
    events: PullStream<unknown>,
    runner: EventRunner,
    field: string,
    observer: StreamObserver,
  ) {
    super();
    this.#clock = clock;
    this.#events = events;
    this.#runner = runner;
    this.#field = field;
    this.#observer = observer;
    observer.opened(field);
  }

  pull(receiver: Receiver<StreamedResult>): void {
    this.receiver = receiver;
    this.#events.pull(this);
  }

  close(): void {
    // The source has nothing to tell while an event is executed.
    visitAll([() => this.#close(null), () => this.#events.close(), () => this.take()?.onEnd()], call);
  }

  onClose(listener: (failure: ErrorCode | null) => void): void {
    if (this.#isOpen) this.#closeListeners = this.#closeListeners.concat(listener);
    else listener(null);
  }

  onItem(payloads: unknown): void {
    const field = this.#field;
    const item = itemOf(payloads, field);
    const { cursor } = item;
    const isShared = item.appendedAt !== null && !item.replayed && item.gap === null;
    this.#item = item;
    try {
      this.#runner.run({ payloads, field, cursor, isShared }, this);
    } catch (error) {
      this.onError(error);
    }
  }

  onEnd(): void {
    visitAll([() => this.#close(null), () => this.take()?.onEnd()], call);
  }

  /** The source has failed, or the execution of an event: the source is closed, too. */
  onError(cause: unknown): void {
    const receiver = this.take();
    const failure = this.#runner.failureOf(cause);
    visitAll(
      [() => this.#close(failure.code), () => this.#events.close(), () => receiver?.onError(failure)],
      call,
    );
  }

  onResult(result: StreamedResult): void {
    const item = this.#item;
    this.#item = null;
    if (item) this.#count(item);
    this.take()?.onItem(result);
  }

  #count({ gap, replayed, appendedAt }: Item): void {
    if (gap !== null) this.#observer.gap(this.#field, gap);
    else if (appendedAt !== null)
      this.#observer.delivered(this.#field, replayed ? null : this.#clock.now() - appendedAt);
  }

  #close(failure: ErrorCode | null): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const listeners = this.#closeListeners;
    this.#closeListeners = [];
    visitAll(
      [
        () => this.#runner.close(),
        ...listeners.map((listener) => () => listener(failure)),
        () => this.#observer.closed(this.#field),
      ],
      call,
    );
  }
}

const call = (step: () => void): void => step();

/** The parts of a stream item that metrics and resumption need. */
interface Item {
  cursor: string | null;
  replayed: boolean;
  gap: string | null;
  /** When its event was appended, in epoch milliseconds. Null: the item carries no event. */
  appendedAt: number | null;
}

/** `payloads`: the item under the name of the root field. */
function itemOf(payloads: unknown, field: string): Item {
  const item = isRecord(payloads) ? payloads[field] : undefined;
  if (!isRecord(item)) return { cursor: null, replayed: false, gap: null, appendedAt: null };
  const { cursor, replayed, gap, appendedAt } = item;
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    replayed: replayed === true,
    gap: isRecord(gap) && typeof gap.reason === 'string' ? gap.reason : null,
    appendedAt: typeof appendedAt === 'number' ? appendedAt : null,
  };
}
