import { InMemoryCache } from '@apollo/client';
import { Client, fetchExchange, type TypedDocumentNode } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { type GraphQLSchema, getNamedType, isLeafType, isObjectType, parse } from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Answered } from './fact-base.ts';
import { type Fact, factsOfRecord, isRandom, type Occurrence, readFacts } from './facts.ts';
import { hasId, type Operation, printFragment, printOperation, pruned, type Selected } from './operation.ts';

/** A normalized cache of a client library. */
export interface ClientCache {
  name: string;
  /**
   * Writes both responses into an empty cache and reads the first one back.
   * @returns the facts of the first response that the cache no longer has.
   */
  lostFrom(first: Answered, second: Answered): Promise<Fact[]>;
}

/** Types whose objects are part of the object that contains them. */
const typesWithoutId = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !hasId(type) && !type.name.startsWith('_'))
    .map(({ name }) => name);

/** Apollo Client. Records are read back one by one: their lists of items without an ID are replaced by each write. */
export function apolloCache(schema: GraphQLSchema): ClientCache {
  const roots = new Set([schema.getQueryType()?.name, schema.getMutationType()?.name]);
  const merged = typesWithoutId(schema).filter((name) => !roots.has(name));
  const typePolicies = Object.fromEntries(merged.map((name) => [name, { merge: true }]));
  return {
    name: 'Apollo Client',
    lostFrom: async (first, second) => {
      const cache = new InMemoryCache({ typePolicies });
      for (const { operation, result } of [first, second]) {
        const dataId = operation.kind === 'query' ? 'ROOT_QUERY' : 'ROOT_SUBSCRIPTION';
        cache.write({
          dataId,
          query: parse(printOperation(operation)),
          result: structuredClone(result.data),
        });
      }
      const shared = recordsIn(second);
      return occurrencesIn(first)
        .filter(({ record }) => shared.has(record))
        .flatMap((occurrence) => {
          const fields = ownFields(occurrence.fields);
          const known = factsOfRecord({ ...occurrence, fields });
          const type = schema.getType(occurrence.typename);
          if (!isObjectType(type) || known.length === 0) return [];
          const object = cache.readFragment({
            id: occurrence.record,
            fragment: parse(printFragment(type, fields)),
            returnPartialData: true,
          });
          return missingFrom(known, isRecord(object) ? factsOfRecord({ ...occurrence, fields, object }) : []);
        });
    },
  };
}

/** Fields that a normalized cache stores with the record itself; of other records, the reference. */
const ownFields = (fields: readonly Selected[]): Selected[] =>
  fields.flatMap((selected) => {
    const named = getNamedType(selected.field.type);
    if (isLeafType(named)) return [selected];
    if (!isObjectType(named)) return [];
    if (hasId(named)) return [{ ...selected, below: [] }];
    const isList = String(selected.field.type).startsWith('[');
    return isList ? [] : [{ ...selected, below: ownFields(selected.below) }];
  });

/** urql's Graphcache, behind a client whose server sends the recorded responses. */
export function urqlCache(schema: GraphQLSchema): ClientCache {
  const keys = Object.fromEntries(typesWithoutId(schema).map((name) => [name, () => null]));
  return {
    name: 'urql',
    lostFrom: async (first, second) => {
      const responses = [first, second].map(({ result }) => JSON.stringify({ data: result.data }));
      const client = new Client({
        url: 'http://recorded.invalid/graphql',
        preferGetMethod: false,
        exchanges: [cacheExchange({ keys, logger: () => {} }), fetchExchange],
        fetch: async () =>
          new Response(responses.shift(), { headers: { 'content-type': 'application/json' } }),
      });
      const query = documentOf(first.operation);
      await client.query(query, {}, { requestPolicy: 'network-only' }).toPromise();
      await client.query(documentOf(second.operation), {}, { requestPolicy: 'network-only' }).toPromise();
      const { data } = await client.query(query, {}, { requestPolicy: 'cache-only' }).toPromise();
      const known = readFacts(first.operation, first.result).facts;
      return missingFrom(known, readFacts(first.operation, { data, errors: [] }).facts);
    },
  };
}

const documentOf = (operation: Operation): TypedDocumentNode<unknown, Record<string, never>> =>
  parse(printOperation(operation));

function missingFrom(known: readonly Fact[], read: readonly Fact[]): Fact[] {
  const values = new Map(read.map(({ record, field, value }) => [`${record}.${field}`, value]));
  return known.filter(({ record, field, value }) => values.get(`${record}.${field}`) !== value);
}

const occurrencesIn = ({ operation, result }: Answered): Occurrence[] =>
  readFacts(operation, result).occurrences;

const recordsIn = (answered: Answered): ReadonlySet<string> =>
  new Set(occurrencesIn(answered).map(({ record }) => record));

/** The operation and response without the fields that failed and without random lists. Null: nothing is left. */
export function comparablePart({ operation, result }: Answered): Answered | null {
  const failed = new Set(result.errors.map(({ path }) => nullAt(result.data, path ?? []).join('.')));
  if (failed.has('')) return null;
  const kept = pruned(operation, (path, selected) => !isRandom(selected) && !failed.has(path.join('.')));
  return kept.fields.length === 0 ? null : { operation: kept, result: { ...result, errors: [] } };
}

/** The response keys down to the null that an error caused. */
function nullAt(data: unknown, path: readonly (string | number)[]): string[] {
  const keys: string[] = [];
  let value = data;
  for (const step of path) {
    if (value === null) break;
    if (typeof step === 'string') {
      keys.push(step);
      value = isRecord(value) ? value[step] : null;
    } else value = Array.isArray(value) ? value[step] : null;
  }
  return keys;
}
