import type { FormattedExecutionResult, OperationTypeNode } from 'graphql';
import type { ErrorCode } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';
import type { CallCounter } from '../../platform/call-counter.ts';
import type { ExecutionResult } from '../execution/result.ts';
import type { OperationLog } from '../reports/operation-log.ts';
import { afterWrite, reportError } from './error-formatting.ts';

/** A result as clients see it, with the codes of its errors. */
interface FormattedResult {
  result: FormattedExecutionResult;
  codes: readonly ErrorCode[];
  /** Why the operation was refused, by its first error. Null: it was executed, or the error does not say. */
  reason: RefusalReason | null;
}

const NO_CODES: readonly ErrorCode[] = [];

/** Unforeseen errors of one result that are logged: each row of a list may fail for the same cause. */
const MOST_FAULTS = 10;

/**
 * Formats the errors of an execution and logs unforeseen ones.
 * @param operation which of a mutation's errors are retryable depends on what has been written.
 * @param callCounter adds how many platform calls it cost in `extensions`, if the client has asked for it.
 */
export function formatResult(
  { data, errors }: ExecutionResult,
  operation: `${OperationTypeNode}`,
  requestId: string,
  log: OperationLog,
  callCounter: CallCounter | null,
): FormattedResult {
  const extensions = callCounter?.isReported ? { extensions: { upstream: callCounter.report } } : {};
  if (!errors) return { result: { data: data ?? null, ...extensions }, codes: NO_CODES, reason: null };
  const reports = errors.map((error) => reportError(error, requestId));
  const faults = reports.filter(({ fault }) => fault !== undefined);
  for (const { fault, formatted } of faults.slice(0, MOST_FAULTS))
    log.error({ requestId, path: formatted.path?.join('.'), err: fault }, 'field failed');
  const formatted = reports.map((report) =>
    operation === 'mutation' ? afterWrite(report.formatted) : report.formatted,
  );
  return {
    result: data === undefined ? { errors: formatted } : { errors: formatted, data, ...extensions },
    codes: reports.map(({ code }) => code),
    reason: data === undefined ? (reports[0]?.reason ?? null) : null,
  };
}
