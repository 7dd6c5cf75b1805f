import { GatewayError } from '../graph/errors.ts';
import { LogUnavailable } from './log.ts';

/** A failed poll. */
export interface PollProblem {
  /** Source of the failure: the platform, the platform rejecting the token, the event store, or a bug in the gateway. */
  at: 'platform' | 'token' | 'store' | 'gateway';
  /** Error code, or the name of an unexpected error. */
  code: string;
  /** Stack frames of an unexpected error; never its message. */
  trace?: string;
  /** Milliseconds until the next attempt, with this token if it was rejected. Null: no retry. */
  retryInMs: number | null;
}

/** Whether the platform rejected the token of a poll, rather than the poll. */
export const isTokenRejection = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');

/** Milliseconds to wait, as the platform states them. 0: not stated. */
export function retryAfterOf(error: unknown): number {
  const retryAfterMs = error instanceof GatewayError ? error.extensions.retryAfterMs : undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? retryAfterMs : 0;
}

/** The failure as it may be logged: no token, no text, no name. */
export function describeProblem(error: unknown): Pick<PollProblem, 'at' | 'code' | 'trace'> {
  if (error instanceof GatewayError) return { at: 'platform', code: error.code };
  if (error instanceof LogUnavailable) return { at: 'store', code: error.reason };
  if (!(error instanceof Error)) return { at: 'gateway', code: typeof error };
  // The message may quote platform data.
  const trace = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { at: 'gateway', code: error.name, trace: trace.join('\n') };
}
