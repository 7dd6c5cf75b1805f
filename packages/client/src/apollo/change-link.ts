import { ApolloLink } from '@apollo/client';
import { OperationTypeNode, print } from 'graphql';
import { tap } from 'rxjs';
import { changedBy } from '../changes.ts';

/**
 * Invalidates the data in the client's cache that a mutation has changed, once the cache and the `update` of the app have the
 * response, and refetches active queries that show it. Until then they keep the old data.
 */
export const changeLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { client, operationType, query } = operation;
    const results = forward(operation);
    if (operationType !== OperationTypeNode.MUTATION) return results;
    let data: Record<string, unknown> | null | undefined;
    return results.pipe(
      tap({
        next: (result) => {
          data = result.data;
        },
        complete: () => {
          const isOutdated = changedBy(print(query), data);
          client.refetchQueries({
            updateCache: (cache) => {
              const records: Readonly<Record<string, { id?: unknown }>> = Object(cache.extract());
              for (const id in records)
                cache.modify({
                  id,
                  broadcast: false,
                  fields: (value, { storeFieldName, DELETE }) =>
                    isOutdated(records[id]?.id, storeFieldName) ? DELETE : value,
                });
            },
          });
        },
      }),
    );
  });
