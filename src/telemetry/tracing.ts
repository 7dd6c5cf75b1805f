import type { IncomingHttpHeaders } from 'node:http';
import type { TracingSettings } from '../config.ts';

/** A call to the platform, as far as a trace tells of it. */
export interface TracedCall {
  /** Method and path template. */
  route: string;
  method: string;
  /** Scheme, host and port. */
  origin: string;
  headers: Record<string, string>;
  /** How often it was sent before. */
  repetition?: number;
}

/** One call on its way. */
export interface CallSpan {
  answered(status: number): void;
  failed(kind: string): void;
}

/** The trace that calls to the platform belong to. */
export interface CallTrace {
  /** A call goes out; it takes the trace's context along in its headers. */
  sent(call: TracedCall): CallSpan;
  /** Waits for a call that another operation has under way. @returns ends the waiting. */
  joined(call: TracedCall): () => void;
}

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

/**
 * Traces to the collector. The SDK is loaded only here, so that a gateway without a collector runs without it.
 * @param onProblem told when an export fails.
 */
export async function openTracing(
  settings: TracingSettings,
  onProblem: (problem: unknown) => void,
): Promise<Tracing> {
  const { otlpTracing } = await import('./otlp.ts');
  return otlpTracing(settings, onProblem);
}
