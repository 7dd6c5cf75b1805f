import type { ReactNode } from 'react';
import { shown } from '../gateway/errors.ts';
import { type QueryState, useRecovery } from './recovery.ts';

/** An error message with advice. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <ProblemBox error={error}>
      {shown(error).retryable && onRetry && (
        <button type="button" className="quiet" onClick={onRetry}>
          Try again
        </button>
      )}
    </ProblemBox>
  );
}

/**
 * The problem of a query, if it has one. A query that may succeed later is tried again without being told to. Keep it
 * mounted: it counts the attempts.
 */
export function QueryProblem({ query }: { query: QueryState }) {
  const recovery = useRecovery(query);
  if (!recovery) return null;
  const { error, isRetrying, seconds, retryNow } = recovery;
  return (
    <ProblemBox error={error}>
      {shown(error).retryable && (
        <div className="retry">
          <button type="button" className="quiet" disabled={isRetrying} onClick={retryNow}>
            Try again
          </button>
          {isRetrying && <small>Trying again…</small>}
          {!isRetrying && seconds !== null && <small>Trying again in {seconds} s</small>}
        </div>
      )}
    </ProblemBox>
  );
}

function ProblemBox({ error, children }: { error: unknown; children: ReactNode }) {
  const { text, requestId } = shown(error);
  return (
    <div className="problem">
      <div role="alert">
        <p>{text}</p>
      </div>
      {children}
      {requestId && <small>Request {requestId}</small>}
    </div>
  );
}
