import type { SharedRates } from '../events/shared-rates.ts';
import type { Clock } from '../lib/clock.ts';
import { type Lane, OWN_LANE } from '../lib/pacing/fair-queue.ts';
import { Accounts } from './accounts.ts';
import { networkOf, siteOf } from './client-address.ts';
import { type Caller, type LimitSettings, limitsOf, type Resource } from './limits.ts';
import type { RefusalObserver } from './refusal-observer.ts';

/** Characters of tokens on record, first out those whose user was confirmed longest ago. */
const MAX_CHARACTERS = 8_000_000;
/** What a record costs beside its token, in characters. */
const RECORD_SIZE = 100;

export interface CallersOptions {
  clock: Pick<Clock, 'monotonic'>;
  limits: LimitSettings;
  observer: RefusalObserver;
  /** The ID of the plugin whose credential was sent. Null: it is not a credential that was configured here. */
  pluginIn(authorization: string): string | null;
}

/**
 * Who is asking: a user whose ID the platform has confirmed for this token, a plugin whose credential is the configured one, or else a
 * network. A token alone is nobody: anyone can make up or refresh one. So are accounts that the platform calls anonymous.
 */
export class Callers {
  readonly #accounts: Accounts<Resource>;
  readonly #pluginIn: CallersOptions['pluginIn'];
  /** By token, the key of its user's account. Map order is the eviction order. */
  readonly #users = new Map<string, string>();
  #characters = 0;

  constructor({ clock, limits, observer, pluginIn }: CallersOptions) {
    this.#accounts = new Accounts({ clock, rows: limitsOf(limits), refused: observer.refused });
    this.#pluginIn = pluginIn;
  }

  /** From now on, instances add up what callers spend. */
  share(rates: SharedRates | null): void {
    this.#accounts.shared = rates;
  }

  /** The account of all callers together. */
  get everyone(): Caller {
    return this.#accounts.process;
  }

  /** Whether the platform has rejected too many sign-ins in all. */
  get rejectsTooMany(): boolean {
    return this.everyone.used('rejectedInAll') > this.everyone.limitOf('rejectedInAll');
  }

  /** Whom a request is charged to. */
  of(address: string, authorization: string | undefined): Caller {
    return (authorization && this.#proven(authorization)) || this.at(address);
  }

  /** The account of an address, regardless of its user. */
  at(address: string): Caller {
    const network = networkOf(address);
    return this.#accounts.network(network, siteOf(network));
  }

  /** The lane of the gateway's own work. @param token with which it is done. Null: none. */
  laneOf(token: string | null): Lane {
    return (token !== null && this.#user(token)) || OWN_LANE;
  }

  /** The platform has confirmed the ID of a token's user. */
  prove(token: string, userId: string): void {
    this.reject(token);
    this.#users.set(token, `user:${userId}`);
    this.#characters += token.length + RECORD_SIZE;
    for (const [oldest] of this.#users) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.reject(oldest);
    }
  }

  /** The platform has rejected a token. */
  reject(token: string): void {
    if (this.#users.delete(token)) this.#characters -= token.length + RECORD_SIZE;
  }

  #proven(authorization: string): Caller | null {
    if (BASIC.test(authorization)) {
      const plugin = this.#pluginIn(authorization);
      return plugin === null ? null : this.#accounts.proven('plugin', `plugin:${plugin}`);
    }
    return this.#user(tokenOf(authorization));
  }

  #user(token: string): Caller | null {
    const user = this.#users.get(token);
    return user === undefined ? null : this.#accounts.proven('user', user);
  }
}

const BASIC = /^\s*basic\s/i;

/** The token of an `Authorization`, with or without `Bearer`. */
export const tokenOf = (authorization: string): string => authorization.trim().replace(/^bearer\s+/i, '');
