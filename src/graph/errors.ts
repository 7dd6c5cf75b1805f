import { type ASTNode, getLocation, type SourceLocation } from 'graphql';
import { StacklessError } from '../lib/stackless-error.ts';
import type { Price } from './cost.ts';
import type { RefusalReason } from './refusal-reason.ts';

const lasting = (meaning: string) => ({ retryable: false, mayBeWritten: false, meaning });
/** The same request may succeed later unchanged. */
const retryable = (meaning: string) => ({ retryable: true, mayBeWritten: false, meaning });
/** The same, unless a write was sent: it may have taken effect. */
const retryableUnlessSent = (meaning: string) => ({ retryable: true, mayBeWritten: true, meaning });

/** Every error code of this graph and what a client may conclude from it. */
export const ERROR_CODES = {
  UNAUTHENTICATED: lasting(
    'The request has no credential, or the platform rejected it as expired, signed out or unknown.',
  ),
  FORBIDDEN: lasting('The credential does not permit this, or is not of the kind that this field requires.'),
  NOT_FOUND: lasting(
    'The resource that the mutation names does not exist. A query by ID returns null instead.',
  ),
  CONFLICT: lasting("The platform rejected the change because of the resource's state."),
  BAD_USER_INPUT: lasting(
    'An argument or variable is invalid: `argument` is its path, and `reason` says why.',
  ),
  RATE_LIMITED: retryable('Too many requests; wait for `retryAfterMs` if it is given.'),
  UPSTREAM_TIMEOUT: retryableUnlessSent('The platform did not respond in time.'),
  UPSTREAM_UNAVAILABLE: retryableUnlessSent('The platform is unreachable or failed to handle the request.'),
  EVENT_LOG_UNAVAILABLE: retryable(
    "The gateway's event log is unavailable and nothing was changed; retry after `retryAfterMs`.",
  ),
  IN_PROGRESS: retryable(
    'An earlier request with the same idempotency key is still running; retry after `retryAfterMs`.',
  ),
  OUTCOME_UNKNOWN: lasting(
    'The outcome of an earlier request with the same idempotency key is unknown; the message names what to read to find out.',
  ),
  UPSTREAM_BAD_RESPONSE: lasting("The platform's response has no usable value for this field."),
  NOT_CONFIGURED: lasting(
    'The gateway lacks a setting that this field requires, or the platform rejected it; contact its operator.',
  ),
  OPERATION_TOO_EXPENSIVE: lasting('The operation exceeds a limit; request less at once.'),
  INTERNAL_SERVER_ERROR: lasting(
    'An unexpected gateway error. The log has the details under the request ID.',
  ),
  GRAPHQL_PARSE_FAILED: lasting('The document has a syntax error.'),
  GRAPHQL_VALIDATION_FAILED: lasting('The document is not valid for this schema.'),
  OPERATION_RESOLUTION_FAILURE: lasting(
    'The document contains several operations and the request does not name one of them.',
  ),
  BAD_REQUEST: lasting('The HTTP request is not a valid GraphQL request.'),
  PERSISTED_QUERY_NOT_FOUND: retryable('Resend the request with the full document.'),
  PERSISTED_QUERY_NOT_SUPPORTED: lasting('Send full documents.'),
};

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

/**
 * The failed platform call behind an error. `route` is method and path template, never a URL; `code` the platform's own, never
 * logged or counted.
 */
export interface UpstreamFailure {
  route: string;
  status?: number;
  code?: string;
}

/** The price that exceeded its limit. `value`: predicted, or reached when the operation was ended. */
export interface ExceededPrice {
  price: keyof Price;
  value: number;
  limit: number;
}

/**
 * Path of a value in a field's arguments, as in `['input', 'additionalInfo', 0, 'title']`, or in the variables of a
 * request, starting with the name.
 */
export type InputPath = readonly (string | number)[];

export const printPath = (path: InputPath): string => path.join('.');

/** Reasons of BAD_USER_INPUT, from which an app can write messages for its users. */
export const INPUT_REASONS = {
  REQUIRED: 'The value is missing, null, or empty.',
  INVALID: 'The value is not of the documented type or format.',
  OUT_OF_RANGE: 'The number, or the number of characters, is not within `bounds`.',
  TOO_LONG: 'The value has more bytes than `bounds.maximum`.',
  NOT_ALLOWED: 'The value, or a member of this name, is not accepted here.',
  INCOMPLETE: 'The value requires another one beside it.',
  NOT_FOUND: 'The value is the only ID of the request, and no resource on the platform has this ID.',
  KEY_REUSED:
    'The idempotency key belongs to another field or other arguments: of an earlier request, or of this one.',
  REJECTED: 'The platform rejected the values of the field; it does not say which.',
} as const;

export type InputReason = keyof typeof INPUT_REASONS;

/** The limits of a value. */
interface ValueBounds {
  minimum?: number;
  maximum?: number;
}

/** A reason, with the limits of the value if it has any. */
export type InvalidInput = InputReason | { reason: InputReason; bounds: ValueBounds };

/** An error for a value outside limits, which are part of it. */
export const outOfRange = (minimum?: number, maximum?: number): InvalidInput => ({
  reason: 'OUT_OF_RANGE',
  bounds: { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) },
});

const extensionsOf = (invalid: InvalidInput): { reason: InputReason; bounds?: ValueBounds } =>
  typeof invalid === 'string' ? { reason: invalid } : invalid;

/** Properties of an error beside its code and message. */
interface ErrorDetails {
  upstream?: UpstreamFailure;
  retryAfterMs?: number;
  retryable?: boolean;
  /** The invalid argument. */
  argument?: InputPath;
  /** The invalid value among the variables. */
  variable?: InputPath;
  exceeded?: ExceededPrice;
}

/** Reasons of UPSTREAM_BAD_RESPONSE that a client can act on. */
export const UPSTREAM_REASONS = {
  CREATED_WITHOUT_ID:
    'The record was created, but the platform did not return its ID: do not create it again.',
  REFUSED: 'The platform responded that it did not fulfill the request.',
} as const;
export type UpstreamReason = keyof typeof UPSTREAM_REASONS;

/**
 * An error with a code of the table above. Its message is written for the caller and contains no token, address,
 * upstream body or personal data.
 */
export class GatewayError extends StacklessError {
  /** The code, whether the request may be repeated, and details. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The place in the document. Undefined: that of the field. */
  readonly locations: readonly SourceLocation[] | undefined;
  readonly code: ErrorCode;
  /** The platform call that failed. Undefined: none did. */
  readonly upstream: UpstreamFailure | undefined;
  /** Why the operation was refused, for the log alone. Null: the error is not a refusal. */
  readonly reason: RefusalReason | null;
  /** Whether a write of the platform may have taken effect. Such an error is never retryable. */
  readonly outcomeUnknown: boolean;
  override readonly name = 'GatewayError';

  constructor(
    code: ErrorCode,
    message: string,
    {
      reason = null,
      outcomeUnknown = false,
      invalid = 'INVALID',
      upstreamReason,
      retryAfterMs,
      ...details
    }: ErrorDetails & {
      reason?: RefusalReason | null;
      outcomeUnknown?: boolean;
      /** Only for BAD_USER_INPUT. */
      invalid?: InvalidInput;
      /** Only for UPSTREAM_BAD_RESPONSE. */
      upstreamReason?: UpstreamReason;
    } = {},
    node?: ASTNode,
  ) {
    super(message);
    this.extensions = {
      code,
      retryable: !outcomeUnknown && ERROR_CODES[code].retryable,
      ...(code === 'BAD_USER_INPUT' ? extensionsOf(invalid) : {}),
      ...(upstreamReason ? { reason: upstreamReason } : {}),
      ...details,
      // A client that waited for less would be refused again.
      ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterMs) }),
    };
    this.locations = node && locationsOf([node]);
    this.code = code;
    this.upstream = details.upstream;
    this.reason = reason;
    this.outcomeUnknown = outcomeUnknown;
  }

  /** HTTP status of the platform's response. Undefined: no response. */
  get upstreamStatus(): number | undefined {
    return this.upstream?.status;
  }
}

/** The places of nodes in their document, which is read from its start for each. */
export const locationsOf = (nodes: readonly ASTNode[]): readonly SourceLocation[] =>
  nodes.flatMap(({ loc }) => (loc ? [getLocation(loc.source, loc.start)] : []));

/** BAD_USER_INPUT for one argument, detected before any call. The message continues after its path. */
export const badInput = (argument: InputPath, invalid: InvalidInput, problem: string): GatewayError =>
  new GatewayError('BAD_USER_INPUT', `\`${printPath(argument)}\` ${problem}`, { argument, invalid });

/** The error of a 404 that is not about a record. */
export const notServed = (upstream: UpstreamFailure | undefined): GatewayError =>
  new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The platform does not serve this route.',
    upstream ? { upstream } : {},
  );
