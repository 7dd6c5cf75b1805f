import type { Context } from '../domains/context.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import type { ErrorCode, GatewayError } from '../graph/errors.ts';
import type { CallTrace } from '../platform/call.ts';
import type { OperationTrace } from '../telemetry/tracing.ts';
import type { ResultStream } from './result-stream.ts';

/** One operation on its way through the pipeline, whichever transport brought it. */
export interface Operation {
  readonly requestId: string;
  /**
   * A context for what begins now, with the whole time of an operation before it: for the operation itself, and for
   * each event of a subscription, since rows read for an earlier event would be stale.
   */
  readonly newContext: (scope: ContextScope) => Context;
  /** Null: nothing is traced. */
  readonly trace: OperationTrace | null;
  /** Why the transport takes no stream now; null: it takes this one. Asked before a subscription is opened. */
  readonly refuseStream: () => GatewayError | null;
  /** What became of it. */
  readonly outcome: Outcome;
}

/** What is known of an operation, or of one event of it, once it runs. */
export interface ContextScope {
  /** The trace that its calls belong to. */
  trace: CallTrace | null;
  /** Whether its calls are counted for the caller. */
  countsCalls: boolean;
  /** Whether others wait for it, too: then it goes on when the caller is gone. */
  isShared?: boolean;
}

/** What a transport knows of an operation before it runs. */
interface OperationRequest {
  requestId: string;
  /** The `Authorization` that the caller sent. */
  authorization: string | undefined;
  /** Ends when nobody waits for the operation any more. */
  signal: CancelSignal;
  /** As {@link Operation.refuseStream}. */
  refuseStream: () => GatewayError | null;
  /** The cursor that a transport resumes a subscription from; it beats the one in the document. */
  resumeAfter: string | null;
  trace: OperationTrace | null;
}

export type OpenOperation = (request: OperationRequest) => Operation;

export interface Outcome {
  name: string | null;
  type: string | null;
  codes: ErrorCode[];
  /** Whether the operation ran: its errors are then in their final form. */
  executed: boolean;
  /** The results of a subscription, once it was opened. */
  stream: ResultStream | null;
}

export const newOutcome = (): Outcome => ({
  name: null,
  type: null,
  codes: [],
  executed: false,
  stream: null,
});
