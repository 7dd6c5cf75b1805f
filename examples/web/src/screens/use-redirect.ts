import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Gateway } from '../gateway/client.ts';
import { useGateway } from '../gateway/provider.tsx';

/**
 * Completes a redirect from another site exactly once: codes work once, and React runs effects twice in development.
 * @param finish returns the next page, which replaces this one and its code in the history.
 * @returns the error. Null: none so far.
 */
export function useRedirect(
  finish: (gateway: Gateway, redirect: URLSearchParams) => Promise<string>,
): unknown {
  const gateway = useGateway();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [error, setError] = useState<unknown>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    finish(gateway, new URLSearchParams(search)).then((path) => navigate(path, { replace: true }), setError);
  });
  return error;
}
