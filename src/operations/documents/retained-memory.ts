import type { MemoryObserver, RetainedKind } from '../observers.ts';

/** Something retained for later requests, such as a parsed document. */
export class Retained {
  readonly kind: RetainedKind;
  /** Estimated size. */
  readonly bytes: number;
  /** True if it was used since eviction last considered it. Set on each use: cheaper than moving it in a list. */
  isUsed = false;
  readonly drop: () => void;

  /** @param drop removes the references to it. */
  constructor(kind: RetainedKind, bytes: number, drop: () => void) {
    this.kind = kind;
    this.bytes = bytes;
    this.drop = drop;
  }
}

/**
 * The memory that documents of clients may retain, in estimated bytes: one limit for parsed documents, their plans and
 * persisted queries. Evicts by second chance, an approximation of least recently used that costs a request nothing.
 */
export class RetainedMemory {
  readonly #limit: number;
  readonly #observer: MemoryObserver;
  /** The next candidate for eviction first. */
  readonly #entries = new Set<Retained>();
  #bytes = 0;

  /** @param limit in bytes. */
  constructor(limit: number, observer: MemoryObserver) {
    this.#limit = limit;
    this.#observer = observer;
  }

  /** Retains an entry and evicts others for it. @returns false if it exceeds the limit on its own. */
  add(entry: Retained): boolean {
    if (entry.bytes > this.#limit) return false;
    while (this.#bytes + entry.bytes > this.#limit) this.#evictOne();
    this.#entries.add(entry);
    this.#count(entry, entry.bytes);
    return true;
  }

  remove(entry: Retained): void {
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

  #count({ kind }: Retained, bytes: number): void {
    this.#bytes += bytes;
    this.#observer.retained(kind, bytes);
  }
}
