import { networkOf } from './client-address.ts';
import type { RefusalObserver, Refused } from './refusal-observer.ts';
import { hasSession, sessionKey } from './sessions.ts';

/** How many times as much an address may hold as a session, and all callers together: many share an address. */
const ADDRESS = 2;
const IN_ALL = 8;

/** Share of the open streams that callers without a session may have together. */
const ANONYMOUS = 0.5;

/** Bytes that a socket or event stream, and a subscription without its document, count as. */
export const SOCKET = 20_000;
export const SUBSCRIPTION = 25_000;

/** A process has room for an open stream for this many of its connections. */
const CONNECTIONS_PER_STREAM = 4;
/** Bytes for each stream: a socket, a subscription, and a part of the documents in use. */
export const STREAM = 50_000;

/**
 * The limits on the memory that callers make the process hold. Open streams have a pool of their own, which no request is charged
 * to: however many are open, requests are served.
 */
export interface Pools {
  /** What a request holds until its response has been read: input, responses of the platform, unread output. */
  held: Held;
  /** Sockets, event streams and subscriptions. */
  streams: Held;
}

/**
 * @param heldLimit bytes that a session may hold of the first pool.
 * @param connections the limit of connections, which the pool of streams follows.
 */
export function createPools(heldLimit: number, connections: number, observer: RefusalObserver): Pools {
  const streams = ((connections / CONNECTIONS_PER_STREAM) * STREAM) / IN_ALL;
  return { held: new Held(heldLimit, observer), streams: new Held(streams, observer) };
}

/**
 * One pool of memory that callers make the process hold, in bytes. Each connection has its own limits, but thousands of connections
 * together could exhaust the memory.
 */
export class Held {
  /** Maximum per session, in bytes; the limits of an address and of all are multiples of it. */
  readonly limit: number;
  readonly #observer: RefusalObserver;
  /** By address, and by the key of a session. */
  readonly #held = new Map<string, number>();
  #inAll = 0;
  /** Of these, bytes of open streams without a session. */
  #anonymous = 0;

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
   * @param shared of the bytes, those that callers have in common: they are counted for each, but not in all.
   * @returns the release function, or null at a limit.
   */
  open(
    reason: Refused,
    authorization: string | undefined,
    address: string,
    bytes: number,
    shared = 0,
  ): (() => void) | null {
    const own = bytes - shared;
    const isAnonymous = !hasSession(authorization);
    const [key, limit] = isAnonymous
      ? [networkOf(address), ADDRESS * this.limit]
      : [sessionKey(authorization), this.limit];
    if (isAnonymous && this.#anonymous + own > ANONYMOUS * IN_ALL * this.limit) {
      this.#observer.refused(reason);
      return null;
    }
    if (!this.#change(reason, key, limit, bytes, own)) return null;
    if (isAnonymous) this.#anonymous += own;
    return () => {
      if (isAnonymous) this.#anonymous -= own;
      this.#change(reason, key, limit, -bytes, -own);
    };
  }

  /** @param inAll what is counted for all callers together. */
  #change(reason: Refused, key: string | null, limit: number, more: number, inAll = more): boolean {
    const held = key === null ? 0 : (this.#held.get(key) ?? 0) + more;
    if (more > 0 && (held > limit || this.#inAll + inAll > IN_ALL * this.limit)) {
      this.#observer.refused(reason);
      return false;
    }
    this.#inAll += inAll;
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
