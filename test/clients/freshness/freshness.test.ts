import { getDirectiveValues, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRITES } from '../../../packages/client/src/generated/graph-facts.ts';
import { fieldsOf } from '../../reach/operations.ts';
import { type Reach, reachTable, type World } from '../../reach/table.ts';
import { REACHES, settle } from '../../reach/walk.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { schema } from '../../support/schema.ts';
import { type OpenCache, openApollo, openUrql, relayFor } from './caches.ts';
import { ALL_READS, readsOf } from './reads.ts';

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
/** The fields that a mutation says it changes: the statement beside it in the schema. */
const statedBy = ({ astNode }: (typeof mutations)[number]): readonly string[] | null => {
  const directive = schema.getDirective('changes');
  const fields = directive && astNode && getDirectiveValues(directive, astNode)?.fields;
  return Array.isArray(fields) ? fields.map(String) : null;
};
/** The names of the fields under which a cache keeps them. */
const PLACES: Readonly<Record<string, string | undefined>> = WRITES;

/** The mutations of `schema/examples`, in an order in which each finds what it needs. */
const writes: readonly Reach[] = REACHES.filter(({ document }) => document.startsWith('mutation'));

describe('what a mutation changes', () => {
  it('is said by every mutation', () => {
    expect(mutations.filter((field) => statedBy(field) === null).map(({ name }) => name)).toEqual([]);
  });

  it('is read by the documents of these tests, and every mutation is made', () => {
    const read = new Set(ALL_READS.flatMap((document) => fieldsOf(parse(document))));
    expect(mutations.flatMap((field) => statedBy(field) ?? []).filter((field) => !read.has(field))).toEqual(
      [],
    );
    const made = new Set(writes.flatMap(({ document }) => fieldsOf(parse(document))));
    expect(mutations.filter(({ name }) => !made.has(`Mutation.${name}`))).toEqual([]);
  });
});

describe.each<[string, () => Promise<OpenCache>]>([
  ['Apollo Client', () => Promise.resolve(openApollo)],
  ['urql', () => Promise.resolve(openUrql)],
  ['Relay', () => relayFor([...ALL_READS, ...writes.map(({ document }) => document)])],
])('the cache of %s', { tags: 'slow' }, (name, prepare) => {
  let gateway: TestGateway;
  let world: World;
  let open: OpenCache;
  beforeAll(async () => {
    [gateway, open] = await Promise.all([startGateway(), prepare()]);
    world = await settle(gateway);
  });
  afterAll(() => gateway.close());

  it.each(writes.map(({ operation }) => operation))('has nothing old after %s', async (operation) => {
    const write = reachTable(world).find((reach) => reach.operation === operation);
    if (!write) throw new Error(`there is no ${operation}`);
    const credential = write.authorization ?? '';
    const cache = open(`${gateway.url}/graphql`, credential);
    const isChanged = changedBy(write.document);
    const variables = { atoRequestId: world.atoRequestId };

    const loaded: string[] = [];
    for (const query of readsOf(write.authorization, world)) {
      await cache.load(query, variables);
      if (cache.read(query, variables) !== null) loaded.push(query);
    }
    await cache.write(write.document, write.variables);

    for (const query of loaded) {
      const cached = cache.read(query, variables);
      const { data, errors } = await gateway.query(query, { as: { authorization: credential }, variables });
      if (cached !== null && errors.length === 0) expect(cached, query).toMatchObject(withoutAccess(data));
      // What was not changed is not read again. Relay drops objects, in place of their fields.
      if (name !== 'Relay' && !isChanged(query)) expect(cached, query).not.toBeNull();
    }
  });
});

/** A read does not say who may use a bucket: docs/cache-rule.md. */
const withoutAccess = (data: unknown): object =>
  Object(JSON.parse(JSON.stringify(data), (name, value) => (name === 'access' ? undefined : value)));

/** Whether a query reads what a mutation says that it changes. */
function changedBy(mutation: string): (query: string) => boolean {
  const fields = fieldsOf(parse(mutation)).map((field) => field.replace('Mutation.', ''));
  const places = new Set(fields.flatMap((field) => PLACES[field]?.split(' ') ?? []));
  return (query) => fieldsOf(parse(query)).some((field) => places.has(field.split('.')[1] ?? ''));
}
