import type { Exchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { isSignedOut } from './codes.ts';

export interface Session {
  /** The access token, as in `Bearer …`. */
  token(): string;
  /** Gets a new one by `refreshSession`, or rejects where somebody must sign in again. */
  renew(): Promise<unknown>;
}

/** Sends the token, renews a session that is over and asks once more. Put it before the `fetchExchange`. */
export const authorizing = ({ token, renew }: Session): Exchange =>
  authExchange(async ({ appendHeaders }) => ({
    addAuthToOperation: (operation) => appendHeaders(operation, { authorization: token() }),
    didAuthError: ({ graphQLErrors }) => isSignedOut(graphQLErrors),
    refreshAuth: async () => {
      await renew();
    },
  }));
