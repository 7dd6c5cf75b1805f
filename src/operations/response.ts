import type {
  DocumentNode,
  FormattedExecutionResult,
  GraphQLFormattedError,
  OperationDefinitionNode,
} from 'graphql';
import type { Slices } from 'learning-platform-projection/slices';
import type { ErrorCode, GatewayError } from '../graph/errors.ts';
import type { RefusalReason } from '../graph/refusal-reason.ts';
import type { CallCounter } from '../platform/call-counter.ts';
import type { ExecutionResult } from './execution/result.ts';
import type { ErrorBehavior } from './input/error-behavior.ts';
import type { OperationLog } from './reports/operation-log.ts';
import { type ErrorReport, reportError, retryAfterSeconds, statusOf } from './results/error-formatting.ts';
import { formatResult } from './results/formatted-result.ts';
import type { OpenStream } from './streams/result-stream.ts';

/** How an operation ends for its caller: with one response, or with a stream of results. */
export type OperationResponse = SingleResponse | StreamResponse;

export interface SingleResponse {
  readonly kind: 'single';
  /** Null: the request was refused before its operation was known. */
  readonly operation: ResolvedOperation | null;
  readonly result: FormattedExecutionResult;
  /** The code of every error in the result. */
  readonly codes: readonly ErrorCode[];
  /** Null: the operation was executed. */
  readonly refusal: RefusalReport | null;
  /** Its platform calls. Null: it was refused before any. */
  readonly calls: CallCounter | null;
  /** HTTP status. */
  readonly status: number;
  /** HTTP headers beside the content type. */
  readonly headers: readonly Header[];
  /** Parts of the result that are JSON already. Null: there are none. */
  readonly slices: Slices | null;
}

/** Why an operation was not executed, for the log. */
export interface RefusalReport {
  readonly reason: RefusalReason;
  /** Hash or ID of the document, if only the refusal has it. */
  readonly document?: string | null;
  /** Names of the root fields, if only the refusal has them. */
  readonly root?: readonly string[];
}

export interface StreamResponse {
  readonly kind: 'stream';
  readonly operation: ResolvedOperation;
  /** The platform calls of opening it and of its events. */
  readonly calls: CallCounter | null;
  readonly results: OpenStream;
  /** Aborted when the caller's session ends. Null: the session is not watched. */
  readonly sessionEnd: AbortSignal | null;
}

/** The parts of a response that matter over HTTP alone. */
type StatusAndHeaders = Pick<SingleResponse, 'status' | 'headers'>;

type Header = readonly [name: string, value: string];

/** One operation of a validated document. */
export interface ResolvedOperation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly variables: Record<string, unknown> | undefined;
  /** Whether the client requests the number of platform calls. */
  readonly countsCalls: boolean;
  readonly onError: ErrorBehavior;
}

const NO_HEADERS: readonly Header[] = [];

/** The response of an operation that was executed, or refused before execution began. */
export function executedResponse(
  executed: ExecutionResult,
  operation: ResolvedOperation,
  requestId: string,
  log: OperationLog,
  calls: CallCounter | null = null,
  slices: Slices | null = null,
): SingleResponse {
  const { result, codes, reason } = formatResult(
    executed,
    operation.definition.operation,
    requestId,
    log,
    calls,
  );
  // Without data nothing ran: the variables do not fit, a limit is exceeded, or a stream cannot be opened.
  const first = result.data === undefined ? result.errors?.[0]?.extensions : undefined;
  return {
    kind: 'single',
    operation,
    result,
    codes,
    // A query is refused for a reason; only the source of a subscription fails without one.
    refusal: result.data === undefined ? { reason: reason ?? 'source' } : null,
    calls,
    status: result.data === undefined ? statusOf(first?.code) : 200,
    headers: retryAfter(first?.retryAfterMs),
    slices: slices?.isEmpty ? null : slices,
  };
}

/** The response to a request that was refused before its operation ran. @param head replaces what follows from the error. */
export function refusedResponse(
  error: GatewayError,
  requestId: string,
  { document = null, ...head }: { document?: string | null } & Partial<StatusAndHeaders> = {},
): SingleResponse {
  const { code, formatted } = reportError(error, requestId);
  const headers = retryAfter(error.extensions.retryAfterMs);
  const refusal = { reason: error.reason ?? 'request', document };
  return unexecutedResponse([formatted], [code], refusal, { headers, ...head });
}

/** The response to a request that failed for an unforeseen reason. Its cause is for the log alone. */
export function failedResponse(cause: unknown, requestId: string): SingleResponse {
  const { code, formatted } = reportFault(cause, requestId);
  return unexecutedResponse([formatted], [code], { reason: 'fault' });
}

/** The response to an operation that was not executed. Its status is that of the first error by default. */
export const unexecutedResponse = (
  errors: readonly GraphQLFormattedError[],
  codes: readonly ErrorCode[],
  refusal: RefusalReport,
  { status = statusOf(codes[0]), headers = NO_HEADERS }: Partial<StatusAndHeaders> = {},
): SingleResponse => ({
  kind: 'single',
  operation: null,
  result: { errors },
  codes,
  refusal,
  calls: null,
  status,
  headers,
  slices: null,
});

/** The client's error for a failure outside of any field. */
export function reportFault(cause: unknown, requestId: string): ErrorReport {
  const originalError = cause instanceof Error ? cause : new Error(String(cause));
  return reportError({ message: '', originalError }, requestId);
}

const retryAfter = (milliseconds: unknown): readonly Header[] =>
  typeof milliseconds === 'number' ? [['retry-after', retryAfterSeconds(milliseconds)]] : NO_HEADERS;
