import { GatewayError } from '../graph/errors.ts';
import type { AdmissionReason } from '../graph/refusal-reason.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import type { Caller } from './limits.ts';
import type { RefusalObserver } from './refusal-observer.ts';

/** The caller exceeds its rate limit (429), or the process is overloaded (503). */
export class AdmissionError extends GatewayError {
  override readonly reason: AdmissionReason;
  /** HTTP status. */
  readonly status: 429 | 503;
  readonly retryAfterMs: number;

  constructor(reason: AdmissionReason, message: string, retryAfterMs: number) {
    super('RATE_LIMITED', message, { retryAfterMs, reason });
    this.reason = reason;
    this.status = reason === 'load' ? 503 : 429;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Decides whether a caller may start an operation, over any transport. @returns why not. */
export type Admit = (caller: Caller) => AdmissionError | null;

/** `Retry-After` when the process is overloaded, in milliseconds. */
const LOAD_RETRY = 2000;

/**
 * Charges callers for the operations that they start. What these cost beyond themselves is known when it has been spent: callers over a
 * limit are refused their next one.
 */
export const createAdmit =
  (load: EventLoopLag, observer: RefusalObserver): Admit =>
  (caller) => {
    if (load.isTooHigh) {
      observer.refused('load');
      return new AdmissionError('load', 'The gateway is overloaded. Try again.', LOAD_RETRY);
    }
    return chargeOperations(caller, 1);
  };

/**
 * Charges for operations, of which each root field of a mutation is one. One of more fields than the whole limit may run alone.
 * @returns why not, if the caller has spent too much already.
 */
export function chargeOperations(caller: Caller, operations: number): AdmissionError | null {
  const most = Math.max(1, caller.limitOf('operations') - 1);
  return (
    refusal(caller, 'rate-calls', caller.overdrawn('calls')) ??
    refusal(caller, 'rate-bytes', caller.overdrawn('bytes')) ??
    refusal(caller, 'rate-operations', caller.take('operations', Math.min(operations, most)))
  );
}

function refusal(caller: Caller, reason: AdmissionReason, wait: number): AdmissionError | null {
  if (wait === 0) return null;
  const by = caller.isProven ? 'with this credential' : 'from this address';
  return new AdmissionError(reason, `Too many requests ${by}.`, wait);
}
