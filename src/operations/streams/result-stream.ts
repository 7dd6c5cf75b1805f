import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../graph/errors.ts';
import type { PullStream } from '../../lib/pull-stream.ts';

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
 * The results of a subscription, as an async iterator. Reading one reads one event from the source: nothing is queued. `return()`
 * closes it at once. Rejects with {@link StreamFailure} when the source fails.
 */
export interface ResultStream extends AsyncIterableIterator<StreamedResult, undefined, undefined> {
  return(): Promise<IteratorResult<StreamedResult, undefined>>;
}

/** The results of a subscription, which can also be requested without a promise. */
export interface OpenStream extends PullStream<StreamedResult> {
  /** Calls back once, synchronously, when the stream closes. `failure`: the error code, or null. */
  onClose(listener: (failure: ErrorCode | null) => void): void;
}

/** The source of a subscription has failed. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure';
  readonly code: ErrorCode;
  /** The client's error for it. */
  readonly formatted: GraphQLFormattedError;

  constructor(code: ErrorCode, formatted: GraphQLFormattedError) {
    super(formatted.message);
    this.code = code;
    this.formatted = formatted;
  }
}
