import type { CancelSignal } from '../graph/cancellation.ts';

/** One HTTP request to the platform, ready to send. */
export interface Call {
  /** Method and path template: whose failures are counted together. */
  route: string;
  /** Whether it may be sent again when it is not known to have been answered. */
  repeatable: boolean;
  /** Scheme, host and port of a configured host; nothing else is ever called. */
  origin: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path and query, encoded. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Ends the call when the operation that asked for it is over. */
  signal: CancelSignal | undefined;
  /** When it must be over, by `performance.now()`, where that is sooner than its own time. */
  deadline: number | undefined;
  /** The trace that it belongs to. */
  trace?: CallTrace;
  /** How often it was sent before; none: not yet. */
  repetition?: number;
}

/** A complete answer, whatever its status. */
export interface PlatformResponse {
  status: number;
  retryAfter: string | null;
  body: Buffer;
}

/** What became of a call: the complete answer, or why there is none. */
export type CallResult = PlatformResponse | TransportFailure;

/** Who waits for a call. */
export interface Caller {
  /** Told once, also where the call could not be sent. */
  settled(outcome: CallResult): void;
}

/**
 * Sends a call and tells its caller what became of it; never throws. No promise: each layer that a call passes would
 * make one of its own.
 */
export type Transport = (call: Call, caller: Caller) => void;

export type TransportFailureKind =
  | 'timeout'
  | 'overdue'
  | 'unreachable'
  | 'refused'
  | 'too-large'
  | 'invalid'
  | 'aborted';

/**
 * Why no complete answer came. `overdue`: the call was given less than its own time, and none is left. `refused`: not
 * sent, because the route has been failing or is too busy. `sent`: the request may have reached the platform.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: TransportFailureKind;
  readonly sent: boolean;

  constructor(kind: TransportFailureKind, sent: boolean, cause?: unknown) {
    super(`platform call failed: ${kind}`, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

/** The trace that an operation's calls belong to. */
export interface CallTrace {
  /** A call goes out; it takes the trace's context along in its headers. */
  sent(call: Call): CallSpan;
  /** Waits for a call that another operation has under way. @returns ends the waiting. */
  joined(call: Call): () => void;
}

/** One call on its way. */
export interface CallSpan {
  answered(status: number): void;
  failed(kind: TransportFailureKind): void;
}
