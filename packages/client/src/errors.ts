/** Every code that the gateway sends, in `extensions.code`. */
export const ERROR_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'EVENT_LOG_UNAVAILABLE',
  'IN_PROGRESS',
  'OUTCOME_UNKNOWN',
  'UPSTREAM_BAD_RESPONSE',
  'NOT_CONFIGURED',
  'OPERATION_TOO_EXPENSIVE',
  'INTERNAL_SERVER_ERROR',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] as const;

/** A code of the gateway. Newer gateways may send others: give a `switch` a default. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A path within arguments or variables, as in `['input', 'additionalInfo', 0, 'title']`. */
export type InputPath = readonly (string | number)[];

/** The platform call that failed. */
export interface Upstream {
  /** Method and path. */
  readonly route: string;
  /** HTTP status. Absent: there was no response. */
  readonly status?: number;
  /** The platform's own code for the failure, as in `STORAGE_FULL`. Absent: it sent no machine-readable one. */
  readonly code?: string;
}

interface CommonExtensions<Code extends string> {
  readonly code: Code;
  /** True: the same request, with the same key if it has one, may succeed later and does not write twice. */
  readonly retryable: boolean;
  /** Identifies the request in the gateway's log. Null: the error does not come from the gateway. */
  readonly requestId: string | null;
  /** Milliseconds to wait before a retry. */
  readonly retryAfterMs?: number;
  /** The platform call that failed. */
  readonly upstream?: Upstream;
}

/** Reasons why a value is invalid. Newer gateways may send others: give a `switch` a default. */
export const INPUT_REASONS = [
  'REQUIRED',
  'INVALID',
  'OUT_OF_RANGE',
  'TOO_LONG',
  'NOT_ALLOWED',
  'INCOMPLETE',
  'NOT_FOUND',
  'KEY_REUSED',
  'REJECTED',
] as const;
export type InputReason = (typeof INPUT_REASONS)[number];

/** Reasons why a response of the platform has no usable value. Newer gateways may send others: give a `switch` a default. */
export const UPSTREAM_REASONS = ['CREATED_WITHOUT_ID', 'REFUSED'] as const;
export type UpstreamReason = (typeof UPSTREAM_REASONS)[number];

/** The limits of a value: a number, a number of characters or items, or for `TOO_LONG` of bytes. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface CodeExtensions {
  BAD_USER_INPUT: {
    readonly reason?: InputReason;
    readonly bounds?: Bounds;
    /** The invalid argument. Missing: the platform refused the values as a whole. */
    readonly argument?: InputPath;
    /** The invalid value among the variables. */
    readonly variable?: InputPath;
  };
  GRAPHQL_VALIDATION_FAILED: { readonly argument?: InputPath };
  NOT_FOUND: {
    /** The argument with the unknown ID, if the request has no other. */
    readonly argument?: InputPath;
    readonly reason?: InputReason;
  };
  UPSTREAM_BAD_RESPONSE: {
    /** `CREATED_WITHOUT_ID`: the record exists, so do not create it again. `REFUSED`: nothing was written. */
    readonly reason?: UpstreamReason;
  };
  OPERATION_TOO_EXPENSIVE: {
    /** The price that is over its limit. */
    readonly exceeded?: {
      readonly price: 'calls' | 'objects' | 'bytes';
      readonly value: number;
      readonly limit: number;
    };
  };
}

/** The extensions of an error with this code. */
export type ErrorExtensions<Code extends string = ErrorCode> = Code extends keyof CodeExtensions
  ? CommonExtensions<Code> & CodeExtensions[Code]
  : CommonExtensions<Code>;

/** An error of the gateway. `extensions.code` discriminates the other extensions. */
export interface GatewayError<Code extends string = ErrorCode> {
  readonly message: string;
  /** The response field that failed. Missing: the whole operation failed. */
  readonly path?: readonly (string | number)[];
  readonly extensions: Code extends string ? ErrorExtensions<Code> : never;
}

/**
 * The gateway's errors in the failure that a client reports: Apollo's `CombinedGraphQLErrors` and `ServerError`, urql's
 * `CombinedError`, an error of Relay, of graphql-request or of a stream, a response, or a list of errors. Empty if the gateway
 * sent none, as after a lost connection.
 */
export function gatewayErrors(reported: unknown): readonly GatewayError[] {
  return listOf(reported).flatMap((error) => {
    const parsed = parseError(error);
    return parsed ? [parsed] : [];
  });
}

/**
 * HTTP status of the response in the failure that a client reports. Without `gatewayErrors`, the response is of another server: a
 * proxy, or one at a wrong address. Null: there was no response, or the client does not report it.
 */
export function responseStatus(reported: unknown): number | null {
  if (!isObject(reported)) return null;
  const { response, source = reported.cause, statusCode, status = statusCode } = reported;
  if (typeof status === 'number') return status;
  return responseStatus(isObject(response) ? response : source);
}

/** Whether one of the reported errors has this code. */
export const hasCode = (reported: unknown, code: ErrorCode): boolean =>
  gatewayErrors(reported).some(({ extensions }) => extensions.code === code);

/**
 * True if there is no valid session: refresh it, or sign in again. FORBIDDEN requires neither: the session is valid, but the
 * field requires another permission or another kind of credential.
 */
export const isSignedOut = (reported: unknown): boolean => hasCode(reported, 'UNAUTHENTICATED');

/**
 * Milliseconds to wait before a retry: the longest `retryAfterMs`, else one second, also if the connection was lost or a proxy
 * had no gateway to send it to. Null: do not retry. For queries, and for mutations with an idempotency key: any other may have
 * taken effect.
 */
export function retryDelay(reported: unknown): number | null {
  const errors = gatewayErrors(reported);
  if (errors.length < listOf(reported).length) return null;
  if (errors.length === 0) return isUnreachable(reported) ? 1000 : null;
  if (errors.some(({ extensions }) => !extensions.retryable)) return null;
  return Math.max(...errors.map(({ extensions }) => extensions.retryAfterMs ?? 1000));
}

/**
 * The list of errors in the clients' failures: Apollo and streams, urql, Relay; graphql-request; Apollo, of a response as text.
 */
function listOf(reported: unknown): readonly unknown[] {
  if (Array.isArray(reported)) return reported;
  if (!isObject(reported)) return [];
  const { errors, graphQLErrors, source = reported.cause, response, bodyText } = reported;
  for (const held of [errors, graphQLErrors]) if (Array.isArray(held)) return held;
  if (typeof bodyText === 'string') return listOf(parsed(bodyText));
  if (isObject(response) && Array.isArray(response.errors)) return response.errors;
  if (isObject(source)) return listOf(source);
  return 'extensions' in reported ? [reported] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether no gateway responded: `fetch` failed, which is a TypeError, or a proxy responded in its place. */
export function isUnreachable(reported: unknown): boolean {
  if (!isObject(reported)) return false;
  const { networkError = reported, response } = reported;
  return networkError instanceof TypeError || (isObject(response) && PROXY_ERRORS.has(response.status));
}

const PROXY_ERRORS: ReadonlySet<unknown> = new Set([502, 503, 504]);

function parseError(error: unknown): GatewayError | null {
  if (!isObject(error) || !isObject(error.extensions)) return null;
  const { code, retryable, requestId } = error.extensions;
  if (typeof code !== 'string') return null;
  return {
    message: typeof error.message === 'string' ? error.message : '',
    ...(Array.isArray(error.path) ? { path: error.path } : {}),
    extensions: {
      ...withoutInvalid(error.extensions),
      code,
      retryable: retryable === true,
      requestId: typeof requestId === 'string' ? requestId : null,
    } as GatewayError['extensions'],
  };
}

/** The optional extensions that are of their documented type. */
const withoutInvalid = (extensions: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(extensions).filter(
      ([name, value]) => Object.hasOwn(IS_VALID, name) && IS_VALID[name]?.(value),
    ),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const IS_VALID: Readonly<Record<string, (value: unknown) => boolean>> = {
  reason: (value) => typeof value === 'string',
  retryAfterMs: (value) => typeof value === 'number',
  argument: Array.isArray,
  variable: Array.isArray,
  bounds: isObject,
  upstream: isObject,
  exceeded: isObject,
};
