import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Coordination } from './coordination.ts';

/** Milliseconds between reads of the stored value. */
const REFRESH = 60_000;

/** A random key for hashes that the instances share: whichever of them needs it first stores it. */
export class StoredKey {
  readonly #clock: Clock;
  readonly #coordination: Coordination;
  readonly #name: string;
  readonly #life: number | null;
  #key: Promise<string> | null = null;
  /** The last one read. */
  #known: string | null = null;
  #refreshAt = Number.NEGATIVE_INFINITY;

  /** @param life milliseconds until another key replaces it. Null: never. */
  constructor(clock: Clock, coordination: Coordination, name: string, life: number | null) {
    this.#clock = clock;
    this.#coordination = coordination;
    this.#name = name;
    this.#life = life;
  }

  /** Rejects with LogUnavailable while the store is unreachable and the key is due to be read. */
  read(): Promise<string> {
    const now = this.#clock.monotonic();
    if (this.#key && now < this.#refreshAt) return this.#key;
    this.#refreshAt = now + REFRESH;
    const key = this.#stored();
    this.#key = key;
    // After a failure, read again at the next use.
    key.catch(() => {
      this.#key = null;
    });
    return key;
  }

  async #stored(): Promise<string> {
    // One that lasts is stored again if the store has lost it.
    const own = (this.#life === null && this.#known) || randomBytes(32).toString('base64url');
    await this.#coordination.writeValue(this.#name, own, {
      ifAbsent: true,
      ...(this.#life === null ? {} : { ttl: this.#life }),
    });
    this.#known = (await this.#coordination.readValue(this.#name)) ?? own;
    return this.#known;
  }
}
