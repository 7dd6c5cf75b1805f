import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { defer, switchMap, timer } from 'rxjs';
import { isSignedOut, retryDelay } from './codes.ts';

export interface Session {
  /** The access token, as in `Bearer …`. */
  token(): string;
  /** Obtains a new token with `refreshSession`; rejects if the user must sign in again. */
  renew(): Promise<unknown>;
}

/**
 * Sends the token, refreshes an expired session and retries once, and retries a query once if the gateway marks its error
 * as retryable. Place it before the HTTP link. With `errorPolicy: 'all'`, data that did not fail is still delivered.
 */
export const recovering = ({ token, renew }: Session): ApolloLink =>
  ApolloLink.from([
    new ErrorLink(({ error, operation, forward }) => {
      if (!CombinedGraphQLErrors.is(error) || operation.getContext().repeated) return;
      const again = () => {
        operation.setContext({ repeated: true });
        return forward(operation);
      };
      if (isSignedOut(error.errors)) return defer(renew).pipe(switchMap(again));
      const delay = operation.operationType === OperationTypeNode.QUERY ? retryDelay(error.errors) : null;
      return delay === null ? undefined : timer(delay).pipe(switchMap(again));
    }),
    new ApolloLink((operation, forward) => {
      operation.setContext({ headers: { authorization: token() } });
      return forward(operation);
    }),
  ]);
