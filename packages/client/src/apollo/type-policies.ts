import type {
  FieldMergeFunction,
  FieldPolicy,
  FieldReadFunction,
  PossibleTypesMap,
  TypePolicies,
} from '@apollo/client';
import { isReference, relayStylePagination } from '@apollo/client/utilities';
import { CONNECTIONS, DELETIONS, POSSIBLE_TYPES, USER_LINKS, VALUE_TYPES } from '../generated/graph-facts.ts';

/** The types of each interface of this graph, for an `InMemoryCache` with settings of its own. */
export const possibleTypes = (): PossibleTypesMap =>
  Object.fromEntries(Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, [...types]]));

/**
 * The policies of this graph, for an `InMemoryCache` with policies of its own: pages merge into one list, an object without
 * an ID keeps the fields that other operations have read, a record that names a user finds the user by ID, and a deleted
 * record disappears.
 */
export function typePolicies(): TypePolicies {
  const policies: Record<string, { merge?: true; fields: Record<string, FieldPolicy> }> = {};
  const policyOf = (type: string) => {
    policies[type] ??= { fields: {} };
    return policies[type];
  };
  // The signed-in user is one object, also where an operation does not select its ID.
  for (const type of [...VALUE_TYPES, 'Viewer']) policyOf(type).merge = true;
  for (const [type, fields] of Object.entries(CONNECTIONS))
    for (const [field, keyArgs] of Object.entries(fields)) policyOf(type).fields[field] = pages(keyArgs);
  for (const [type, fields] of Object.entries(USER_LINKS))
    for (const [field, idField] of Object.entries(fields))
      policyOf(type).fields[field] = { read: linkedUser(idField) };
  for (const [field, type] of Object.entries(DELETIONS)) policyOf('Mutation').fields[field] = evicting(type);
  policyOf('Bucket').fields.access = { merge: keptAccess };
  return policies;
}

/** Who may use a bucket is said by writes alone: a read, which has null, leaves what is known. */
const keptAccess: FieldMergeFunction = (existing, incoming, { mergeObjects }) =>
  incoming && existing ? mergeObjects(existing, incoming) : (incoming ?? existing ?? null);

/** Removes a record that a mutation has deleted, or will delete, from everywhere. */
const evicting = (type: string): FieldPolicy => ({
  merge: (_existing, incoming, { cache, readField }) => {
    const id = incoming ? readField<string>('deletedId', incoming) : undefined;
    const record = id === undefined ? undefined : cache.identify({ __typename: type, id });
    // `evict` would leave the record in place while a response is optimistic.
    if (record !== undefined) cache.modify({ id: record, fields: (_value, { DELETE }) => DELETE });
    return incoming;
  },
});

/** Merges the pages of a list by their `edges`, as Apollo does, and by their `nodes`. */
function pages(keyArgs: readonly string[]): FieldPolicy {
  const { read, merge } = relayStylePagination();
  if (typeof merge !== 'function') throw new Error('relayStylePagination has no merge function.');
  return {
    // Counts without a list would count as a list without items.
    keyArgs: (args) =>
      args?.first === 0 ? [...keyArgs, 'first', 'after'] : keyArgs.length === 0 ? false : [...keyArgs],
    read: (existing, options) => (options.args?.first === 0 ? existing : read?.(existing, options)),
    merge: (existing, incoming, options) => {
      const merged = merge(existing, incoming, options);
      const before = nodesOf(existing);
      const page = nodesOf(incoming);
      if (!before || !merged) return merged;
      const after: unknown = options.args?.after;
      if (!page) return { ...merged, nodes: before };
      if (after == null) return merged;
      // A page that was requested twice has been merged already.
      const isNew = after === existing?.pageInfo?.endCursor ? () => true : isUnseenIn(before);
      return { ...merged, nodes: [...before, ...page.filter(isNew)] };
    },
  };
}

const nodesOf = (connection: object | null | undefined): readonly unknown[] | undefined =>
  connection && 'nodes' in connection && Array.isArray(connection.nodes) ? connection.nodes : undefined;

const isUnseenIn = (nodes: readonly unknown[]): ((node: unknown) => boolean) => {
  const seen = new Set(nodes.map((node) => (isReference(node) ? node.__ref : node)));
  return (node) => isReference(node) && !seen.has(node.__ref);
};

/**
 * A link to a user that a record names by ID. The gateway resolves it to the signed-in user and friends, else to null;
 * this adds the users that the cache has from elsewhere, such as the members of a class.
 */
const linkedUser =
  (idField: string): FieldReadFunction =>
  (user, { readField, toReference }) => {
    if (user) return user;
    const id = readField(idField);
    const known = typeof id === 'string' ? toReference({ __typename: 'User', id }) : undefined;
    return known && readField('handle', known) !== undefined ? known : user;
  };
