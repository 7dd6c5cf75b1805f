import type { Exchange } from '@urql/core';
import {
  type CacheExchangeOpts,
  cacheExchange,
  type Data,
  type Resolver,
  type UpdateResolver,
} from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { CONNECTIONS, DELETIONS, POSSIBLE_TYPES, USER_LINKS, VALUE_TYPES } from '../generated/graph-facts.ts';

/**
 * The Graphcache configuration of this graph, for a `cacheExchange` with settings of its own: pages merge into one list, a
 * record that names a user finds the user by ID, and a deleted record is read again or disappears.
 * @param own further settings: what they say of a field counts.
 */
export function cacheConfig<Own extends CacheExchangeOpts>(own?: Own): Own & CacheConfig {
  const resolvers: Record<string, Record<string, Resolver>> = {};
  const resolversOf = (type: string): Record<string, Resolver> => {
    resolvers[type] ??= {};
    return resolvers[type];
  };
  for (const [type, fields] of Object.entries(CONNECTIONS))
    for (const field of Object.keys(fields)) resolversOf(type)[field] = pages;
  for (const [type, fields] of Object.entries(USER_LINKS))
    for (const [field, idField] of Object.entries(fields)) resolversOf(type)[field] = linkedUser(idField);
  for (const [type, fields] of Object.entries(own?.resolvers ?? {})) Object.assign(resolversOf(type), fields);
  const deletions = Object.entries(DELETIONS).map(([field, type]) => [field, invalidating(type)] as const);
  const updates = {
    ...own?.updates,
    Bucket: { access: keptAccess, ...own?.updates?.Bucket },
    Mutation: { ...Object.fromEntries(deletions), ...own?.updates?.Mutation },
  };
  const keys = {
    ...Object.fromEntries(VALUE_TYPES.map((type) => [type, () => null])),
    // An operation that selects no member of the profile leaves out the ID as well.
    Viewer: ({ id }: Data) => (typeof id === 'string' ? id : null),
    ...own?.keys,
  };
  const possibleTypes = {
    ...Object.fromEntries(Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, [...types]])),
    ...own?.possibleTypes,
  };
  return Object.assign({}, own, { resolvers, keys, updates, possibleTypes });
}

type CacheConfig = Required<Pick<CacheExchangeOpts, 'keys' | 'resolvers' | 'updates' | 'possibleTypes'>>;

/** Graphcache with the `cacheConfig` of this graph. @param own further settings: what they say of a field counts. */
export const createCacheExchange = (own?: CacheExchangeOpts): Exchange => cacheExchange(cacheConfig(own));

const merged = relayPagination();

/**
 * Merges the pages of a list, but for counts without one. `relayPagination` finds no page of a field that was read without
 * arguments.
 */
const pages: Resolver = (parent, args, cache, info) => {
  const { parentKey, fieldName } = info;
  if (Object.keys(args).length === 0) return cache.resolve(parentKey, fieldName);
  return args.first === 0 ? cache.resolve(parentKey, fieldName, args) : merged(parent, args, cache, info);
};

/** Removes a record that a mutation has deleted. */
const invalidating =
  (type: string): UpdateResolver =>
  (result, _args, cache, { fieldName }) => {
    const { deletedId: id }: { deletedId?: unknown } = Object(result[fieldName]);
    if (typeof id === 'string') cache.invalidate({ __typename: type, id });
  };

/** Who may use a bucket is said by writes alone: a read, which has null, leaves what is known. */
const keptAccess: UpdateResolver = ({ access }, _args, cache, { parentKey }) => {
  const known = `${parentKey}.access`;
  if (access === null && cache.resolve(known, '__typename')) cache.link(parentKey, 'access', known);
};

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
