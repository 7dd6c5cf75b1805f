import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode, GatewayError, isErrorCode } from '../graph/errors.ts';

/** What a failure is to the caller, and whether somebody should look at it. */
export interface ErrorReport {
  code: ErrorCode;
  formatted: GraphQLFormattedError;
  /** The fault behind a masked error, for the log alone. */
  fault?: unknown;
}

/** What clients read instead of an unforeseen fault. */
export const MASKED = 'The gateway failed. Tell its operator the request id.';
const UNREADABLE = 'The platform sent a value that this field cannot hold.';

/**
 * Turns an error of an execution into what the caller sees: a code of the table, and never a stack, an address, a
 * value that the platform sent, or the message of an unforeseen fault.
 */
export function reportError(error: GraphQLError, requestId: string): ErrorReport {
  const cause = rootCause(error);
  const locate = (code: ErrorCode, message: string, details: object = {}): GraphQLFormattedError => ({
    message,
    ...(error.locations ? { locations: error.locations } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: { code, requestId, retryable: ERROR_CODES[code].retryable, ...details },
  });
  if (cause instanceof GatewayError) {
    return {
      code: cause.code,
      formatted: locate(cause.code, cause.message, { ...cause.extensions, requestId }),
    };
  }
  if (isErrorCode(cause.extensions?.code)) {
    const { code } = cause.extensions;
    return { code, formatted: locate(code, cause.message) };
  }
  if (isAboutInput(error.message)) {
    return { code: 'BAD_USER_INPUT', formatted: locate('BAD_USER_INPUT', error.message) };
  }
  if (isAboutValue(cause)) {
    return { code: 'UPSTREAM_BAD_RESPONSE', formatted: locate('UPSTREAM_BAD_RESPONSE', UNREADABLE) };
  }
  return { code: 'INTERNAL_SERVER_ERROR', formatted: locate('INTERNAL_SERVER_ERROR', MASKED), fault: cause };
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  NOT_CONFIGURED: 501,
  UPSTREAM_BAD_RESPONSE: 502,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** What `Retry-After` says. Source: RFC 9110 10.2.3. */
export const retryAfterSeconds = (milliseconds: number): string => String(Math.ceil(milliseconds / 1000));

/** HTTP status of an answer that is an error alone. GraphQL over HTTP asks for 400 where nothing better fits. */
export const statusOf = (code: unknown): number => (isErrorCode(code) && STATUS[code]) || 400;

/**
 * What Apollo answers by itself, for a request or document that cannot run, gets what every error here carries.
 * The codes go into the outcome.
 */
export const completeErrors = (
  errors: readonly GraphQLFormattedError[],
  requestId: string,
  outcome: { codes: ErrorCode[] },
): GraphQLFormattedError[] =>
  errors.map((error) => {
    const code = isErrorCode(error.extensions?.code) ? error.extensions.code : 'BAD_REQUEST';
    outcome.codes.push(code);
    const { retryable } = ERROR_CODES[code];
    return { ...error, extensions: { ...error.extensions, code, requestId, retryable } };
  });

/** The body of an answer that no operation stands behind. `retryAfterMs`: milliseconds. */
export function errorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  retryAfterMs?: number,
): string {
  const { retryable } = ERROR_CODES[code];
  return JSON.stringify({ errors: [{ message, extensions: { code, requestId, retryable, retryAfterMs } }] });
}

type Cause = Error & { extensions?: Record<string, unknown> };

/** The error that a resolver threw, out of the wrappings of the executors; else the executor's own. */
function rootCause(error: GraphQLError): Cause {
  let cause: Cause = error;
  while (cause instanceof GraphQLError && !(cause instanceof GatewayError) && cause.originalError) {
    cause = cause.originalError;
  }
  return cause;
}

/** Variables and arguments that do not fit their type; the executors word these alike. */
const isAboutInput = (message: string): boolean =>
  /^((Variable|Argument) "|Too many errors processing variables)/.test(message);

/** A value that its scalar or its type refuses. Resolvers throw plain errors or {@link GatewayError}, never these. */
const isAboutValue = (cause: Cause): boolean =>
  cause instanceof GraphQLError ||
  /^(Cannot return null for non-nullable field|Expected Iterable|Expected value of type) ?/.test(
    cause.message,
  );
