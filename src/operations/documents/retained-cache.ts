import type { KeyValueCache } from '@apollo/utils.keyvaluecache';
import type { RetainedKind } from '../observers.ts';
import { type Retained, type RetainedMemory, use } from './retained-memory.ts';

/** A cache for Apollo that shares the memory limit for documents from clients. */
export class RetainedCache<Value> implements KeyValueCache<Value> {
  readonly #memory: RetainedMemory;
  readonly #kind: RetainedKind;
  readonly #bytesOf: (value: Value) => number;
  readonly #byKey = new Map<string, Retained<Value>>();

  constructor(memory: RetainedMemory, kind: RetainedKind, bytesOf: (value: Value) => number) {
    this.#memory = memory;
    this.#kind = kind;
    this.#bytesOf = bytesOf;
  }

  async get(key: string): Promise<Value | undefined> {
    return use(this.#byKey.get(key));
  }

  async set(key: string, value: Value): Promise<void> {
    this.retain(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#remove(key);
  }

  /** @param drop removes further references to the value. @returns null if it is too large. */
  protected retain(key: string, value: Value, drop?: () => void): Retained<Value> | null {
    this.#remove(key);
    const entry = this.#memory.add(this.#kind, value, this.#bytesOf(value), () => {
      this.#byKey.delete(key);
      drop?.();
    });
    if (entry) this.#byKey.set(key, entry);
    return entry;
  }

  #remove(key: string): void {
    const known = this.#byKey.get(key);
    if (known) this.#memory.remove(known);
  }
}
