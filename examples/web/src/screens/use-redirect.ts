import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Gateway } from '../gateway/client.ts';
import { useGateway } from '../gateway/provider.tsx';

/**
 * Finishes what another site redirected here for, once: codes work once, and React runs effects twice in development.
 * @param finish gives the page to go on with, which replaces this one with its code in the history.
 * @returns what it failed with; null as long as it did not.
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
