import { type Lane, OWN_LANE } from '../lib/pacing/fair-queue.ts';
import type { Accounts } from './accounts.ts';
import { networkOf, siteOf } from './client-address.ts';
import type { Caller, Resource } from './limits.ts';

/** Characters of tokens on record, first out those whose user was confirmed longest ago. */
const MAX_CHARACTERS = 8_000_000;
/** What a record costs beside its token, in characters. */
const RECORD_SIZE = 100;

export interface CallersOptions {
  accounts: Accounts<Resource>;
  /** The ID of the plugin whose credential was sent. Null: it is not a credential that was configured here. */
  pluginIn(authorization: string): string | null;
}

/**
 * Who is asking: a user whose ID the platform has confirmed for this token, a plugin whose credential is the configured one, or else a
 * network. A token alone is nobody: anyone can make up or refresh one. So are accounts that the platform calls anonymous.
 */
export class Callers {
  readonly #options: CallersOptions;
  /** By token, the key of its user's account. Map order is the eviction order. */
  readonly #users = new Map<string, string>();
  #characters = 0;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /** Whom a request is charged to. */
  of(address: string, authorization: string | undefined): Caller {
    return (authorization && this.#proven(authorization)) || this.at(address);
  }

  /** The network of an address, whoever uses it. */
  at(address: string): Caller {
    const network = networkOf(address);
    return this.#options.accounts.network(network, siteOf(network));
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
    const { accounts, pluginIn } = this.#options;
    if (BASIC.test(authorization)) {
      const plugin = pluginIn(authorization);
      return plugin === null ? null : accounts.proven('plugin', `plugin:${plugin}`);
    }
    return this.#user(tokenOf(authorization));
  }

  #user(token: string): Caller | null {
    const user = this.#users.get(token);
    return user === undefined ? null : this.#options.accounts.proven('user', user);
  }
}

const BASIC = /^\s*basic\s/i;

/** The token of an `Authorization`, with or without `Bearer`. */
export const tokenOf = (authorization: string): string => authorization.trim().replace(/^bearer\s+/i, '');
