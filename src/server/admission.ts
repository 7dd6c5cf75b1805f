import type { SharedRates } from '../events/shared-rates.ts';
import { GatewayError } from '../graph/errors.ts';
import { networkOf } from './client-address.ts';
import { retryAfterSeconds } from './error-report.ts';
import type { Load } from './load.ts';
import { RateLimit } from './rate-limit.ts';
import { hasSession, sessionKey } from './sessions.ts';

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
export type Admit = (address: string, authorization?: string) => Promise<Refusal | null>;

export interface AdmissionOptions {
  load: Load;
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
  const users = new RateLimit({ perMinute, shared });
  const groups = new RateLimit({ perMinute: GROUP * perMinute, shared });
  return async (address, authorization) => {
    if (load.isTooHigh) {
      onRefusal('load');
      return new Refusal(503, 'The gateway has too much to do. Try again.', LOAD_RETRY);
    }
    if (perMinute === 0) return null;
    // By address first: one that is refused cannot fill the memory with made-up credentials.
    const forAddress = await groups.take(`address:${networkOf(address)}`);
    if (forAddress > 0) return tooMany('from this address', forAddress);
    if (!authorization?.trim()) return null;
    const limit = hasSession(authorization) ? users : groups;
    // Of a fixed size, and not the token itself, which nobody has to keep.
    const forCredential = await limit.take(sessionKey(authorization));
    return forCredential > 0 ? tooMany('with this credential', forCredential) : null;
  };
}
