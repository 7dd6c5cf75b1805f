import { networkOf } from './client-address.ts';
import type { RefusalObserver, Refused } from './refusal-observer.ts';
import { hasSession, sessionKey } from './sessions.ts';

/** How many times as much an address may hold as a session, and all callers together: many share an address. */
const ADDRESS = 2;
const IN_ALL = 8;

/** Bytes that a socket or event stream, and a subscription of a small document, count as. */
export const SOCKET = 160_000;
export const SUBSCRIPTION = 50_000;

/**
 * The memory that callers make the process hold, in bytes: input that is arriving, output that is not read, open streams and
 * what they retain. Each connection has its own limits, but thousands of connections together could exhaust the memory.
 */
export class Held {
  /** Maximum per session, in bytes. */
  readonly limit: number;
  readonly #observer: RefusalObserver;
  /** By address, and by the key of a session. */
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(limit: number, observer: RefusalObserver) {
    this.limit = limit;
    this.#observer = observer;
  }

  /**
   * Changes what something counts as.
   * @param address null for a trusted proxy: it has many clients, so only the limit for all applies.
   * @param before the bytes counted so far.
   * @param bytes to count instead.
   * @returns false at a limit: `before` still counts.
   */
  change(reason: Refused, address: string | null, before: number, bytes: number): boolean {
    return this.#change(reason, address && networkOf(address), ADDRESS * this.limit, bytes - before);
  }

  /** Counts bytes of an address until they are released. @returns the release function, or null at a limit. */
  acquire(reason: Refused, address: string, bytes: number): (() => void) | null {
    if (!this.change(reason, address, 0, bytes)) return null;
    return () => void this.change(reason, address, bytes, 0);
  }

  /**
   * Counts a stream of a caller until it closes: of a session from any address, else of an address.
   * @returns the release function, or null at a limit.
   */
  open(
    reason: Refused,
    authorization: string | undefined,
    address: string,
    bytes: number,
  ): (() => void) | null {
    if (!hasSession(authorization)) return this.acquire(reason, address, bytes);
    const session = sessionKey(authorization);
    if (!this.#change(reason, session, this.limit, bytes)) return null;
    return () => void this.#change(reason, session, this.limit, -bytes);
  }

  #change(reason: Refused, key: string | null, limit: number, more: number): boolean {
    const held = key === null ? 0 : (this.#held.get(key) ?? 0) + more;
    if (more > 0 && (held > limit || this.#inAll + more > IN_ALL * this.limit)) {
      this.#observer.refused(reason);
      return false;
    }
    this.#inAll += more;
    if (key === null) return true;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
    return true;
  }
}

/** What one operation, or one event of a stream, makes the process hold of the platform's responses until it has its result. */
export class HeldResponses {
  readonly #held: Held;
  readonly #address: string | null;
  #bytes = 0;
  #isReleased = false;

  /** @param address null: only the limit for all applies. */
  constructor(held: Held, address: string | null) {
    this.#held = held;
    this.#address = address;
  }

  get limit(): number {
    return ADDRESS * this.#held.limit;
  }

  /** @returns false at a limit. */
  add(bytes: number): boolean {
    // Other operations may wait for a call of one that has ended.
    if (this.#isReleased) return true;
    if (!this.#held.change('responses', this.#address, this.#bytes, this.#bytes + bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  release(): void {
    if (this.#bytes > 0) this.#held.change('responses', this.#address, this.#bytes, 0);
    this.#bytes = 0;
    this.#isReleased = true;
  }
}
