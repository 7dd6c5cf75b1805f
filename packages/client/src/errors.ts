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

interface CommonExtensions<Code extends string> {
  readonly code: Code;
  /** True: the same request may succeed later. Says nothing about a mutation that may already have run. */
  readonly retryable: boolean;
  /** Identifies the request in the gateway's log. Null: the error does not come from the gateway. */
  readonly requestId: string | null;
  /** Milliseconds to wait before a retry. */
  readonly retryAfterMs?: number;
  /** The platform call that failed. */
  readonly upstream?: { readonly route: string; readonly status?: number };
}

interface CodeExtensions {
  BAD_USER_INPUT: {
    /** The invalid argument. Missing: the platform refused the values as a whole. */
    readonly argument?: InputPath;
    /** The invalid value among the variables. */
    readonly variable?: InputPath;
  };
  GRAPHQL_VALIDATION_FAILED: { readonly argument?: InputPath };
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

/** An error of the gateway. `extensions.code` discriminates what else it says. */
export interface GatewayError<Code extends string = ErrorCode> {
  readonly message: string;
  /** The response field that failed. Missing: the whole operation failed. */
  readonly path?: readonly (string | number)[];
  readonly extensions: Code extends string ? ErrorExtensions<Code> : never;
}

/**
 * The gateway's errors in whatever a client reports: Apollo's `CombinedGraphQLErrors`, urql's `CombinedError`, an error
 * of Relay or of a stream, a response, or a list of errors. Empty if the gateway sent none, as after a lost connection.
 */
export function gatewayErrors(reported: unknown): readonly GatewayError[] {
  return listOf(reported).flatMap((error) => {
    const parsed = parseError(error);
    return parsed ? [parsed] : [];
  });
}

/** Whether one of the reported errors has this code. */
export const hasCode = (reported: unknown, code: ErrorCode): boolean =>
  gatewayErrors(reported).some(({ extensions }) => extensions.code === code);

/**
 * True if there is no valid session: refresh it, or sign in again. FORBIDDEN is no reason to: the session is valid, but
 * the field requires another permission or another kind of credential.
 */
export const isSignedOut = (reported: unknown): boolean => hasCode(reported, 'UNAUTHENTICATED');

/**
 * Milliseconds to wait before the same query is worth sending again: the longest `retryAfterMs`, else one second.
 * Null: do not retry. For queries only: a mutation may have taken effect.
 */
export function retryDelay(reported: unknown): number | null {
  const errors = gatewayErrors(reported);
  if (errors.length === 0 || errors.length < listOf(reported).length) return null;
  if (errors.some(({ extensions }) => !extensions.retryable)) return null;
  return Math.max(...errors.map(({ extensions }) => extensions.retryAfterMs ?? 1000));
}

/** The messages of a failed operation, for a form. */
export interface FormMessages {
  /** Messages by argument path, as in `input.text` or `input.additionalInfo.0.title`: shown beside that field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Messages that belong to no field of the form: shown above it. */
  readonly form: readonly string[];
}

/** Sorts errors by the argument that they name. The first message of a field counts. */
export function formMessages(reported: unknown): FormMessages {
  const fields = new Map<string, string>();
  const form: string[] = [];
  for (const { message, extensions } of gatewayErrors(reported)) {
    const field = 'argument' in extensions ? extensions.argument?.join('.') : undefined;
    if (field === undefined) form.push(message);
    else if (!fields.has(field)) fields.set(field, message);
  }
  return { fields, form };
}

/** Where the clients keep the list: Apollo and streams, urql, Relay. */
function listOf(reported: unknown): readonly unknown[] {
  if (Array.isArray(reported)) return reported;
  if (!isObject(reported)) return [];
  for (const held of [reported.errors, reported.graphQLErrors]) if (Array.isArray(held)) return held;
  if (isObject(reported.source) || isObject(reported.cause)) return listOf(reported.source ?? reported.cause);
  return 'extensions' in reported ? [reported] : [];
}

function parseError(error: unknown): GatewayError | null {
  if (!isObject(error) || !isObject(error.extensions)) return null;
  const { code, retryable, requestId } = error.extensions;
  if (typeof code !== 'string') return null;
  return {
    message: typeof error.message === 'string' ? error.message : '',
    ...(Array.isArray(error.path) ? { path: error.path } : {}),
    extensions: {
      ...withoutInvalid(error.extensions),
      code: code as ErrorCode,
      retryable: retryable === true,
      requestId: typeof requestId === 'string' ? requestId : null,
    },
  };
}

/** The optional extensions that are of their documented type. */
function withoutInvalid({ retryAfterMs, argument, variable, upstream, exceeded }: Record<string, unknown>) {
  return {
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    ...(Array.isArray(argument) ? { argument: argument as InputPath } : {}),
    ...(Array.isArray(variable) ? { variable: variable as InputPath } : {}),
    ...(isObject(upstream) ? { upstream: upstream as { route: string; status?: number } } : {}),
    ...(isObject(exceeded)
      ? { exceeded: exceeded as { price: 'calls' | 'objects' | 'bytes'; value: number; limit: number } }
      : {}),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
