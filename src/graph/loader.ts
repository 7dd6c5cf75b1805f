import DataLoader from 'dataloader';

/** Keyed reads of one operation: each key is read once, however often it is loaded. A failed read is not retried. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  /**
   * Adds a value that another read returned. The last one counts; a key already read keeps its value.
   * @param keyOf called when a key is looked up, if ever. Null: the value is not used.
   */
  prime(value: NonNullable<Value>, keyOf: (value: NonNullable<Value>) => Key | null): void;
  /** Empties the cache: a write has changed what was read. */
  clear(): void;
}

/** Called for each read that was not made: the same `key` was read before, or another read `primed` it. */
export interface ReadObserver {
  deduplicated(by: 'key' | 'primed'): void;
}

/**
 * A loader over a route that takes one key at a time: one call per distinct key, sent at once.
 *
 * There is nothing to batch, so each load is dispatched where it is made and calls go out in the order of the loads.
 * Primed values wait outside of DataLoader, which would make a promise for each of the hundreds that nobody loads.
 * @param identify text that is equal for equal keys. The default needs objects whose properties always have the same order.
 */
export function oncePerKey<Key extends NonNullable<unknown>, Value>(
  observer: ReadObserver,
  read: (key: Key) => Promise<Value>,
  identify: (key: Key) => string = (key) => (typeof key === 'string' ? key : JSON.stringify(key)),
): Loader<Key, Value> {
  const reads = new Map<string, Promise<Value>>();
  const newPrimed = () =>
    new RowIndex<Primed<Key, NonNullable<Value>>>(({ value, keyOf }) => {
      const key = keyOf(value);
      return key === null ? null : identify(key);
    });
  let primed = newPrimed();
  let dispatch = (): void => {};
  let loader: DataLoader<Key, Value, string> | undefined;
  /** A batch has one key: for several, this would be slow. */
  const readEach = async (keys: readonly Key[]): Promise<(Value | Error)[]> => {
    const values: (Value | Error)[] = [];
    for (const key of keys) values.push(await read(key).catch(asError));
    return values;
  };
  const newLoader = () =>
    new DataLoader<Key, Value, string>(readEach, {
      batch: false,
      batchScheduleFn: (dispatchBatch) => {
        dispatch = dispatchBatch;
      },
      cacheKeyFn: identify,
      cacheMap: reads,
    });
  return {
    load(key) {
      const identity = identify(key);
      const known = reads.get(identity);
      if (known) {
        observer.deduplicated('key');
        return known;
      }
      const found = primed.find(identity);
      if (found) {
        observer.deduplicated('primed');
        return Promise.resolve(found.value);
      }
      loader ??= newLoader();
      const value = loader.load(key);
      dispatch();
      return value;
    },
    prime: (value, keyOf) => primed.add({ value, keyOf }),
    clear() {
      loader?.clearAll();
      primed = newPrimed();
    },
  };
}

interface Primed<Key, Value> {
  value: Value;
  keyOf(value: Value): Key | null;
}

/** A loader over a route that takes no key: one call. */
export function loadOnce<Value>(
  observer: ReadObserver,
  read: () => Promise<Value>,
): { load(): Promise<Value>; clear(): void } {
  const loader = oncePerKey(observer, read, () => '');
  return { load: () => loader.load(''), clear: loader.clear };
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

  /** The row most recently added under a key. */
  find(key: string): Row | undefined {
    for (const row of this.#unindexed) {
      const rowKey = this.#keyOf(row);
      if (rowKey !== null) this.#byKey.set(rowKey, row);
    }
    this.#unindexed = [];
    return this.#byKey.get(key);
  }
}
