/** A gateway error, as every GraphQL client delivers it. */
export interface GatewayError {
  message: string;
  extensions?:
    | { code?: unknown; argument?: unknown; retryable?: unknown; retryAfterMs?: unknown }
    | undefined;
}

/**
 * True if there is no valid session: refresh it, or sign in again. FORBIDDEN is no reason to: the session is valid, but the
 * field requires another permission or another kind of credential.
 */
export const isSignedOut = (errors: readonly GatewayError[]): boolean =>
  errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

/** Milliseconds to wait before a retry. Null: do not retry. For queries only: a mutation may have taken effect. */
export function retryDelay(errors: readonly GatewayError[]): number | null {
  if (errors.length === 0 || errors.some(({ extensions }) => extensions?.retryable !== true)) return null;
  return Math.max(...errors.map(({ extensions }) => Number(extensions?.retryAfterMs ?? 1000)));
}
