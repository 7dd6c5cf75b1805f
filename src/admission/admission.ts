import { GatewayError, withoutStack } from '../graph/errors.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import type { Caller } from './limits.ts';
import type { RefusalObserver } from './refusal-observer.ts';

/** The caller exceeds its rate limit (429), or the process is overloaded (503). */
export class AdmissionError extends GatewayError {
  /** HTTP status. */
  readonly status: 429 | 503;
  readonly retryAfterMs: number;

  constructor(status: 429 | 503, message: string, retryAfterMs: number) {
    super('RATE_LIMITED', message, { retryAfterMs, reason: status === 429 ? 'rate' : 'load' });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Decides whether a caller may start an operation, over any transport. @returns why not. */
export type Admit = (caller: Caller) => AdmissionError | null;

export interface AdmissionOptions {
  load: EventLoopLag;
  observer: RefusalObserver;
}

/** `Retry-After` when the process is overloaded, in milliseconds. */
const LOAD_RETRY = 2000;

/**
 * Charges callers for the operations that they start. What these cost beyond themselves is known when it has been spent: callers over a
 * limit are refused their next one.
 */
export const createAdmit =
  ({ load, observer }: AdmissionOptions): Admit =>
  (caller) => {
    if (load.isTooHigh) {
      observer.refused('load');
      return withoutStack(() => new AdmissionError(503, 'The gateway is overloaded. Try again.', LOAD_RETRY));
    }
    return chargeOperations(caller, 1);
  };

/**
 * Charges for operations, of which each root field of a mutation is one. One of more fields than the whole limit may run alone.
 * @returns why not, if the caller has spent too much already.
 */
export function chargeOperations(caller: Caller, operations: number): AdmissionError | null {
  const most = Math.max(1, caller.limitOf('operations') - 1);
  const wait =
    caller.overdrawn('calls') ||
    caller.overdrawn('bytes') ||
    caller.take('operations', Math.min(operations, most));
  if (wait === 0) return null;
  const by = caller.isProven ? 'with this credential' : 'from this address';
  return withoutStack(() => new AdmissionError(429, `Too many requests ${by}.`, wait));
}
