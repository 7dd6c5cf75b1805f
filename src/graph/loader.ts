/** Reads of one operation that are asked for by key: each key is read once, however often it is asked for. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  /** Gives a value that another read brought along; a key already read keeps what it has. */
  prime(key: Key, value: Value): void;
  /** Forgets everything: a write has changed what was read. */
  clear(): void;
}

/**
 * A loader over a route that takes one key at a time: one call per distinct key, sent at once.
 * @param identify what makes two keys the same; needed where keys are not plain strings.
 */
export function oncePerKey<Key, Value>(
  read: (key: Key) => Promise<Value>,
  identify: (key: Key) => string = String,
): Loader<Key, Value> {
  const reads = new Map<string, Promise<Value>>();
  return {
    load(key) {
      const identity = identify(key);
      const known = reads.get(identity);
      if (known) return known;
      const reading = read(key);
      reads.set(identity, reading);
      return reading;
    },
    prime(key, value) {
      const identity = identify(key);
      if (!reads.has(identity)) reads.set(identity, Promise.resolve(value));
    },
    clear: () => reads.clear(),
  };
}

/** A loader over a route that takes no key: one call. */
export function once<Value>(read: () => Promise<Value>): { load(): Promise<Value>; clear(): void } {
  let reading: Promise<Value> | undefined;
  return {
    load: () => {
      reading ??= read();
      return reading;
    },
    clear: () => {
      reading = undefined;
    },
  };
}
