import { gql } from '@apollo/client';
import { type GraphQLObjectType, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createClient as createApolloClient, createCache } from '../../packages/client/src/apollo.ts';
import { CoursesDocument } from '../../packages/client/src/documents.ts';
import { cacheConfig, createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';

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

  it('joins the pages of a list while scrolling, each item once, up to the end', async () => {
    const client = open();
    const query = client.watchQuery({ query: CoursesDocument, variables: { first: 2 } });
    const shown = new Collected<(string | null)[]>();
    const subscription = query.subscribe(({ data, dataState }) => {
      if (dataState === 'complete') shown.add(data.courses?.edges.map(({ node }) => node.name) ?? []);
    });
    await shown.reach(1);
    const expected = await namesIn();
    expect(expected.length).toBeGreaterThan(4);
    let page = query.getCurrentResult().data?.courses?.pageInfo;
    while (page?.hasNextPage) {
      const { data } = await query.fetchMore({ variables: { first: 2, after: page.endCursor ?? null } });
      page = data?.courses?.pageInfo;
    }
    await vi.waitFor(() => expect(shown.items.at(-1)).toEqual(expected));
    expect(shown.items[0]).toEqual(expected.slice(0, 2));
    subscription.unsubscribe();
    client.stop();
  });

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
    await vi.waitFor(() => expect(watched.getCurrentResult().dataState).toBe('complete'));
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

  it('keeps counts apart from the list, whichever is read first', async () => {
    const counts = gql`{ courses(first: 0) { totalCount pageInfo { hasNextPage endCursor } } }`;
    for (const order of [
      [counts, CoursesDocument],
      [CoursesDocument, counts],
    ]) {
      const client = open();
      for (const query of order) await client.query({ query, variables: { first: 2 } });
      const list = client.readQuery({ query: CoursesDocument, variables: { first: 2 } });
      expect(list?.courses?.edges).toHaveLength(2);
      expect(list?.courses?.pageInfo.endCursor).toEqual(expect.any(String));
      const totalCount = (await namesIn()).length;
      const pageInfo = { hasNextPage: true, endCursor: null };
      expect(client.readQuery({ query: counts })).toMatchObject({ courses: { totalCount, pageInfo } });
      client.stop();
    }
  });

  it('keeps what other operations have read of an object without an ID', async () => {
    const client = open();
    for (const query of [
      gql`{ me { id parentFlags { cameraDisabled } } }`,
      gql`{ me { id parentFlags { proximityFriends } } }`,
    ])
      await client.query({ query });
    const query = gql`{ me { id parentFlags { cameraDisabled proximityFriends } } }`;
    expect(client.readQuery({ query })).not.toBeNull();
    client.stop();
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

  it('keeps counts apart from the list, whichever is read first', async () => {
    const counts = gql`{ courses(first: 0) { totalCount pageInfo { hasNextPage endCursor } } }`;
    const list = gql`{ courses(first: 2) { edges { node { id } } pageInfo { hasNextPage endCursor } } }`;
    const totalCount = (await namesIn()).length;
    for (const order of [
      [counts, list],
      [list, counts],
    ]) {
      const client = createUrqlClient({ url: `${gateway.url}/graphql`, session });
      for (const query of order) await client.query(query, {}).toPromise();
      expect(client.readQuery(counts, {})?.data.courses).toMatchObject({
        totalCount,
        pageInfo: { hasNextPage: true, endCursor: null },
      });
      const shown = client.readQuery(list, {})?.data.courses;
      expect(shown.edges).toHaveLength(2);
      expect(shown.pageInfo).toMatchObject({ hasNextPage: true, endCursor: expect.any(String) });
    }
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

/** Source: GraphQL Cursor Connections Specification, which Relay requires. */
describe('Relay', () => {
  it.each(lists)('accepts the connection $coordinate', ({ coordinate }) => {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const field = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName];
    const args = Object.fromEntries((field?.args ?? []).map(({ name, type }) => [name, String(type)]));
    expect(args).toMatchObject({ first: 'Int', after: 'String' });
    const connection = getNamedType(field?.type) as GraphQLObjectType;
    const { edges, pageInfo } = connection.getFields();
    expect(String(pageInfo?.type)).toBe('PageInfo!');
    const edge = getNamedType(edges?.type) as GraphQLObjectType;
    expect(String(edge.getFields().cursor?.type)).toBe('String!');
    expect(edge.getFields().node).toBeDefined();
  });

  it('accepts PageInfo', () => {
    const fields = (schema.getType('PageInfo') as GraphQLObjectType).getFields();
    expect(Object.values(fields).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'hasNextPage: Boolean!',
      'hasPreviousPage: Boolean!',
      'startCursor: String',
      'endCursor: String',
    ]);
  });
});

const pick = (values: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));
