/**
 * urql: a normalized cache that follows the cache rule, and exchanges for errors, streams and trusted documents.
 * @module
 */
import { Client, fetchExchange, mapExchange, stringifyDocument, subscriptionExchange, } from '@urql/core';
import { connectionsOf } from './client-options.js';
import { SYSTEM_CLOCK } from './clock.js';
import { documentIdOf } from './trusted-documents.js';
import { createCacheExchange } from './urql/cache-exchange.js';
import { retryExchange } from './urql/retry-exchange.js';
export { cacheConfig, createCacheExchange } from './urql/cache-exchange.js';
/**
 * An urql client for this graph, with Graphcache. Subscriptions use the socket, everything else HTTP: a lost socket must
 * not send a mutation twice. For other settings, construct a `Client` with `createExchanges` and `authorizedFetch`.
 *
 * The cache belongs to one user: create a client for each sign-in.
 */
export function createClient(options) {
    const { fetch, socket } = connectionsOf(options);
    return new Client({
        url: options.url,
        fetch,
        preferGetMethod: false,
        exchanges: createExchanges(socket, options),
    });
}
/** The exchanges of `createClient`: cache, errors, trusted documents, socket and HTTP. */
export const createExchanges = (socket, { trustedDocuments = false, cache, clock = SYSTEM_CLOCK } = {}) => [
    createCacheExchange(cache),
    retryExchange(clock),
    ...(trustedDocuments ? [trustedDocumentExchange()] : []),
    socketExchange(socket),
    fetchExchange,
];
/**
 * Retries a query once if all its errors are retryable, after the time that the gateway requires. Mutations may have taken
 * effect, so they are not retried.
 */
export const errorExchange = () => retryExchange(SYSTEM_CLOCK);
/** Sends the hash of a document that has one instead of its text. Place it before the `fetchExchange`. */
export const trustedDocumentExchange = () => mapExchange({
    onOperation: (operation) => {
        const sha256Hash = documentIdOf(operation.query);
        if (sha256Hash === null || operation.kind === 'teardown')
            return operation;
        const extensions = { ...operation.extensions, persistedQuery: { version: 1, sha256Hash } };
        return { ...operation, extensions };
    },
});
/** Subscriptions over a socket that resumes them. */
export const socketExchange = (socket) => subscriptionExchange({
    forwardSubscription: ({ variables, extensions }, { query }) => ({
        subscribe: (sink) => {
            // The text tells whether the subscription can resume, also if only its hash is sent.
            const documentId = extensions?.persistedQuery?.sha256Hash;
            const payload = { query: stringifyDocument(query), variables: variables ?? null };
            const unsubscribe = socket.subscribe(documentId === undefined ? payload : { ...payload, extensions: { documentId } }, {
                next: ({ data = null, errors, extensions: sent }) => sink.next({
                    data,
                    ...(errors ? { errors: [...errors] } : {}),
                    ...(sent ? { extensions: sent } : {}),
                }),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
            });
            return { unsubscribe };
        },
    }),
});
//# sourceMappingURL=urql.js.map