import { type Exchange, makeOperation, type Operation } from '@urql/core';
import { filter, fromPromise, makeSubject, map, merge, mergeMap, pipe, share, takeUntil } from 'wonka';
import { type Clock, wait } from '../clock.ts';
import { silentDelay } from '../silent-delay.ts';
import { hasKey } from './key-exchange.ts';

/** The `errorExchange`, on any clock. */
export const retryExchange =
  (clock: Clock): Exchange =>
  ({ forward }) =>
  (given) => {
    const operations = share(given);
    const retries = makeSubject<{ operation: Operation; after: number }>();
    const isTeardownOf = ({ key }: Operation) =>
      pipe(
        operations,
        filter((operation) => operation.kind === 'teardown' && operation.key === key),
      );
    const repeated = pipe(
      retries.source,
      mergeMap(({ operation, after }) =>
        pipe(
          fromPromise(wait(clock, after)),
          map(() => operation),
          takeUntil(isTeardownOf(operation)),
        ),
      ),
    );
    return pipe(
      merge([operations, repeated]),
      forward,
      filter(({ operation, error }) => {
        const { kind } = operation;
        const isSafe = kind === 'query' || (kind === 'mutation' && hasKey(operation));
        const after = isSafe && operation.context[RETRIED] !== true ? silentDelay(error) : null;
        if (after === null) return true;
        const context = { ...operation.context, [RETRIED]: true };
        retries.next({ operation: makeOperation(kind, operation, context), after });
        return false;
      }),
    );
  };

const RETRIED = 'learning-platform.retried';
