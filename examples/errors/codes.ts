/** An error of the gateway, as every GraphQL client hands it on. */
export interface GatewayError {
  message: string;
  extensions?: { code?: unknown; retryable?: unknown; retryAfterMs?: unknown } | undefined;
}

/** Whether the session is over or was never there: sign in again, or renew it. */
export const isSignedOut = (errors: readonly GatewayError[]): boolean =>
  errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

/** Milliseconds after which another attempt makes sense; null where none does. For queries only: a write may have run. */
export function retryDelay(errors: readonly GatewayError[]): number | null {
  if (errors.length === 0 || errors.some(({ extensions }) => extensions?.retryable !== true)) return null;
  return Math.max(...errors.map(({ extensions }) => Number(extensions?.retryAfterMs ?? 1000)));
}
