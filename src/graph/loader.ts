import { RowIndex } from './row-index.ts';

/** Reads of one operation that are asked for by key: each key is read once, however often it is asked for. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  /** Gives a value that another read brought along; a key already read keeps what it has. */
  prime(key: Key, value: Value): void;
  /** Forgets everything: a write has changed what was read. */
  clear(): void;
}

/** Told of each read that was not made: the same `key` was read before, or another read `primed` it. */
export interface SavedReads {
  saved(by: 'key' | 'primed'): void;
}

/**
 * A loader over a route that takes one key at a time: one call per distinct key, sent at once.
 * @param identify what makes two keys the same; needed where keys are not plain strings.
 */
export function oncePerKey<Key, Value>(
  observer: SavedReads,
  read: (key: Key) => Promise<Value>,
  identify: (key: Key) => string = String,
): Loader<Key, Value> {
  const reads = new Map<string, Promise<Value>>();
  const newPrimed = () => new RowIndex<{ key: Key; value: Value }>(({ key }) => identify(key));
  let primed = newPrimed();
  return {
    load(key) {
      const identity = identify(key);
      const known = reads.get(identity);
      if (known) {
        observer.saved('key');
        return known;
      }
      const brought = primed.find(identity);
      if (brought) {
        observer.saved('primed');
        return Promise.resolve(brought.value);
      }
      const value = read(key);
      reads.set(identity, value);
      return value;
    },
    prime: (key, value) => primed.add({ key, value }),
    clear() {
      reads.clear();
      primed = newPrimed();
    },
  };
}

/** A loader over a route that takes no key: one call. */
export function once<Value>(
  observer: SavedReads,
  read: () => Promise<Value>,
): { load(): Promise<Value>; clear(): void } {
  let reading: Promise<Value> | undefined;
  return {
    load: () => {
      if (reading) observer.saved('key');
      else reading = read();
      return reading;
    },
    clear: () => {
      reading = undefined;
    },
  };
}
