/**
 * urql: a normalized cache that follows the cache rule, and exchanges for errors, streams and trusted documents.
 * @module
 */
import {
  Client,
  type Exchange,
  type ExecutionResult,
  fetchExchange,
  makeOperation,
  mapExchange,
  type Operation,
  stringifyDocument,
  subscriptionExchange,
} from '@urql/core';
import type { Client as Socket } from 'graphql-ws';
import { delay, filter, fromValue, makeSubject, merge, mergeMap, pipe, share, takeUntil } from 'wonka';
import { type ClientOptions, connectionsOf } from './client-options.ts';
import { retryDelay } from './errors.ts';
import { documentIdOf } from './trusted-documents.ts';
import { createCacheExchange } from './urql/cache-exchange.ts';

export type { ClientOptions } from './client-options.ts';
export { cacheConfig, createCacheExchange } from './urql/cache-exchange.ts';

/**
 * An urql client for this graph, with Graphcache. Subscriptions use the socket, everything else HTTP: a lost socket must
 * not send a mutation twice. For other settings, construct a `Client` with `createExchanges` and `authorizedFetch`.
 *
 * The cache belongs to one user: create a client for each sign-in.
 */
export function createClient(options: ClientOptions): Client {
  const { fetch, socket } = connectionsOf(options);
  return new Client({
    url: options.url,
    fetch,
    preferGetMethod: false,
    exchanges: createExchanges(socket, options),
  });
}

/** The exchanges of `createClient`: cache, errors, trusted documents, socket and HTTP. */
export const createExchanges = (
  socket: Socket,
  { trustedDocuments = false }: Pick<ClientOptions, 'trustedDocuments'> = {},
): Exchange[] => [
  createCacheExchange(),
  errorExchange(),
  ...(trustedDocuments ? [trustedDocumentExchange()] : []),
  socketExchange(socket),
  fetchExchange,
];

/**
 * Retries a query once if all its errors are retryable, after the time that the gateway requires. Mutations may have taken
 * effect, so they are not retried.
 */
export const errorExchange =
  (): Exchange =>
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
        pipe(fromValue(operation), delay(after), takeUntil(isTeardownOf(operation))),
      ),
    );
    return pipe(
      merge([operations, repeated]),
      forward,
      filter(({ operation, error }) => {
        const isFirst = operation.kind === 'query' && operation.context[RETRIED] !== true;
        const after = isFirst ? retryDelay(error) : null;
        if (after === null) return true;
        const context = { ...operation.context, [RETRIED]: true };
        retries.next({ operation: makeOperation('query', operation, context), after });
        return false;
      }),
    );
  };

const RETRIED = 'learning-platform.retried';

/** Sends the hash of a document that has one instead of its text. Place it before the `fetchExchange`. */
export const trustedDocumentExchange = (): Exchange =>
  mapExchange({
    onOperation: (operation) => {
      const sha256Hash = documentIdOf(operation.query);
      if (sha256Hash === null || operation.kind === 'teardown') return operation;
      const extensions = { ...operation.extensions, persistedQuery: { version: 1, sha256Hash } } as const;
      return { ...operation, extensions };
    },
  });

/** Subscriptions over a socket that resumes them. */
export const socketExchange = (socket: Socket): Exchange =>
  subscriptionExchange({
    forwardSubscription: ({ variables, extensions }, { query }) => ({
      subscribe: (sink) => {
        // The text tells whether the subscription can resume, also if only its hash is sent.
        const documentId = extensions?.persistedQuery?.sha256Hash;
        const payload = { query: stringifyDocument(query), variables: variables ?? null };
        const unsubscribe = socket.subscribe<ExecutionResult['data'], ExecutionResult['extensions']>(
          documentId === undefined ? payload : { ...payload, extensions: { documentId } },
          {
            next: ({ data = null, errors, extensions: sent }) =>
              sink.next({
                data,
                ...(errors ? { errors: [...errors] } : {}),
                ...(sent ? { extensions: sent } : {}),
              }),
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          },
        );
        return { unsubscribe };
      },
    }),
  });
