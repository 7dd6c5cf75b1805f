/**
 * urql: a normalized cache that follows the cache rule, and exchanges for errors, streams and trusted documents.
 * @module
 */
import { Client, type Exchange } from '@urql/core';
import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import type { Client as Socket } from 'graphql-ws/client';
import { type ClientOptions } from './client-options.ts';
export type { ClientOptions } from './client-options.ts';
export { cacheConfig, createCacheExchange } from './urql/cache-exchange.ts';
/** Settings of `createClient`. */
export interface UrqlOptions extends ClientOptions, ExchangeOptions {
}
/**
 * An urql client for this graph, with Graphcache. Subscriptions use the socket, everything else HTTP: a lost socket must
 * not send a mutation twice. For other settings, construct a `Client` with `createExchanges` and `authorizedFetch`.
 *
 * The cache belongs to one user: create a client for each sign-in.
 */
export declare function createClient(options: UrqlOptions): Client;
/** Settings of `createExchanges`. */
export interface ExchangeOptions extends Pick<ClientOptions, 'trustedDocuments'> {
    /** Settings of Graphcache, such as `updates` and `optimistic`: added to those of this graph. */
    cache?: CacheExchangeOpts | undefined;
}
/** The exchanges of `createClient`: cache, errors, trusted documents, socket and HTTP. */
export declare const createExchanges: (socket: Socket, { trustedDocuments, cache, clock }?: ExchangeOptions) => Exchange[];
/**
 * Retries a query once if all its errors are retryable, after the time that the gateway requires. Mutations may have taken
 * effect, so they are not retried.
 */
export declare const errorExchange: () => Exchange;
/** Sends the hash of a document that has one instead of its text. Place it before the `fetchExchange`. */
export declare const trustedDocumentExchange: () => Exchange;
/** Subscriptions over a socket that resumes them. */
export declare const socketExchange: (socket: Socket) => Exchange;
