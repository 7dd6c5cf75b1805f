import type { Exchange } from '@urql/core';
import {
  type CacheExchangeOpts,
  cacheExchange,
  type Data,
  type Resolver,
  type UpdateResolver,
} from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { changedBy, deletedBy } from '../changes.ts';
import { CONNECTIONS, POSSIBLE_TYPES, USER_LINKS, VALUE_TYPES, WRITES } from '../generated/graph-facts.ts';

/**
 * The Graphcache configuration of this graph, for a `cacheExchange` with settings of its own: pages merge into one list, a
 * record that names a user finds the user by ID, and a deleted record is read again or disappears.
 * @param own further settings, which take precedence for a field.
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
    for (const field of fields) resolversOf(type)[field] = linkedUser(`${field}Id`);
  for (const [type, fields] of Object.entries(own?.resolvers ?? {})) Object.assign(resolversOf(type), fields);
  const ownOf = (field: string) => own?.updates?.Mutation?.[field] || undefined;
  const updates = {
    ...own?.updates,
    Bucket: { access: keptAccess, ...own?.updates?.Bucket },
    Mutation: {
      ...own?.updates?.Mutation,
      ...Object.fromEntries(Object.keys(WRITES).map((field) => [field, dropping(field, ownOf(field))])),
    },
  };
  const keys = {
    ...Object.fromEntries(VALUE_TYPES.map((type) => [type, () => null])),
    // An operation that selects no member of the profile leaves out the ID as well.
    Viewer: ({ id }: Data) => (typeof id === 'string' ? id : null),
    ...own?.keys,
  };
  const possibleTypes = {
    ...POSSIBLE_TYPES,
    ...own?.possibleTypes,
  };
  return Object.assign({}, own, { resolvers, keys, updates, possibleTypes });
}

type CacheConfig = Required<Pick<CacheExchangeOpts, 'keys' | 'resolvers' | 'updates' | 'possibleTypes'>>;

/** Graphcache with the `cacheConfig` of this graph. @param own further settings, which take precedence for a field. */
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

/** Invalidates the data that a mutation has changed or deleted, after the app's own update: queries that show it refetch it. */
const dropping =
  (field: string, own: UpdateResolver | undefined): UpdateResolver =>
  (result, args, cache, info) => {
    own?.(result, args, cache, info);
    const payload = result[field];
    const { deletedId: id }: { deletedId?: unknown } = Object(payload);
    if (typeof id === 'string') cache.invalidate({ __typename: deletedBy(field) ?? '', id });
    if (info.optimistic) return;
    const isOutdated = changedBy(field, { payload });
    // All records are reachable from the root.
    const records = new Set(['Query']);
    for (const record of records)
      for (const { fieldKey, fieldName, arguments: given } of cache.inspectFields(record)) {
        const value: unknown = cache.resolve(record, fieldKey);
        for (const linked of [value].flat(2))
          if (typeof linked === 'string' && cache.resolve(linked, '__typename')) records.add(linked);
        if (isOutdated(cache.resolve(record, 'id'), fieldKey)) cache.invalidate(record, fieldName, given);
      }
  };

/** Only writes return the access to a bucket: a read, which has null, keeps the known one. */
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
