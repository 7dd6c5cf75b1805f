import type { IncomingHttpHeaders } from 'node:http';
import type { OperationTrace } from '../operations/reports/operation-trace.ts';

/** The trace of one HTTP request, until the end of its response. */
export interface RequestTrace {
  operation(): OperationTrace;
  end(status: number): void;
}

/**
 * Starts traces, linked to the incoming W3C trace context. Only that of a trusted proxy is continued: other clients could
 * override the sampling, or add spans to the traces of others.
 */
export interface Tracing {
  /** @param isTrusted whether a trusted proxy sent the request. */
  request(method: string, route: string, headers: IncomingHttpHeaders, isTrusted: boolean): RequestTrace;
  /** Traces an operation that arrived as a client's message. @param traceparent its trace context, if any. */
  operation(traceparent: string | undefined): OperationTrace;
  /** Flushes pending spans, then shuts down. */
  close(): Promise<void>;
}
