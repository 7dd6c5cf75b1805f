import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { status } from './support/faults.ts';
import { as, codesByPath, startGateway } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

const ENTITIES = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Course { name objectives { name } }
    ... on Class { name }
    ... on Bucket { data(key: "theme") }
    ... on Note { text }
  }
}`;

describe('the graph as a subgraph of Apollo Federation', () => {
  const gateway = suiteGateway({ environment: { FEDERATION: 'true' } });

  const enter = (representations: unknown[], credential: Record<string, string> = as.student) =>
    gateway.query(ENTITIES, { as: credential, variables: { representations } });

  it('composes with a subgraph that adds to its types', async () => {
    const { data } = await gateway.query('{ _service { sdl } }');
    const reviews = `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@shareable"])
      type Query { reviews(first: Int): ReviewConnection }
      type ReviewConnection { nodes: [Review!]! pageInfo: PageInfo! }
      type PageInfo @shareable {
        hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
      }
      type Review { text: String course: Course author: User }
      type Course @key(fields: "id") { id: ID! reviews: [Review!] }
      type User @key(fields: "id") { id: ID! reviews: [Review!] }`;
    const { errors, supergraphSdl = '' } = composeServices([
      { name: 'learning', url: `${gateway.url}/graphql`, typeDefs: parse(data._service.sdl) },
      { name: 'reviews', url: 'http://127.0.0.1:4001/graphql', typeDefs: parse(reviews) },
    ]);
    expect(errors).toBeUndefined();
    const course = /type Course\b[\s\S]*?\n}/.exec(supergraphSdl)?.[0];
    expect(course).toContain('reviews: [Review!] @join__field(graph: REVIEWS)');
    expect(course).toContain('objectives: [CourseObjective!] @join__field(graph: LEARNING)');
    // The costs reach the router as well.
    expect(supergraphSdl).toMatch(/friends: \[Friend!\] .*@listSize\(assumedSize: 50/);
    expect(supergraphSdl).toMatch(/base64: String! .*@cost\(weight: 40000\)/);
  });

  it('resolves entities by ID, each read once, in the requested order', async () => {
    const { data, errors, calls } = await enter([
      { __typename: 'Course', id: 'c-first-aid' },
      { __typename: 'Class', id: 'g-first-aid-spring' },
      { __typename: 'Course', id: 'c-knots' },
      { __typename: 'Course', id: 'c-first-aid' },
    ]);
    expect(errors).toEqual([]);
    expect(data._entities.map(({ name }: { name: string }) => name)).toEqual([
      'Field First Aid',
      expect.any(String),
      expect.any(String),
      'Field First Aid',
    ]);
    expect(calls.toSorted()).toEqual([
      'GET /edu/v1/class/structure?classId=g-first-aid-spring',
      'GET /edu/v1/course/objectives?courseId=c-first-aid',
      'GET /edu/v1/course/objectives?courseId=c-knots',
      'GET /edu/v1/course?courseId=c-first-aid',
      'GET /edu/v1/course?courseId=c-knots',
    ]);
  });

  it('resolves the signed-in user and friends, and no one else, with at most two calls', async () => {
    const { data, calls } = await gateway.student(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on User { id handle } } }',
      { of: ['u-ana', 'u-marcus', 'u-priya'].map((id) => ({ __typename: 'User', id })) },
    );
    expect(data._entities).toMatchObject([
      { id: 'u-ana', handle: expect.any(String) },
      null,
      { id: 'u-priya', handle: expect.any(String) },
    ]);
    expect(calls).toEqual(['GET /user/v1/my/profile', 'GET /user/v1/my/friends']);
  });

  it('resolves entities of the plugin', async () => {
    const { data, errors } = await enter([{ __typename: 'AtoRequest', id: 'unknown' }], as.plugin);
    expect({ data, errors }).toEqual({ data: { _entities: [null] }, errors: [] });
  });

  it('returns null for an unknown entity, and reports which one failed', async () => {
    gateway.faults.set('GET /edu/v1/class/structure', status(500));
    const { data, errors } = await enter([
      { __typename: 'Course', id: 'nowhere' },
      { __typename: 'Class', id: 'g-first-aid-spring' },
      { __typename: 'Course', id: 'c-knots' },
    ]);
    expect(data._entities).toMatchObject([null, null, { __typename: 'Course' }]);
    expect(codesByPath(errors)).toEqual({ '_entities.1': 'UPSTREAM_UNAVAILABLE' });
  });

  it.each([
    ['a type that is not an entity', { __typename: 'Lesson', id: 'l' }],
    ['an unknown type', { __typename: '__proto__', id: 'l' }],
    ['no type', { id: 'c-knots' }],
    ['no ID', { __typename: 'Course' }],
    ['an invalid ID', { __typename: 'Course', id: { a: 1 } }],
    ['a string', 'Course'],
  ])('rejects %s without a call', async (_, representation) => {
    const { errors, calls } = await enter([{ __typename: 'Course', id: 'c-knots' }, representation]);
    expect(codesByPath(errors)).toEqual({ _entities: 'BAD_USER_INPUT' });
    expect(errors[0]?.message).toBe(
      '`representations.1` must have an `id` and a `__typename` that is one of AtoRequest, Bucket, Class, Course, Note, User.',
    );
    expect(calls).toEqual([]);
  });

  it('applies the call budget to entities', async () => {
    const representations = Array.from({ length: 126 }, (_, i) => ({ __typename: 'Course', id: `c-${i}` }));
    const { errors, calls } = await gateway.query(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Course { objectives { id } } } }',
      { as: as.student, variables: { of: representations } },
    );
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('may need 252 platform calls'),
        extensions: { code: 'OPERATION_TOO_EXPENSIVE' },
      },
    ]);
    expect(calls).toEqual([]);
  });
});

describe('a subgraph with introspection disabled', () => {
  it('does not return its SDL', async () => {
    const gateway = await startGateway({ environment: { FEDERATION: 'true', INTROSPECTION: 'false' } });
    const { errors, text } = await gateway.query('{ _service { sdl } }');
    expect(codesByPath(errors)).toEqual({ _service: 'FORBIDDEN' });
    expect(text).not.toContain('type Course');
    await gateway.close();
  });
});

describe('the graph without federation', () => {
  it('has no federation fields', async () => {
    const gateway = await startGateway();
    const { errors } = await gateway.query('{ _service { sdl } }');
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    await gateway.close();
  });
});
