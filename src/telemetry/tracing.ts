import type { IncomingHttpHeaders } from 'node:http';
import type { CallTrace } from '../platform/call.ts';

/** The trace of one operation. */
export interface OperationTrace extends CallTrace {
  /** For correlation with the log. Undefined: not sampled, so no trace will have this ID. */
  readonly traceId: string | undefined;
  /** Starts the trace of one subscription event, linked to the operation's: the operation may have ended long before. */
  event(field: string): EventTrace;
  /** Called when the response is complete, or the subscription is open. */
  end(outcome: { name: string | null; type: string | null; codes: readonly string[] }): void;
}

export interface EventTrace extends CallTrace {
  end(codes: readonly string[]): void;
}

/** The trace of one HTTP request, until the end of its response. */
export interface RequestTrace {
  operation(): OperationTrace;
  end(status: number): void;
}

/**
 * Starts traces, linked to the W3C trace context of what arrives. Only that of a trusted proxy is continued: anyone else could have
 * the gateway export what it does not sample, or write into a trace of others.
 */
export interface Tracing {
  /** @param isTrusted whether a trusted proxy sent the request. */
  request(method: string, route: string, headers: IncomingHttpHeaders, isTrusted: boolean): RequestTrace;
  /** Traces an operation that arrived as a client's message. @param traceparent its trace context, if any. */
  operation(traceparent: string | undefined): OperationTrace;
  /** Flushes pending spans, then shuts down. */
  close(): Promise<void>;
}
