import type {
  FieldMergeFunction,
  FieldPolicy,
  FieldReadFunction,
  PossibleTypesMap,
  TypePolicies,
} from '@apollo/client';
import { isReference, relayStylePagination } from '@apollo/client/utilities';
import { deletedBy } from '../changes.ts';
import { CONNECTIONS, POSSIBLE_TYPES, USER_LINKS, VALUE_TYPES, WRITES } from '../generated/graph-facts.ts';

/** The types of each interface of this graph, for an `InMemoryCache` with settings of its own. */
export const possibleTypes = (): PossibleTypesMap => POSSIBLE_TYPES;

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
  // The signed-in user is one object, even if an operation does not select its ID.
  for (const type of [...VALUE_TYPES, 'Viewer']) policyOf(type).merge = true;
  for (const [type, fields] of Object.entries(CONNECTIONS))
    for (const [field, keyArgs] of Object.entries(fields)) policyOf(type).fields[field] = pages(keyArgs);
  for (const [type, fields] of Object.entries(USER_LINKS))
    for (const field of fields) policyOf(type).fields[field] = { read: linkedUser(`${field}Id`) };
  for (const field of Object.keys(WRITES)) {
    const type = deletedBy(field);
    if (type !== undefined) policyOf('Mutation').fields[field] = evicting(type);
  }
  policyOf('Bucket').fields.access = { merge: keptAccess };
  return policies;
}

/** Only writes return the access to a bucket: a read, which has null, keeps the known one. */
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

/** A list in the format of the cache. */
interface Connection {
  readonly edges?: readonly Edge[];
  readonly nodes?: readonly unknown[];
}

interface Edge {
  readonly node?: unknown;
  readonly cursor?: string;
}

/**
 * Merges the pages of a list as Apollo does, by their `edges`. Queries that select `nodes`, or other fields of the edges, read the
 * same list: so that it has one state, a page without edges gets them, and `nodes` follow from the merged ones.
 */
function pages(keyArgs: readonly string[]): FieldPolicy {
  const { read, merge } = relayStylePagination();
  if (typeof merge !== 'function') throw new Error('relayStylePagination has no merge function.');
  return {
    // Counts without a list would count as a list without items.
    keyArgs: (args) =>
      args?.first === 0 ? [...keyArgs, 'first', 'after'] : keyArgs.length === 0 ? false : [...keyArgs],
    read: (existing, options) => (options.args?.first === 0 ? existing : read?.(existing, options)),
    merge: (existing, incoming, options) => {
      const known: Connection = existing ?? {};
      const after: unknown = options.args?.after ?? null;
      const edges = incoming && pageOf(incoming, known, after);
      const merged = merge(existing, edges ? { ...incoming, edges } : incoming, options);
      const { edges: all }: Connection = merged ?? {};
      return all?.every((edge) => edge.node !== undefined)
        ? { ...merged, nodes: all.map(({ node }) => node) }
        : merged;
    },
  };
}

/** The edges of a page that are new, with their known fields. Undefined: it has neither edges nor nodes. */
function pageOf(
  { nodes, edges = nodes?.map((node) => ({ node })) }: Connection,
  { edges: known = [] }: Connection,
  after: unknown,
): Edge[] | undefined {
  const byNode = new Map(known.map((edge) => [keyOf(edge), edge]));
  // Items after an unknown place are appended: those of a page that was requested twice are there.
  const isNew =
    after === null || known.some(({ cursor }) => cursor === after) ? () => true : isUnseenIn(byNode);
  return edges?.filter(isNew).map((edge) => ({ ...byNode.get(keyOf(edge)), ...edge }));
}

const keyOf = ({ node }: Edge): unknown => (isReference(node) ? node.__ref : node);

const isUnseenIn =
  (known: ReadonlyMap<unknown, Edge>) =>
  (edge: Edge): boolean =>
    !known.has(keyOf(edge));

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
