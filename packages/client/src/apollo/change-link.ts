import { ApolloLink } from '@apollo/client';
import { OperationTypeNode, print } from 'graphql';
import { tap } from 'rxjs';
import { changedBy } from '../changes.ts';

/**
 * Drops from the cache of the client what a mutation has changed, once the cache and the `update` of the app have the response, and
 * reads again what active queries show of it. Until then they keep what they show.
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
