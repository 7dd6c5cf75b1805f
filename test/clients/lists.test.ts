import { gql } from '@apollo/client';
import fc from 'fast-check';
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createClient as createApolloClient, createCache } from '../../packages/client/src/apollo.ts';
import { cacheConfig, createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { openApollo, openUrql } from './freshness/caches.ts';

const types = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));
const isConnection = (type: GraphQLOutputType): boolean => getNamedType(type).name.endsWith('Connection');
/** The lists of the graph by coordinate, each with the arguments that distinguish lists. */
const lists = types.flatMap((type) =>
  Object.values(type.getFields())
    .filter((field) => isConnection(field.type))
    .map(({ name, args }) => ({
      coordinate: `${type.name}.${name}`,
      keys: args.map((arg) => arg.name).filter((arg) => arg !== 'first' && arg !== 'after'),
    })),
);

const session = { authorization: () => as.student.authorization ?? '' };
const gateway = suiteGateway();

const namesIn = async (): Promise<string[]> => {
  const { data } = await gateway.student('{ courses(first: 100) { nodes { name } } }');
  return data.courses.nodes.map(({ name }: { name: string }) => name);
};

describe('Apollo Client', () => {
  const open = () => createApolloClient({ url: `${gateway.url}/graphql`, session });

  it('joins the pages of a query that selects `nodes`', async () => {
    const client = open();
    const query = gql`
      query CourseNodes($after: String) {
        courses(first: 2, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } }
      }
    `;
    const watched = client.watchQuery<{
      courses: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }>({ query });
    const subscription = watched.subscribe(() => {});
    await expect.poll(() => watched.getCurrentResult().dataState).toBe('complete');
    const read = () => client.readQuery<{ courses: { nodes: { name: string }[] } }>({ query });
    let page = watched.getCurrentResult().data?.courses?.pageInfo;
    while (page?.hasNextPage) {
      const more = () => watched.fetchMore({ variables: { after: page?.endCursor } });
      // A user who clicks twice requests a page twice.
      const [{ data }] = await Promise.all([more(), more()]);
      page = data?.courses.pageInfo;
    }
    expect(read()?.courses.nodes.map(({ name }) => name)).toEqual(await namesIn());
    await watched.refetch();
    expect(read()?.courses.nodes).toHaveLength(2);
    subscription.unsubscribe();
    client.stop();
  });

  /** Queries of one list, by what they select of it. */
  const SELECTIONS = {
    nodes: 'nodes { id name }',
    edges: 'edges { node { id name } }',
    cursors: 'edges { cursor node { id name } }',
    both: 'edges { node { id } } nodes { id name }',
  };
  type Selection = keyof typeof SELECTIONS;
  const selections = Object.keys(SELECTIONS) as Selection[];
  const documentOf = (selection: Selection) => gql`
    query ($first: Int, $after: String) {
      courses(first: $first, after: $after) { ${SELECTIONS[selection]} pageInfo { hasNextPage endCursor } }
    }
  `;
  interface Item {
    id: string;
  }
  interface List {
    courses: {
      nodes?: Item[];
      edges?: { node: Item }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }
  const idsIn = ({ courses: { nodes, edges = [] } }: List): string[] =>
    (nodes ?? edges.map(({ node }) => node)).map(({ id }) => id);

  it('shows one list to queries that select it differently: no item twice, none left out', async () => {
    const { data } = await gateway.student('{ courses(first: 100) { nodes { id } } }');
    const all = data.courses.nodes.map(({ id }: Item) => id);
    const step = fc.record({
      selection: fc.constantFrom(...selections),
      first: fc.integer({ min: 1, max: 4 }),
      continues: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const client = open();
        for (const { selection, first, continues } of steps) {
          const query = documentOf(selection);
          // What the query shows says where its next page begins, whichever query has read it.
          const shown = client.readQuery<List>({ query });
          const after = continues ? (shown?.courses.pageInfo.endCursor ?? null) : null;
          await client.query<List>({ query, variables: { first, after }, fetchPolicy: 'network-only' });
          for (const each of selections) {
            const list = client.readQuery<List>({ query: documentOf(each) });
            if (!list) continue;
            const ids = idsIn(list);
            expect(ids, JSON.stringify({ steps, each })).toEqual(all.slice(0, ids.length));
            const { endCursor, hasNextPage } = list.courses.pageInfo;
            expect([endCursor !== null, hasNextPage]).toEqual([true, ids.length < all.length]);
          }
          const own = client.readQuery<List>({ query });
          expect(own && idsIn(own).length).toBeGreaterThanOrEqual(Math.min(first, all.length));
        }
        client.stop();
      }),
      {
        numRuns: 25,
        seed: 20_261_127,
        // A query of `nodes` goes on after its page, where another one has read a shorter page of `edges`.
        examples: [
          [
            [
              { selection: 'nodes', first: 4, continues: false },
              { selection: 'cursors', first: 3, continues: false },
              { selection: 'nodes', first: 4, continues: true },
            ],
          ],
        ],
      },
    );
  });

  it('has a policy for every list of the graph, keyed by the arguments that distinguish lists', () => {
    const { policies } = createCache();
    for (const { coordinate, keys } of lists) {
      const [typename = '', fieldName = ''] = coordinate.split('.');
      const args = Object.fromEntries(['first', 'after', ...keys].map((name) => [name, 'x']));
      const expected = keys.length === 0 ? fieldName : `${fieldName}:${JSON.stringify(pick(args, keys))}`;
      expect(policies.getStoreFieldName({ typename, fieldName, args }), coordinate).toBe(expected);
    }
  });
});

describe.each([
  ['Apollo Client', openApollo],
  ['urql', openUrql],
])('the cache of %s', (_name, open) => {
  const opened = () => open(`${gateway.url}/graphql`, as.student.authorization ?? '');

  it('keeps counts apart from the list, whichever is read first', async () => {
    const counts = '{ courses(first: 0) { totalCount pageInfo { hasNextPage endCursor } } }';
    const list = '{ courses(first: 2) { edges { node { id } } pageInfo { hasNextPage endCursor } } }';
    const totalCount = (await namesIn()).length;
    for (const order of [
      [counts, list],
      [list, counts],
    ]) {
      const client = opened();
      for (const document of order) await client.load(document, {});
      const pageInfo = { hasNextPage: true, endCursor: null };
      expect(client.read(counts, {})).toMatchObject({ courses: { totalCount, pageInfo } });
      const { courses } = Object(client.read(list, {}));
      expect(courses.edges).toHaveLength(2);
      expect(courses.pageInfo).toMatchObject({ hasNextPage: true, endCursor: expect.any(String) });
    }
  });

  it('keeps what other operations have read of an object without an ID', async () => {
    const client = opened();
    await client.load('{ me { id parentFlags { cameraDisabled } } }', {});
    await client.load('{ me { id parentFlags { proximityFriends } } }', {});
    const document = '{ me { id parentFlags { cameraDisabled proximityFriends } } }';
    expect(client.read(document, {})).not.toBeNull();
  });
});

describe('urql', () => {
  it('joins the pages of a list, and knows the types without an ID', async () => {
    const warnings = vi.spyOn(console, 'warn');
    const client = createUrqlClient({ url: `${gateway.url}/graphql`, session });
    const document = gql`
      query Courses($after: String) {
        courses(first: 2, after: $after) {
          edges { node { id name objectives { id performance { score lessonScores { score } } } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `;
    let after: string | null = null;
    let names: string[] = [];
    do {
      const { data, error } = await client.query(document, { after }).toPromise();
      expect(error).toBeUndefined();
      names = data.courses.edges.map(({ node }: { node: { name: string } }) => node.name);
      after = data.courses.pageInfo.hasNextPage ? data.courses.pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toEqual(await namesIn());
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
  });

  it('is configured with every type of the graph that has no ID', () => {
    const root = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
    const without = types
      .filter((type) => !root.has(type) && !('id' in type.getFields()))
      .map(({ name }) => name)
      .filter((name) => !/(Connection|Edge|Payload)$|^PageInfo$/.test(name));
    expect(
      Object.keys(cacheConfig().keys)
        .filter((name) => name !== 'Viewer')
        .toSorted(),
    ).toEqual(without.toSorted());
  });
});

const pick = (values: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));
