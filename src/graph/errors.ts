import { GraphQLError } from 'graphql';

/**
 * Every code an error of this graph can carry, with what a client may conclude from it.
 * `retryable`: the same request may succeed later without a change.
 */
export const ERROR_CODES = {
  UNAUTHENTICATED: {
    retryable: false,
    meaning: 'The field requires a credential, which is missing, expired or refused.',
  },
  FORBIDDEN: { retryable: false, meaning: 'The credential is valid but lacks permission.' },
  NOT_FOUND: {
    retryable: false,
    meaning: 'A resource named by the mutation does not exist. A read by ID returns null instead.',
  },
  CONFLICT: {
    retryable: false,
    meaning: 'The platform refused the change because of the current state of the resource.',
  },
  BAD_USER_INPUT: {
    retryable: false,
    meaning: 'An argument or variable is invalid; the message names it.',
  },
  RATE_LIMITED: { retryable: true, meaning: 'Too many requests; wait for `retryAfterMs` if present.' },
  UPSTREAM_TIMEOUT: { retryable: true, meaning: 'The platform did not respond in time.' },
  UPSTREAM_UNAVAILABLE: {
    retryable: true,
    meaning: 'The platform could not be reached or failed to respond.',
  },
  UPSTREAM_BAD_RESPONSE: {
    retryable: false,
    meaning: 'The platform returned no usable value for this field.',
  },
  NOT_CONFIGURED: {
    retryable: false,
    meaning: 'The gateway lacks a setting that this field requires; contact its operator.',
  },
  OPERATION_TOO_EXPENSIVE: {
    retryable: false,
    meaning: 'The operation exceeds a limit; request less at once.',
  },
  INTERNAL_SERVER_ERROR: {
    retryable: false,
    meaning: 'An error in the gateway. Its log has the details under the request ID.',
  },
  GRAPHQL_PARSE_FAILED: { retryable: false, meaning: 'The document is not valid GraphQL syntax.' },
  GRAPHQL_VALIDATION_FAILED: { retryable: false, meaning: 'The document does not match the schema.' },
  OPERATION_RESOLUTION_FAILURE: {
    retryable: false,
    meaning: 'The document contains several operations and the request does not select one of them.',
  },
  BAD_REQUEST: { retryable: false, meaning: 'The HTTP request is not a GraphQL request.' },
  PERSISTED_QUERY_NOT_FOUND: { retryable: true, meaning: 'Send the request again with the full document.' },
  PERSISTED_QUERY_NOT_SUPPORTED: { retryable: false, meaning: 'Send full documents.' },
} as const satisfies Record<string, { retryable: boolean; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

/** What an error says about the platform call that failed. `route` is method and path template, never an address. */
export interface UpstreamFailure {
  route: string;
  status?: number;
}

/**
 * A failure with a code of the table above. Its message is written for the caller and holds no token,
 * address, upstream body or personal data.
 */
export class GatewayError extends GraphQLError {
  readonly code: ErrorCode;
  /** The status the platform answered with, where it answered. */
  readonly upstreamStatus: number | undefined;
  override readonly name = 'GatewayError';

  constructor(
    code: ErrorCode,
    message: string,
    details: { upstream?: UpstreamFailure; retryAfterMs?: number; retryable?: boolean } = {},
  ) {
    super(message, { extensions: { code, retryable: ERROR_CODES[code].retryable, ...details } });
    this.code = code;
    this.upstreamStatus = details.upstream?.status;
  }
}

/** BAD_USER_INPUT for one argument, found before any call is made. `argument` is its path, as in `input.codeVerifier`. */
export const badInput = (argument: string, problem: string): GatewayError =>
  new GatewayError('BAD_USER_INPUT', `\`${argument}\` ${problem}`);
