import { shown } from '../gateway/errors.ts';

/** An error message with advice. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, advice, retryable, requestId } = shown(error);
  return (
    <div className="problem" role="alert">
      <strong>{title}</strong>
      <p>{advice}</p>
      {retryable && onRetry && (
        <button type="button" className="quiet" onClick={onRetry}>
          Try again
        </button>
      )}
      {requestId && <small>Request {requestId}</small>}
    </div>
  );
}
