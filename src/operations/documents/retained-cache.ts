import type { RetainedKind } from '../reports/observers.ts';
import { type Retained, type RetainedMemory, use } from './retained-memory.ts';

/** A cache that shares the memory limit for documents from clients. */
export class RetainedCache<Value> {
  readonly #memory: RetainedMemory;
  readonly #kind: RetainedKind;
  readonly #bytesOf: (value: Value) => number;
  readonly #byKey = new Map<string, Retained<Value>>();

  constructor(memory: RetainedMemory, kind: RetainedKind, bytesOf: (value: Value) => number) {
    this.#memory = memory;
    this.#kind = kind;
    this.#bytesOf = bytesOf;
  }

  find(key: string): Value | undefined {
    return use(this.#byKey.get(key));
  }

  /** Replaces a value. One that exceeds the memory limit on its own is not retained. */
  add(key: string, value: Value): void {
    const known = this.#byKey.get(key);
    if (known) this.#memory.remove(known);
    const entry = this.#memory.add(this.#kind, value, this.#bytesOf(value), () => this.#byKey.delete(key));
    if (entry) this.#byKey.set(key, entry);
  }

  /** Whether this value is retained, and not only in use. */
  protected holds(key: string, value: Value): boolean {
    return this.#byKey.get(key)?.value === value;
  }
}
