import DataLoader from 'dataloader';

/** Keyed reads of one operation: each key is read once, however often it is loaded. A failed read is not retried. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  /**
   * Adds a value that another read returned. The latest one wins; a key already read keeps its value.
   * @param keyOf called when a key is looked up, if ever. Null: the value is not used.
   */
  prime(value: NonNullable<Value>, keyOf: (value: NonNullable<Value>) => Key | null): void;
  /** Empties the cache: a write has changed what was read. */
  clear(): void;
}

/** Called for each read that was saved: the same `key` was read before, or another read `primed` it. */
export interface ReadObserver {
  deduplicated(by: 'key' | 'primed'): void;
}

/**
 * A loader over a route that takes one key at a time: one call per distinct key, sent at once.
 * @param identify text that is equal for equal keys. The default needs objects whose properties always have the same order.
 */
export const oncePerKey = <Key extends NonNullable<unknown>, Value>(
  observer: ReadObserver,
  read: (key: Key) => Promise<Value>,
  identify: (key: Key) => string = asText,
): Loader<Key, Value> => new KeyLoader(observer, read, identify);

/**
 * There is nothing to batch, so each load is dispatched where it is made and calls go out in the order of the loads. Primed
 * values wait outside of DataLoader, which would create a promise for each of hundreds that are never loaded.
 */
class KeyLoader<Key extends NonNullable<unknown>, Value> implements Loader<Key, Value> {
  readonly #observer: ReadObserver;
  readonly #read: (key: Key) => Promise<Value>;
  readonly #identify: (key: Key) => string;
  /** Null, as the others: an operation uses few of its loaders. */
  #loader: DataLoader<Key, Value, string> | null = null;
  #reads: Map<string, Promise<Value>> | null = null;
  #primed: RowIndex<Primed<Key, NonNullable<Value>>> | null = null;
  #dispatch = (): void => {};

  constructor(observer: ReadObserver, read: (key: Key) => Promise<Value>, identify: (key: Key) => string) {
    this.#observer = observer;
    this.#read = read;
    this.#identify = identify;
  }

  load(key: Key): Promise<Value> {
    const identity = this.#identify(key);
    const known = this.#reads?.get(identity);
    if (known) {
      this.#observer.deduplicated('key');
      return known;
    }
    const found = this.#primed?.find(identity);
    if (found) {
      this.#observer.deduplicated('primed');
      return Promise.resolve(found.value);
    }
    this.#loader ??= this.#open();
    const value = this.#loader.load(key);
    this.#dispatch();
    return value;
  }

  prime(value: NonNullable<Value>, keyOf: (value: NonNullable<Value>) => Key | null): void {
    this.#primed ??= new RowIndex((primed) => {
      const key = primed.keyOf(primed.value);
      return key === null ? null : this.#identify(key);
    });
    this.#primed.add({ value, keyOf });
  }

  clear(): void {
    this.#loader?.clearAll();
    this.#primed = null;
  }

  #open(): DataLoader<Key, Value, string> {
    this.#reads = new Map();
    return new DataLoader<Key, Value, string>((keys) => this.#readEach(keys), {
      batch: false,
      batchScheduleFn: (dispatch) => {
        this.#dispatch = dispatch;
      },
      cacheKeyFn: this.#identify,
      cacheMap: this.#reads,
    });
  }

  /** A batch has one key: for several, this would be slow. */
  async #readEach(keys: readonly Key[]): Promise<(Value | Error)[]> {
    const values: (Value | Error)[] = [];
    for (const key of keys) values.push(await this.#read(key).catch(asError));
    return values;
  }
}

interface Primed<Key, Value> {
  value: Value;
  keyOf(value: Value): Key | null;
}

/** A loader over a route that takes no key: one call. */
export const loadOnce = <Value>(
  observer: ReadObserver,
  read: () => Promise<Value>,
): { load(): Promise<Value>; clear(): void } => new SingleLoader(observer, read);

const asText = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

class SingleLoader<Value> {
  readonly #loader: KeyLoader<string, Value>;

  constructor(observer: ReadObserver, read: () => Promise<Value>) {
    this.#loader = new KeyLoader<string, Value>(observer, read, asText);
  }

  load(): Promise<Value> {
    return this.#loader.load('');
  }

  clear(): void {
    this.#loader.clear();
  }
}

/** DataLoader rejects a single key only where its batch holds an `Error` for it. */
export const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('read failed', { cause: error });

/** Rows that responses included, by key. Indexed on first lookup: most operations look up none of their rows. */
class RowIndex<Row> {
  readonly #keyOf: (row: Row) => string | null;
  readonly #byKey = new Map<string, Row>();
  #unindexed: Row[] = [];

  /** @param keyOf null: the row is not indexed. */
  constructor(keyOf: (row: Row) => string | null) {
    this.#keyOf = keyOf;
  }

  add(row: Row): void {
    this.#unindexed.push(row);
  }

  /** The most recently added row of a key. */
  find(key: string): Row | undefined {
    for (const row of this.#unindexed) {
      const rowKey = this.#keyOf(row);
      if (rowKey !== null) this.#byKey.set(rowKey, row);
    }
    this.#unindexed = [];
    return this.#byKey.get(key);
  }
}
