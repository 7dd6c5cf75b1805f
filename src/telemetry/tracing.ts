import type { IncomingHttpHeaders } from 'node:http';
import type { CallTrace } from '../platform/call.ts';

/** The trace of one operation. */
export interface OperationTrace extends CallTrace {
  /** For the log. */
  readonly traceId: string;
  /** One event of a subscription: a trace of its own, linked to the operation's, which may be long over. */
  event(field: string): EventTrace;
  /** It is answered, or its subscription is open. */
  end(outcome: { name: string | null; type: string | null; codes: readonly string[] }): void;
}

export interface EventTrace extends CallTrace {
  end(codes: readonly string[]): void;
}

/** The trace of one HTTP request, up to the end of its answer. */
export interface RequestTrace {
  operation(): OperationTrace;
  end(status: number): void;
}

/** Makes traces, under the W3C context that a request brings along. */
export interface Tracing {
  request(method: string, route: string, headers: IncomingHttpHeaders): RequestTrace;
  /** An operation that came by another way than an HTTP request. @param traceparent the context it brought, if any. */
  operation(traceparent: string | undefined): OperationTrace;
  /** Sends what is not sent yet, then ends. */
  close(): Promise<void>;
}
