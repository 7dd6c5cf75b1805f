import type { CallTrace } from '../../platform/call.ts';

/** The trace of one operation. */
export interface OperationTrace extends CallTrace {
  /** For correlation with the log. Undefined: not sampled, so no trace will have this ID. */
  readonly traceId: string | undefined;
  /** Starts the trace of one subscription event, linked to the operation's: the operation may have ended long before. */
  event(field: string): EventTrace;
  /** Called when the response is complete, or the subscription is open. */
  end(outcome: { name: string | null; type: string | null; codes: readonly string[] }): void;
}

/** The trace of one subscription event. */
export interface EventTrace extends CallTrace {
  end(codes: readonly string[]): void;
}
