import type { Log } from '../telemetry/log.ts';
import type { Operation } from './graphql.ts';
import type { OperationObserver } from './observer.ts';

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

/** Logs an operation when it is over. @param details what the transport knows besides. */
export function logOperation(
  { log }: Reports,
  { requestId, outcome, trace }: Operation,
  startedAt: number,
  details: object = {},
): void {
  log.info(
    {
      requestId,
      ...(trace ? { traceId: trace.traceId } : {}),
      operation: outcome.name,
      type: outcome.type,
      codes: outcome.codes,
      ms: Math.round(performance.now() - startedAt),
      ...details,
    },
    'operation',
  );
}
