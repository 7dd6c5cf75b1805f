import { gql } from '@apollo/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const CLASS = gql`
  query Class {
    theClass: class(id: "g-first-aid-spring") {
      id
      students {
        id
        userId
        user { id handle firstName lastName country profilePicId anonymous userType }
        details { position role gender }
      }
    }
  }
`;
const ME = gql`
  query Me { me { id handle email } }
`;
const COUNT = gql`
  query Count { me { notifications { totalCount } } }
`;
const NAMES = gql`
  query Names { me { id ...Name friends { user { id ...Name } } } }
  fragment Name on Person { handle }
`;
const LEADERBOARD = gql`
  query Leaderboard {
    leaderboard(first: 100) {
      edges { node { userId user { id handle firstName lastName country profilePicId anonymous userType } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

interface Person {
  id: string;
  handle: string | null;
}
interface Class {
  theClass: { students: { userId: string; user: Person }[] };
}
interface Names {
  me: Person & { friends: { user: Person }[] };
}
interface Leaderboard {
  leaderboard: { edges: { node: { userId: string; user: Person | null } }[] };
}

const session = { authorization: () => as.student.authorization ?? '' };
const gateway = suiteGateway();
beforeEach(async () => {
  const { data } = await gateway.student(
    `{ theClass: class(id: "g-first-aid-spring") { students { userId } } }`,
  );
  gateway.faults.set(
    'GET /leaderboard/v1',
    json([...data.theClass.students, { userId: 'u-unknown' }].map(({ userId }) => ({ userId, score: 1 }))),
  );
});

/** A client with a normalized cache. `cached`: from the cache alone, null if it lacks anything. */
interface CachingClient {
  read<Data>(document: typeof CLASS): Promise<Data>;
  cached<Data>(document: typeof CLASS): Promise<Data | null>;
}

const apollo = (): CachingClient => {
  const client = createApolloClient({ url: `${gateway.url}/graphql`, session });
  return {
    read: async <Data>(query: typeof CLASS) => {
      await client.query({ query, fetchPolicy: 'network-only' });
      const data = client.readQuery<Data>({ query });
      if (!data) throw new Error('the cache lacks a part of the response');
      return data;
    },
    cached: async <Data>(query: typeof CLASS) => client.readQuery<Data>({ query }),
  };
};

const urql = (): CachingClient => {
  const client = createUrqlClient({ url: `${gateway.url}/graphql`, session });
  return {
    read: async (document) => {
      const { data, error } = await client.query(document, {}, { requestPolicy: 'network-only' }).toPromise();
      expect(error).toBeUndefined();
      return data;
    },
    cached: async (document) =>
      (await client.query(document, {}, { requestPolicy: 'cache-only' }).toPromise()).data ?? null,
  };
};

describe.each([
  ["Apollo Client's InMemoryCache", apollo],
  ["urql's graphcache", urql],
])('%s', (_name, create) => {
  it('keeps every name while a class, then a leaderboard, then the class is read', async () => {
    const client = create();
    const before = await client.read<Class>(CLASS);
    expect(before.theClass.students).toHaveLength(25);
    for (const { user } of before.theClass.students) expect(user.handle).toMatch(/^@/);
    await client.read<Leaderboard>(LEADERBOARD);
    expect(await client.cached<Class>(CLASS)).toEqual(before);
    expect(await client.read<Class>(CLASS)).toEqual(before);
  });

  it('shows the names of classmates on the leaderboard, joined by user ID', async () => {
    const client = create();
    const alone = await client.read<Leaderboard>(LEADERBOARD);
    expect(alone.leaderboard.edges.filter(({ node }) => node.user === null).length).toBeGreaterThan(5);
    const { theClass } = await client.read<Class>(CLASS);
    const { leaderboard } = await client.read<Leaderboard>(LEADERBOARD);
    const handles = new Map(theClass.students.map(({ userId, user }) => [userId, user.handle]));
    for (const { node } of leaderboard.edges) {
      expect(node.user?.handle ?? null).toBe(handles.get(node.userId) ?? null);
    }
  });

  it('matches a fragment for everyone with the signed-in user and with others', async () => {
    const { me } = await create().read<Names>(NAMES);
    expect(me.handle).toBe('@ana.ferreira');
    for (const { user } of me.friends) expect(user.handle).toMatch(/^@/);
  });
});

it("Apollo Client's cache keeps the signed-in user while an operation reads no member of the profile", async () => {
  const client = apollo();
  const before = await client.read<object>(ME);
  await client.read<object>(COUNT);
  expect(await client.cached<object>(ME)).toEqual(before);
  expect(await client.cached<object>(COUNT)).toMatchObject({ me: { __typename: 'Viewer' } });
});
