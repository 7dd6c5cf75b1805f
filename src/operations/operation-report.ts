import type { Log } from '../telemetry/log.ts';
import type { OperationObserver } from './observers.ts';
import type { Operation } from './operation.ts';

/** Where it is told what became of operations. */
export interface Reports {
  observer: OperationObserver;
  log: Log;
}

/** Counts an operation and ends its trace: once it is answered, or its subscription is open. */
export function countOperation(
  { observer }: Reports,
  { outcome, trace }: Operation,
  startedAt: number,
): void {
  trace?.end(outcome);
  observer.operation(outcome, performance.now() - startedAt);
}

/**
 * Logs an operation when it is over.
 * @param status what it was answered with over HTTP.
 * @param aborted whether the caller went before its answer.
 */
export function logOperation(
  { log }: Reports,
  { requestId, outcome, trace }: Operation,
  startedAt: number,
  status?: number,
  aborted = false,
): void {
  log.operation({
    requestId,
    traceId: trace?.traceId,
    operation: outcome.name,
    type: outcome.type,
    codes: outcome.codes,
    ms: Math.round(performance.now() - startedAt),
    status,
    aborted,
  });
}
