import { makeOperation } from '@urql/core';
import { filter, fromPromise, makeSubject, map, merge, mergeMap, pipe, share, takeUntil } from 'wonka';
import { wait } from '../clock.js';
import { retryDelay } from '../errors.js';
/** The `errorExchange`, on any clock. */
export const retryExchange = (clock) => ({ forward }) => (given) => {
    const operations = share(given);
    const retries = makeSubject();
    const isTeardownOf = ({ key }) => pipe(operations, filter((operation) => operation.kind === 'teardown' && operation.key === key));
    const repeated = pipe(retries.source, mergeMap(({ operation, after }) => pipe(fromPromise(wait(clock, after)), map(() => operation), takeUntil(isTeardownOf(operation)))));
    return pipe(merge([operations, repeated]), forward, filter(({ operation, error }) => {
        const isFirst = operation.kind === 'query' && operation.context[RETRIED] !== true;
        const after = isFirst ? retryDelay(error) : null;
        if (after === null)
            return true;
        const context = { ...operation.context, [RETRIED]: true };
        retries.next({ operation: makeOperation('query', operation, context), after });
        return false;
    }));
};
const RETRIED = 'learning-platform.retried';
//# sourceMappingURL=retry-exchange.js.map