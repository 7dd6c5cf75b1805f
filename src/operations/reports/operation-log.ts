import type { ErrorCode } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';

type LogMethod = (fields: object, message: string) => void;

/** The log that operations are reported to. */
export interface OperationLog {
  /** Writes the one line of a finished operation. */
  operation(line: OperationLine): void;
  /**
   * The serialized part of the line that is the same for each run of an operation: cached, since it takes most of a line's time.
   */
  describeOperation(operation: LoggedDocument): string;
  /** Characters of all lines since the start. */
  written(): number;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

/** The part of an operation's log line that describes its document. No field needs JSON escaping. */
export interface LoggedDocument {
  /** Operation name. Null: anonymous. */
  operation: string | null;
  type: string | null;
  /** Hash of the document, or the ID that the client sent for it. Null: refused before it was read. */
  document: string | null;
  /** Names of the root fields. */
  root: readonly string[];
}

/** The log line of a finished operation. No field needs JSON escaping. */
export interface OperationLine extends LoggedDocument {
  /** Letters, digits and `_.:-`. */
  requestId: string;
  trace_id: string | undefined;
  /** The result of {@link OperationLog.describeOperation}, if it is cached. */
  described?: string | undefined;
  /** Name and version of the client application, as the client states them. */
  client: string | null;
  clientVersion: string | null;
  /** Distinct codes of its errors: an operation may have thousands of errors. */
  codes: readonly ErrorCode[];
  /** Why it was refused. Null: it was not. */
  reason: RefusalReason | null;
  /** Refused operations without a line since the last line about one. 0: none. */
  unlogged?: number;
  /** Keyed hash of the caller of a refused operation. Null: it was not refused, or its caller is unknown. */
  caller: string | null;
  /** Platform calls made, retries not counted. */
  upstreamCalls: number;
  /** Milliseconds. */
  ms: number;
  /** HTTP status. Undefined: not over HTTP. */
  status: number | undefined;
  /** True if the caller disconnected before the response. */
  aborted: boolean;
}
