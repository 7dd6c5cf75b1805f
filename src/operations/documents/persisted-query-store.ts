import type { KeyValueCache } from '@apollo/utils.keyvaluecache';
import { Retained, type RetainedMemory } from './retained-memory.ts';

/** Estimated bytes of an entry beside its text. */
const ENTRY_BYTES = 500;
const CHARACTER_BYTES = 2;

/** The texts of automatic persisted queries, by Apollo's key. */
export class PersistedQueryStore implements KeyValueCache<string> {
  readonly #memory: RetainedMemory;
  readonly #byKey = new Map<string, { text: string; retained: Retained }>();

  constructor(memory: RetainedMemory) {
    this.#memory = memory;
  }

  async get(key: string): Promise<string | undefined> {
    const known = this.#byKey.get(key);
    if (known) known.retained.isUsed = true;
    return known?.text;
  }

  async set(key: string, text: string): Promise<void> {
    this.#remove(key);
    const bytes = ENTRY_BYTES + text.length * CHARACTER_BYTES;
    const retained = new Retained('persisted_query', bytes, () => this.#byKey.delete(key));
    if (this.#memory.add(retained)) this.#byKey.set(key, { text, retained });
  }

  async delete(key: string): Promise<void> {
    this.#remove(key);
  }

  #remove(key: string): void {
    const known = this.#byKey.get(key);
    if (known) this.#memory.remove(known.retained);
  }
}
