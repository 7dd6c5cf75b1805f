import { wrongType } from './replies.ts';
import { SortedSet } from './sorted-set.ts';
import { Stream } from './stream.ts';

export class Hash {
  readonly fields: Map<string, string>;

  constructor(fields = new Map<string, string>()) {
    this.fields = fields;
  }

  get size(): number {
    return this.fields.size;
  }

  clone(): Hash {
    return new Hash(new Map(this.fields));
  }
}

type Value = string | Hash | SortedSet | Stream;

interface Entry {
  value: Value;
  /** Epoch milliseconds by the server's clock. Null: never. */
  expiresAt: number | null;
}

/** The keys of a server. Expired ones are removed when they are accessed, as Redis does for what its clients can see. */
export class Keyspace {
  readonly #entries: Map<string, Entry>;

  constructor(entries = new Map<string, Entry>()) {
    this.#entries = entries;
  }

  clone(): Keyspace {
    return new Keyspace(
      new Map(
        this.#entries
          .entries()
          .map(([key, { value, expiresAt }]) => [
            key,
            { value: typeof value === 'string' ? value : value.clone(), expiresAt },
          ]),
      ),
    );
  }

  /** @param now the server's clock. */
  find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    // Redis removes a key once its time is past, not at that millisecond.
    if (entry?.expiresAt == null || entry.expiresAt >= now) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  text(key: string, now: number): string | null {
    const value = this.find(key, now)?.value;
    if (value === undefined) return null;
    if (typeof value !== 'string') throw wrongType();
    return value;
  }

  hash(key: string, now: number): Hash | null {
    return this.#typed(key, now, Hash);
  }

  sortedSet(key: string, now: number): SortedSet | null {
    return this.#typed(key, now, SortedSet);
  }

  stream(key: string, now: number): Stream | null {
    return this.#typed(key, now, Stream);
  }

  /** Replaces a value and its expiry. */
  set(key: string, value: Value, expiresAt: number | null): void {
    this.#entries.set(key, { value, expiresAt });
  }

  /** Adds a value without expiry. */
  add<Added extends Value>(key: string, value: Added): Added {
    this.set(key, value, null);
    return value;
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The keys that have not expired, sorted. */
  keys(now: number): string[] {
    return [...this.#entries.keys()].filter((key) => this.find(key, now)).sort();
  }

  #typed<Kind extends Hash | SortedSet | Stream>(
    key: string,
    now: number,
    kind: new (...args: never[]) => Kind,
  ): Kind | null {
    const value = this.find(key, now)?.value;
    if (value === undefined) return null;
    if (value instanceof kind) return value;
    throw wrongType();
  }
}
