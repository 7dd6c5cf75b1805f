import type { SharedRates } from '../events/shared-rates.ts';
import { GatewayError } from '../graph/errors.ts';
import { networkOf } from './client-address.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import { RateLimit } from './rate-limit.ts';
import type { RefusalObserver } from './refusal-observer.ts';
import { hasSession, sessionKey, tokenOf } from './sessions.ts';

/** The caller exceeds its rate limit (429), or the process is overloaded (503). */
class Refusal extends GatewayError {
  /** HTTP status. */
  readonly status: 429 | 503;
  readonly retryAfterMs: number;

  constructor(status: 429 | 503, message: string, retryAfterMs: number) {
    super('RATE_LIMITED', message, { retryAfterMs });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Decides whether an operation of a caller may begin, over every transport. Null: it may. */
export type Admit = (address: string, authorization?: string) => Refusal | null;

export interface AdmissionOptions {
  load: EventLoopLag;
  /** Operations per minute and user credential; 0: no limit. */
  perMinute: number;
  /** The counter shared by all instances. Null: this process counts alone. */
  sharedRates: SharedRates | null;
  observer: RefusalObserver;
}

/** How many users one address or plugin credential counts as: a school has one address, a plugin one credential. */
const GROUP = 20;

/** Milliseconds after which an overload may be over. */
const LOAD_RETRY = 2000;

/** Longest token that is counted without being hashed first, in characters: hashing costs more than counting. */
const LONGEST_NAME = 1024;

export function createAdmission({ load, perMinute, sharedRates: shared, observer }: AdmissionOptions): Admit {
  const tooMany = (from: string, retryAfterMs: number): Refusal => {
    observer.refused('rate');
    return new Refusal(429, `Too many requests ${from}.`, retryAfterMs);
  };
  const addresses = new RateLimit({ of: 'address', perMinute: GROUP * perMinute, shared });
  const plugins = new RateLimit({ of: 'plugin', perMinute: GROUP * perMinute, shared });
  const users = new RateLimit({ of: 'user', perMinute, shared });
  return (address, authorization) => {
    if (load.isTooHigh) {
      observer.refused('load');
      return new Refusal(503, 'The gateway is overloaded. Try again.', LOAD_RETRY);
    }
    if (perMinute === 0) return null;
    // The address first: a refused one cannot fill the memory with made-up credentials.
    const forAddress = addresses.take(networkOf(address));
    if (forAddress > 0) return tooMany('from this address', forAddress);
    if (!authorization) return null;
    const token = tokenOf(authorization);
    if (token === '') return null;
    const limit = hasSession(authorization) ? users : plugins;
    const forCredential = limit.take(token.length > LONGEST_NAME ? sessionKey(authorization) : token);
    return forCredential > 0 ? tooMany('with this credential', forCredential) : null;
  };
}
