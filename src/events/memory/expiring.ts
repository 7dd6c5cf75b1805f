import type { Clock } from '../../lib/clock.ts';

/** Writes between sweeps of expired values. */
const SWEEP_EVERY = 256;

/** Values by key that expire, in the order in which their keys were first set. */
export class Expiring<Value> {
  readonly #clock: Clock;
  readonly #stored = new Map<string, { value: Value; expires: number }>();
  #writes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Including values that have expired since the last sweep. */
  get size(): number {
    return this.#stored.size;
  }

  /** Undefined: none, or expired. @param ttl milliseconds from now, renews the lifetime. */
  get(key: string, ttl?: number): Value | undefined {
    const stored = this.#stored.get(key);
    const now = this.#clock.monotonic();
    if (stored && stored.expires > now) {
      if (ttl !== undefined) stored.expires = now + ttl;
      return stored.value;
    }
    this.#stored.delete(key);
    return undefined;
  }

  /** @param ttl milliseconds. */
  set(key: string, value: Value, ttl = Number.POSITIVE_INFINITY): void {
    if (++this.#writes % SWEEP_EVERY === 0) this.sweep();
    this.#stored.set(key, { value, expires: this.#clock.monotonic() + ttl });
  }

  delete(key: string): void {
    this.#stored.delete(key);
  }

  values(): Value[] {
    this.sweep();
    return [...this.#stored.values()].map(({ value }) => value);
  }

  /** Drops what has expired. */
  sweep(): void {
    const now = this.#clock.monotonic();
    for (const [key, { expires }] of this.#stored) if (expires <= now) this.#stored.delete(key);
  }
}
