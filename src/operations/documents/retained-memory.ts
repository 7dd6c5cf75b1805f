import type { DocumentObserver, RetainedKind } from '../reports/observers.ts';

/** Something retained for later requests, such as a parsed document. */
export interface Retained<Value> {
  readonly kind: RetainedKind;
  readonly value: Value;
  /** Estimated size. */
  readonly bytes: number;
  /** True if it was used since eviction last considered it. Set on each use: cheaper than moving it in a list. */
  isUsed: boolean;
  /** Removes the references to it. */
  drop(): void;
}

/** The value of an entry that is used. */
export function use<Value>(entry: Retained<Value> | undefined): Value | undefined {
  if (entry) entry.isUsed = true;
  return entry?.value;
}

/**
 * The memory that documents of clients may retain, in estimated bytes: one limit for parsed documents, their plans and
 * persisted queries. Evicts by second chance, an approximation of least recently used that costs a request nothing.
 */
export class RetainedMemory {
  readonly #limit: number;
  readonly #observer: DocumentObserver;
  /** The next candidate for eviction first. */
  readonly #entries = new Set<Retained<unknown>>();
  #bytes = 0;

  /** @param limit in bytes. */
  constructor(limit: number, observer: DocumentObserver) {
    this.#limit = limit;
    this.#observer = observer;
  }

  /** Retains a value and evicts others for it. @returns null if it exceeds the limit on its own. */
  add<Value>(kind: RetainedKind, value: Value, bytes: number, drop: () => void): Retained<Value> | null {
    if (bytes > this.#limit) return null;
    while (this.#bytes + bytes > this.#limit) this.#evictOne();
    const entry = { kind, value, bytes, isUsed: false, drop };
    this.#entries.add(entry);
    this.#count(entry, bytes);
    return entry;
  }

  remove(entry: Retained<unknown>): void {
    if (!this.#entries.delete(entry)) return;
    this.#count(entry, -entry.bytes);
    entry.drop();
  }

  #evictOne(): void {
    for (const entry of this.#entries) {
      if (entry.isUsed) {
        // To the end of the queue.
        entry.isUsed = false;
        this.#entries.delete(entry);
        this.#entries.add(entry);
        continue;
      }
      this.remove(entry);
      this.#observer.evicted(entry.kind);
      return;
    }
  }

  #count({ kind }: Retained<unknown>, bytes: number): void {
    this.#bytes += bytes;
    this.#observer.retained(kind, bytes);
  }
}
