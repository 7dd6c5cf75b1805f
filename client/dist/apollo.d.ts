/**
 * Apollo Client 4: a cache that follows the cache rule, and links for sessions, errors, streams and trusted documents.
 * @module
 */
import { ApolloClient, ApolloLink, InMemoryCache, type InMemoryCacheConfig } from '@apollo/client';
import { type ClientOptions } from './client-options.ts';
export { typePolicies } from './apollo/type-policies.ts';
export type { ClientOptions } from './client-options.ts';
/** Settings of `createClient`: those of `ApolloClient` as well, except its link. */
export interface ApolloOptions extends ClientOptions, Partial<Omit<ApolloClient.Options, 'link' | 'clientAwareness'>> {
}
/**
 * A cache with the `typePolicies` of this graph.
 * @param config further settings; its type policies are added to those of this graph.
 */
export declare function createCache({ typePolicies: own, ...config }?: InMemoryCacheConfig): InMemoryCache;
/**
 * Apollo Client for this graph. Subscriptions use the socket, everything else HTTP: a lost socket must not send a mutation
 * twice. For links of your own, construct an `ApolloClient` with `createCache` and `createLink`.
 *
 * The cache belongs to one user: create a client for each sign-in, or call `clearStore` in between.
 */
export declare function createClient(options: ApolloOptions): ApolloClient;
/** The links of `createClient`: trusted documents, errors, session, and HTTP or the socket. */
export declare function createLink(options: ClientOptions): ApolloLink;
/**
 * Retries a query once if all its errors are retryable, after the time that the gateway requires. Mutations may have taken
 * effect, so they are not retried. With `errorPolicy: 'all'`, data that did not fail is still delivered.
 */
export declare const errorLink: () => ApolloLink;
/** Sends the hash of a document that has one instead of its text. Place it before the HTTP link and the socket's. */
export declare const trustedDocumentLink: () => ApolloLink;
