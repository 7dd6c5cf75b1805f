/**
 * urql: a normalized cache that follows the cache rule, and exchanges for errors, keys of writes, streams and trusted documents.
 * @module
 */
import {
  Client,
  type Exchange,
  type ExecutionResult,
  fetchExchange,
  mapExchange,
  stringifyDocument,
  subscriptionExchange,
} from '@urql/core';
import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import type { Client as Socket } from 'graphql-ws/client';
import { type ClientOptions, connectionsOf } from './client-options.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { documentIdOf } from './trusted-documents.ts';
import { createCacheExchange } from './urql/cache-exchange.ts';
import { keyExchange } from './urql/key-exchange.ts';
import { retryExchange } from './urql/retry-exchange.ts';

export type { ClientOptions } from './client-options.ts';
export { cacheConfig, createCacheExchange } from './urql/cache-exchange.ts';
export { keyExchange } from './urql/key-exchange.ts';

/** Settings of `createClient`. */
export interface UrqlOptions extends ClientOptions, ExchangeOptions {}

/**
 * An urql client for this graph, with Graphcache. Subscriptions use the socket, everything else HTTP: a lost socket must
 * not send a mutation twice. For other settings, construct a `Client` with `createExchanges` and `authorizedFetch`.
 *
 * The cache belongs to one user: create a client for each sign-in.
 */
export function createClient(options: UrqlOptions): Client {
  const { fetch, socket } = connectionsOf(options);
  return new Client({
    url: options.url,
    fetch,
    preferGetMethod: false,
    exchanges: createExchanges(socket, options),
  });
}

/** Settings of `createExchanges`. */
export interface ExchangeOptions extends Pick<ClientOptions, 'trustedDocuments'> {
  /** Settings of Graphcache, such as `updates` and `optimistic`: added to those of this graph. */
  cache?: CacheExchangeOpts | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** The exchanges of `createClient`: cache, keys of writes, errors, trusted documents, socket and HTTP. */
export const createExchanges = (
  socket: Socket,
  { trustedDocuments = false, cache, clock = SYSTEM_CLOCK }: ExchangeOptions = {},
): Exchange[] => [
  createCacheExchange(cache),
  keyExchange(),
  retryExchange(clock),
  ...(trustedDocuments ? [trustedDocumentExchange()] : []),
  socketExchange(socket),
  fetchExchange,
];

/**
 * Retries a query, or a mutation with an idempotency key, once if all its errors are retryable, after the time that the
 * gateway requires if that is at most five seconds, or if no gateway answered it. Other mutations may have taken effect.
 */
export const errorExchange = (): Exchange => retryExchange(SYSTEM_CLOCK);

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
        // The text shows whether the subscription can resume, even if only its hash is sent.
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
