import { CombinedGraphQLErrors } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { from, switchMap } from 'rxjs';
import { wait } from '../clock.js';
import { retryDelay } from '../errors.js';
/** The `errorLink`, on any clock. */
export const retryLink = (clock) => new ErrorLink(({ error, operation, forward }) => {
    if (!CombinedGraphQLErrors.is(error) || operation.getContext()[RETRIED])
        return undefined;
    const delay = operation.operationType === OperationTypeNode.QUERY ? retryDelay(error) : null;
    if (delay === null)
        return undefined;
    operation.setContext({ [RETRIED]: true });
    return from(wait(clock, delay)).pipe(switchMap(() => forward(operation)));
});
const RETRIED = 'learning-platform.retried';
//# sourceMappingURL=retry-link.js.map