import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { defer, switchMap, timer } from 'rxjs';
import { isSignedOut, retryDelay } from './codes.ts';

export interface Session {
  /** The access token, as in `Bearer …`. */
  token(): string;
  /** Gets a new one by `refreshSession`, or rejects where somebody must sign in again. */
  renew(): Promise<unknown>;
}

/**
 * Sends the token, renews a session that is over and asks once more, and repeats a query that may be repeated, once, when
 * the gateway says so. Put it before the HTTP link. With `errorPolicy: 'all'` what did not fail is shown all the same.
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
