import type { CancelSignal } from '../lib/cancellation.ts';
import type { Lane } from '../lib/pacing/fair-queue.ts';
import { StacklessError } from '../lib/stackless-error.ts';

/** One HTTP request to the platform, ready to send. */
export interface Call {
  /** Method and path template. Each route has its own circuit breaker and queue; hosts have circuit breakers, too. */
  route: string;
  /** Whether the call may be retried although the platform may already have processed it. */
  retryable: boolean;
  /** The fair-queue lane of the caller that the call is made for. */
  lane: Lane;
  /** Scheme, host and port of a configured host; no other is ever called. */
  origin: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path and query, encoded. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Cancels the call when its operation ends. */
  signal: CancelSignal | undefined;
  /** Deadline by the clock's `monotonic()`, if it comes before the call's own timeout. */
  deadline: number | undefined;
  trace?: CallTrace;
  /** Number of this retry, from 1. Undefined: the first attempt. */
  retry?: number;
  /** Whether a circuit that it has to pass is open. */
  isPaused?: () => boolean;
}

/** A complete response, whatever its status. */
export interface PlatformResponse {
  status: number;
  retryAfter: string | null;
  body: Buffer;
}

/** Outcome of a call. */
export type CallResult = PlatformResponse | TransportFailure;

/** Receives the outcome of a call. */
export interface CallListener {
  /** Called exactly once, even if the call could not be sent. */
  settled(outcome: CallResult): void;
  /** Whether the call is no longer needed if it has not been sent. */
  isWithdrawn?(): boolean;
}

/**
 * Sends a call and reports the outcome to its listener; never throws. Callbacks rather than promises: with promises, every
 * layer would allocate one.
 */
export type Transport = (call: Call, listener: CallListener) => void;

export type TransportFailureKind =
  | 'timeout'
  | 'overdue'
  | 'unreachable'
  | 'refused'
  | 'too-large'
  | 'invalid'
  | 'aborted';

/**
 * Why there is no complete response. `overdue`: the operation's deadline passed before the call's own timeout.
 * `refused`: not sent, because the circuit of its route or host is open, or too many calls of its caller wait. `sent`: the request may have reached
 * the platform.
 */
export class TransportFailure extends StacklessError {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  readonly sent: boolean;

  constructor(kind: TransportFailureKind, sent: boolean, cause?: unknown) {
    super(`platform call failed: ${kind}`, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

/** The trace of the operation that makes the calls. */
export interface CallTrace {
  /** Starts the span of a call and adds the trace context to the call's headers. */
  sent(call: Call): CallSpan;
  /** Starts a span for joining another operation's call in flight. @returns ends the span. */
  joined(call: Call): () => void;
}

/** The span of one call. */
export interface CallSpan {
  responded(status: number): void;
  failed(kind: TransportFailureKind): void;
}
