import type { Exchange } from '@urql/core';
import { type CacheExchangeOpts } from '@urql/exchange-graphcache';
/**
 * The Graphcache configuration of this graph, for a `cacheExchange` with settings of its own: pages merge into one list, a
 * record that names a user finds the user by ID, and a deleted record is read again or disappears.
 * @param own further settings: what they say of a field counts.
 */
export declare function cacheConfig<Own extends CacheExchangeOpts>(own?: Own): Own & CacheConfig;
type CacheConfig = Required<Pick<CacheExchangeOpts, 'keys' | 'resolvers' | 'updates'>>;
/** Graphcache with the `cacheConfig` of this graph. @param own further settings: what they say of a field counts. */
export declare const createCacheExchange: (own?: CacheExchangeOpts) => Exchange;
export {};
