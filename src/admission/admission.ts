import type { SharedRates } from '../events/shared-rates.ts';
import { GatewayError, withoutStack } from '../graph/errors.ts';
import type { Clock } from '../lib/clock.ts';
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
    super('RATE_LIMITED', message, { retryAfterMs, reason: status === 429 ? 'rate' : 'load' });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Decides whether a caller may start an operation, over any transport. Null: admitted. */
export type Admit = (address: string, authorization?: string) => Refusal | null;

export interface AdmissionOptions {
  clock: Clock;
  load: EventLoopLag;
  /** Operations per minute and user credential; 0: no limit. */
  perMinute: number;
  /** The counter shared by all instances. Null: each process counts on its own. */
  sharedRates: SharedRates | null;
  observer: RefusalObserver;
}

/** Factor for the limit of an address or a plugin: many users share one, such as a school behind one address. */
const GROUP = 20;

/** `Retry-After` when the process is overloaded, in milliseconds. */
const LOAD_RETRY = 2000;

/** Longest token used unhashed as a counter key, in characters; hashing costs more than counting. */
const LONGEST_KEY = 1024;

export function createAdmission({
  clock,
  load,
  perMinute,
  sharedRates: shared,
  observer,
}: AdmissionOptions): Admit {
  const tooMany = (from: string, retryAfterMs: number): Refusal => {
    observer.refused('rate');
    return withoutStack(() => new Refusal(429, `Too many requests ${from}.`, retryAfterMs));
  };
  const addresses = new RateLimit({ clock, of: 'address', perMinute: GROUP * perMinute, shared });
  const plugins = new RateLimit({ clock, of: 'plugin', perMinute: GROUP * perMinute, shared });
  const users = new RateLimit({ clock, of: 'user', perMinute, shared });
  return (address, authorization) => {
    if (load.isTooHigh) {
      observer.refused('load');
      return withoutStack(() => new Refusal(503, 'The gateway is overloaded. Try again.', LOAD_RETRY));
    }
    if (perMinute === 0) return null;
    // The address comes first, so that a refused one cannot fill the memory with made-up credentials.
    const forAddress = addresses.take(networkOf(address));
    if (forAddress > 0) return tooMany('from this address', forAddress);
    if (!authorization) return null;
    const token = tokenOf(authorization);
    if (token === '') return null;
    const limit = hasSession(authorization) ? users : plugins;
    const forCredential = limit.take(token.length > LONGEST_KEY ? sessionKey(authorization) : token);
    return forCredential > 0 ? tooMany('with this credential', forCredential) : null;
  };
}
