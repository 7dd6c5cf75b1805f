import type { SharedRates } from '../events/shared-rates.ts';
import { GatewayError, withoutStack } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from './client-address.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import { RateLimit, type Window } from './rate-limit.ts';
import type { RefusalObserver } from './refusal-observer.ts';
import { hasSession, sessionKey, tokenOf } from './sessions.ts';

/** The caller exceeds its rate limit (429), or the process is overloaded (503). */
export class Refusal extends GatewayError {
  /** HTTP status. */
  readonly status: 429 | 503;
  readonly retryAfterMs: number;

  constructor(status: 429 | 503, message: string, retryAfterMs: number) {
    super('RATE_LIMITED', message, { retryAfterMs, reason: status === 429 ? 'rate' : 'load' });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Decides whether a caller may start an operation, over any transport. */
export type Admit = (address: string, authorization?: string) => Refusal | Account;

export interface LedgerOptions {
  clock: Clock;
  load: EventLoopLag;
  /** Operations per minute and user credential; 0: no limit. */
  perMinute: number;
  /** Milliseconds for which events are retained. */
  retention: number;
  /** The counter shared by all instances. Null: each process counts on its own. */
  sharedRates: SharedRates | null;
  observer: RefusalObserver;
}

/** Factor for the limits of an address or a plugin: many users share one, such as a school behind one address. */
const GROUP = 20;

/** What an operation may cost on average, if as many run as are allowed. */
const PER_OPERATION = { calls: 25, bytes: 250_000 };
/** Bytes of events, and of records of its writes, that a caller may store within the time for which they are retained. */
const STORED = 4_000_000;

/** `Retry-After` when the process is overloaded, in milliseconds. */
const LOAD_RETRY = 2000;

/** Longest token used unhashed as a counter key, in characters; hashing costs more than counting. */
const LONGEST_KEY = 1024;

/** What one caller has spent in this minute: as a credential or as an address. */
interface Entry {
  limit: RateLimit;
  key: string;
  window: Window;
  /** For messages, as in `with this credential`. */
  by: string;
}

/**
 * What callers spend, in an account per address and one per credential: operations, platform calls, and bytes (arguments, requests
 * to the platform, responses and log lines), each in windows of one minute, and bytes of events that are stored. What an operation
 * costs beyond itself is known when it has been spent: callers over a limit are refused their next one.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #addresses: RateLimit;
  readonly #plugins: RateLimit;
  readonly #users: RateLimit;
  readonly #stored: { user: RateLimit; address: RateLimit };

  constructor(options: LedgerOptions) {
    const { clock, perMinute, retention, sharedRates: shared } = options;
    this.#options = options;
    this.#addresses = new RateLimit({ clock, of: 'address', points: GROUP * perMinute, shared });
    this.#plugins = new RateLimit({ clock, of: 'plugin', points: GROUP * perMinute, shared });
    this.#users = new RateLimit({ clock, of: 'user', points: perMinute, shared });
    const stored = { clock, window: retention, shared };
    this.#stored = {
      user: new RateLimit({ ...stored, of: 'stored-by-user', points: STORED }),
      address: new RateLimit({ ...stored, of: 'stored-by-address', points: GROUP * STORED }),
    };
  }

  /** Charges a caller for an operation. */
  readonly admit: Admit = (address, authorization) => {
    const { load, observer, perMinute } = this.#options;
    if (load.isTooHigh) {
      observer.refused('load');
      return withoutStack(() => new Refusal(503, 'The gateway is overloaded. Try again.', LOAD_RETRY));
    }
    const network = networkOf(address);
    const account = new Account(this, network, authorization);
    if (perMinute === 0) return account;
    // The address comes first, so that a refused one cannot fill the memory with made-up credentials.
    const refusal = this.#enter(account, this.#addresses, network, 'from this address');
    if (refusal) return refusal;
    const token = authorization ? tokenOf(authorization) : '';
    if (!authorization || token === '') return account;
    const limit = hasSession(authorization) ? this.#users : this.#plugins;
    const key = token.length > LONGEST_KEY ? sessionKey(authorization) : token;
    const ofCredential = this.#enter(account, limit, key, 'with this credential');
    // What is refused does not count for others at the address.
    if (ofCredential) account.giveBack(1);
    return ofCredential ?? account;
  };

  #enter(account: Account, limit: RateLimit, key: string, by: string): Refusal | null {
    const entry: Entry = { limit, key, window: limit.windowOf(key), by };
    const refusal = this.charge(entry, 1);
    if (!refusal) account.entries.push(entry);
    return refusal;
  }

  /** @returns why not, if the caller has spent too much already. */
  charge({ limit, key, window, by }: Entry, operations: number): Refusal | null {
    const { calls, bytes } = PER_OPERATION;
    const wait =
      window.calls > limit.points * calls || window.bytes > limit.points * bytes
        ? limit.endOf(window)
        : limit.takeFrom(key, window, pointsOf(operations, limit));
    if (wait === 0) return null;
    this.#options.observer.refused('rate');
    return withoutStack(() => new Refusal(429, `Too many requests ${by}.`, wait));
  }

  /** Charges a caller for bytes that are stored. @returns 0, or if it has none left, the milliseconds until it has. */
  store(network: string, authorization: string | undefined, bytes: number): number {
    const { user, address } = this.#stored;
    if (!authorization) return address.take(network, bytes);
    // Before the address, which others share: what the user may not store does not count for them.
    const session = sessionKey(authorization);
    const own = user.windowOf(session);
    const wait = user.takeFrom(session, own, bytes);
    if (wait > 0) return wait;
    const waitOfAddress = address.take(network, bytes);
    if (waitOfAddress > 0) user.giveBack(own, bytes);
    return waitOfAddress;
  }
}

/** An operation of more fields than the whole limit may run alone. */
const pointsOf = (operations: number, { points }: RateLimit): number => Math.min(operations, points - 1 || 1);

/** The accounts that one operation is charged to. */
export class Account {
  readonly entries: Entry[] = [];
  readonly #ledger: Ledger;
  readonly #network: string;
  readonly #authorization: string | undefined;

  constructor(ledger: Ledger, network: string, authorization: string | undefined) {
    this.#ledger = ledger;
    this.#network = network;
    this.#authorization = authorization;
  }

  /** Charges further operations: each root field of a mutation is one. @returns why not, if that is too many. */
  take(operations: number): Refusal | null {
    for (const [index, entry] of this.entries.entries()) {
      const refusal = this.#ledger.charge(entry, operations);
      if (!refusal) continue;
      this.giveBack(operations, index);
      return refusal;
    }
    return null;
  }

  /** Gives back what the first entries were charged for something that another refused. */
  giveBack(operations: number, entries = this.entries.length): void {
    for (const { limit, window } of this.entries.slice(0, entries))
      limit.giveBack(window, pointsOf(operations, limit));
  }

  /** Charges for what has been spent. */
  spend(bytes: number, calls = 0): void {
    for (const { window } of this.entries) {
      window.bytes += bytes;
      window.calls += calls;
    }
  }

  /** Charges for what is about to be stored. @throws GatewayError RATE_LIMITED */
  store(bytes: number): void {
    const retryAfterMs = this.#ledger.store(this.#network, this.#authorization, bytes);
    if (retryAfterMs > 0)
      throw new GatewayError(
        'RATE_LIMITED',
        'You have stored too much: send fewer events and idempotency keys, or later.',
        {
          retryAfterMs,
        },
      );
  }
}
