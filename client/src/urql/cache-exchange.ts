import type { Exchange } from '@urql/core';
import { type CacheExchangeOpts, cacheExchange, type Resolver } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { CONNECTIONS, USER_LINKS, VALUE_TYPES } from '../generated/graph-facts.ts';

/**
 * The Graphcache configuration of this graph, for a `cacheExchange` with settings of its own: pages merge into one list,
 * and a record that names a user finds the user by ID.
 */
export function cacheConfig(): Required<Pick<CacheExchangeOpts, 'keys' | 'resolvers'>> {
  const resolvers: Record<string, Record<string, Resolver>> = {};
  const resolversOf = (type: string): Record<string, Resolver> => {
    resolvers[type] ??= {};
    return resolvers[type];
  };
  for (const [type, fields] of Object.entries(CONNECTIONS))
    for (const field of Object.keys(fields)) resolversOf(type)[field] = relayPagination();
  for (const [type, fields] of Object.entries(USER_LINKS))
    for (const [field, idField] of Object.entries(fields)) resolversOf(type)[field] = linkedUser(idField);
  return { resolvers, keys: Object.fromEntries(VALUE_TYPES.map((type) => [type, () => null])) };
}

/** Graphcache with the `cacheConfig` of this graph. */
export const createCacheExchange = (): Exchange => cacheExchange(cacheConfig());

/**
 * A link to a user that a record names by ID. The gateway resolves it to the signed-in user and friends, else to null;
 * this adds the users that the cache has from elsewhere, such as the members of a class.
 */
const linkedUser =
  (idField: string): Resolver =>
  (_record, _args, cache, { parentKey, fieldName }) => {
    const user = cache.resolve(parentKey, fieldName);
    const id = user ? null : cache.resolve(parentKey, idField);
    if (typeof id !== 'string') return user ?? null;
    const known = cache.keyOfEntity({ __typename: 'User', id });
    return cache.resolve(known, 'handle') === undefined ? null : known;
  };
