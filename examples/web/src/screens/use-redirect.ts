import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Completes a redirect from another site exactly once: codes work once, and React runs effects twice in development.
 * @param finish returns the next page, which replaces this one and its code in the history.
 * @returns the error. Null: none so far.
 */
export function useRedirect(finish: (redirect: URL) => Promise<string>): unknown {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    finish(new URL(location.href)).then((path) => navigate(path, { replace: true }), setError);
  });
  return error;
}
