import type { SharedRates } from '../events/shared-rates.ts';
import { GatewayError } from '../graph/errors.ts';
import { retryAfterSeconds } from '../operations/error-formatting.ts';
import { networkOf } from './client-address.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import { RateLimit } from './rate-limit.ts';
import { hasSession, sessionKey, tokenOf } from './sessions.ts';

/** Nothing is begun for this caller now. `status` is what HTTP answers. */
export class Refusal extends GatewayError {
  readonly status: 429 | 503;
  readonly retryAfterMs: number;

  constructor(status: 429 | 503, message: string, retryAfterMs: number) {
    super('RATE_LIMITED', message, { retryAfterMs });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** What the header of this name says. Source: RFC 9110 10.2.3. */
  get retryAfter(): string {
    return retryAfterSeconds(this.retryAfterMs);
  }
}

/** Asked before anything is begun for a caller, over every transport. @returns why it is not begun. */
export type Admit = (address: string, authorization?: string) => Refusal | null;

export interface AdmissionOptions {
  load: EventLoopLag;
  /** Operations that a user's credential may begin in a minute; 0: as many as it likes. */
  perMinute: number;
  /** What instances count together; null: this process counts alone. */
  sharedRates: SharedRates | null;
  /** Told of each refusal, for counting. */
  onRefusal(reason: 'rate' | 'load'): void;
}

/** How many users an address or a plugin counts as: a school has one address, the platform's plugin one credential. */
const GROUP = 20;

/** Milliseconds after which a load may have gone down. */
const LOAD_RETRY = 2000;

/** Characters of a token that is counted under its own name: to hash it costs more than to count it. */
const LONGEST_NAME = 1024;

export function createAdmission({
  load,
  perMinute,
  sharedRates: shared,
  onRefusal,
}: AdmissionOptions): Admit {
  const tooMany = (from: string, retryAfterMs: number): Refusal => {
    onRefusal('rate');
    return new Refusal(429, `Too many requests ${from}.`, retryAfterMs);
  };
  const addresses = new RateLimit({ of: 'address', perMinute: GROUP * perMinute, shared });
  const plugins = new RateLimit({ of: 'plugin', perMinute: GROUP * perMinute, shared });
  const users = new RateLimit({ of: 'user', perMinute, shared });
  return (address, authorization) => {
    if (load.isTooHigh) {
      onRefusal('load');
      return new Refusal(503, 'The gateway has too much to do. Try again.', LOAD_RETRY);
    }
    if (perMinute === 0) return null;
    // By address first: one that is refused cannot fill the memory with made-up credentials.
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
