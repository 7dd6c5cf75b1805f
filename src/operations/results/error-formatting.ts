import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode, GatewayError, isErrorCode } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';
import type { FieldError } from '../execution/result.ts';
import { UnusableValue } from '../execution/unusable-value.ts';

/** A failure as the client sees it, and its cause for the log. */
export interface ErrorReport {
  code: ErrorCode;
  formatted: GraphQLFormattedError;
  /** Why the operation was refused, for the log alone. Null: it was not, or the error does not say. */
  reason: RefusalReason | null;
  /** The cause of a masked error, for the log alone. */
  fault?: unknown;
}

/** The message of unforeseen faults. */
const MASKED = 'The gateway failed. Report the request ID to its operator.';
const UNREADABLE = 'The platform sent a value that this field cannot hold.';

/**
 * Formats an error for the client: with a code of the table, and never with a stack, an address, a value that the
 * platform sent, or the message of an unforeseen fault.
 */
export function reportError(error: FieldError, requestId: string): ErrorReport {
  const cause = rootCause(error);
  const report = (code: ErrorCode, message: string, details: object = {}): ErrorReport => ({
    code,
    formatted: {
      message,
      ...(error.locations ? { locations: error.locations } : {}),
      ...(error.path ? { path: error.path } : {}),
      extensions: { code, requestId, retryable: ERROR_CODES[code].retryable, ...details },
    },
    reason: null,
  });
  if (cause instanceof GatewayError) {
    const { code, message, extensions, reason } = cause;
    return { ...report(code, message, { ...extensions, requestId }), reason };
  }
  if (cause instanceof UnusableValue) return report('UPSTREAM_BAD_RESPONSE', UNREADABLE);
  return { ...report('INTERNAL_SERVER_ERROR', MASKED), reason: 'fault', fault: cause };
}

/**
 * An error of a mutation as the client sees it. One below the root field comes from what a payload reads after the write has
 * taken effect: repeating the request would write again.
 */
export function afterWrite(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, path = [], extensions } = error;
  if (path.length < 2 || extensions?.retryable !== true) return error;
  const { retryAfterMs: _, ...others } = extensions;
  return {
    ...error,
    message: `${message} The mutation took effect: do not repeat it.`,
    extensions: { ...others, retryable: false },
  };
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  NOT_CONFIGURED: 501,
  UPSTREAM_BAD_RESPONSE: 502,
  UPSTREAM_UNAVAILABLE: 503,
  EVENT_LOG_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
  // As Apollo Server has it: the client continues with the text.
  PERSISTED_QUERY_NOT_FOUND: 200,
};

/** The value of a `Retry-After` header. Source: RFC 9110 10.2.3. */
export const retryAfterSeconds = (milliseconds: number): string => String(Math.ceil(milliseconds / 1000));

/** HTTP status of a response without data. GraphQL over HTTP asks for 400 if nothing more specific applies. */
export const statusOf = (code: unknown): number => (isErrorCode(code) && STATUS[code]) || 400;

/** The body of a response to a request that is no operation. `retryAfterMs`: milliseconds. */
export function errorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  retryAfterMs?: number,
): string {
  const { retryable } = ERROR_CODES[code];
  const after = retryAfterMs === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterMs) };
  return JSON.stringify({ errors: [{ message, extensions: { code, requestId, retryable, ...after } }] });
}

/** The error that a resolver threw, without the places that the executors added, or else the executor's own. */
function rootCause(error: FieldError): FieldError {
  let cause = error;
  while ((!(cause instanceof Error) || cause instanceof GraphQLError) && cause.originalError)
    cause = cause.originalError;
  return cause;
}
