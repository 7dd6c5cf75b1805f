import type { ApolloLink } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { from, switchMap } from 'rxjs';
import { type Clock, wait } from '../clock.ts';
import { silentDelay } from '../silent-delay.ts';
import { hasKey } from './key-link.ts';

/** The `errorLink`, on any clock. */
export const retryLink = (clock: Clock): ApolloLink =>
  new ErrorLink(({ error, operation, forward }) => {
    if (operation.getContext()[RETRIED]) return undefined;
    const isSafe =
      operation.operationType === OperationTypeNode.QUERY || hasKey(operation.getContext().headers);
    const delay = isSafe ? silentDelay(error) : null;
    if (delay === null) return undefined;
    operation.setContext({ [RETRIED]: true });
    return from(wait(clock, delay)).pipe(switchMap(() => forward(operation)));
  });

const RETRIED = 'learning-platform.retried';
