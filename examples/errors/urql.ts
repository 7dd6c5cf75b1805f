import type { Exchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { isSignedOut } from './codes.ts';

export interface Session {
  /** The access token, as in `Bearer …`. */
  token(): string;
  /** Obtains a new token with `refreshSession`; rejects if the user must sign in again. */
  renew(): Promise<unknown>;
}

/** Sends the token, refreshes an expired session and retries once. Place it before the `fetchExchange`. */
export const authorizing = ({ token, renew }: Session): Exchange =>
  authExchange(async ({ appendHeaders }) => ({
    addAuthToOperation: (operation) => appendHeaders(operation, { authorization: token() }),
    didAuthError: ({ graphQLErrors }) => isSignedOut(graphQLErrors),
    refreshAuth: async () => {
      await renew();
    },
  }));
