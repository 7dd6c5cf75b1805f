/** Receiver of the next item of a {@link PullStream}: one of these is called. */
export interface Receiver<Item> {
  onItem(item: Item): void;
  onEnd(): void;
  onError(error: unknown): void;
}

/**
 * Items that are requested one at a time. Calls back instead of resolving promises: one event may go to thousands of
 * streams and most of them are idle, so that a promise in each layer takes more time and memory than the layer itself.
 * It can be iterated as well.
 */
export abstract class PullStream<Item> implements AsyncIterableIterator<Item, undefined, undefined> {
  /** The receiver that waits for the next item. Null: none. */
  protected receiver: Receiver<Item> | null = null;
  #iteration: Iteration<Item> | null = null;

  /** Requests the next item. The receiver is called once, perhaps at once; until then, nothing else may be requested. */
  abstract pull(receiver: Receiver<Item>): void;

  /** Ends it at once, and calls `onEnd` of a waiting receiver. */
  abstract close(): void;

  next(): Promise<IteratorResult<Item, undefined>> {
    this.#iteration ??= new Iteration(this);
    return this.#iteration.next();
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Takes the waiting receiver, which the caller must call now. */
  protected take(): Receiver<Item> | null {
    const { receiver } = this;
    this.receiver = null;
    return receiver;
  }
}

/** Async iterator over the items, requested one by one. */
class Iteration<Item> implements Receiver<Item> {
  readonly #stream: PullStream<Item>;
  readonly #pending: PromiseWithResolvers<IteratorResult<Item, undefined>>[] = [];

  constructor(stream: PullStream<Item>) {
    this.#stream = stream;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    const pending = Promise.withResolvers<IteratorResult<Item, undefined>>();
    if (this.#pending.push(pending) === 1) this.#stream.pull(this);
    return pending.promise;
  }

  onItem(value: Item): void {
    this.#settle((pending) => pending.resolve({ done: false, value }));
  }

  onEnd(): void {
    this.#settle((pending) => pending.resolve({ done: true, value: undefined }));
  }

  onError(error: unknown): void {
    this.#settle((pending) => pending.reject(error));
  }

  #settle(settle: (pending: PromiseWithResolvers<IteratorResult<Item, undefined>>) => void): void {
    const pending = this.#pending.shift();
    if (pending) settle(pending);
    if (this.#pending.length > 0) this.#stream.pull(this);
  }
}
