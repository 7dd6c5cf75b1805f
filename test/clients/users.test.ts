import { beforeEach, describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { type OpenCache, openApollo, openUrql } from './freshness/caches.ts';

const CLASS = `
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
const ME = 'query Me { me { id handle email } }';
const COUNT = 'query Count { me { notifications { totalCount } } }';
const NAMES = `
  query Names { me { id ...Name friends { user { id ...Name } } } }
  fragment Name on Person { handle }
`;
const LEADERBOARD = `
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
const opened = (open: OpenCache) => {
  const client = open(`${gateway.url}/graphql`, as.student.authorization ?? '');
  const cached = async <Data>(document: string) => client.read(document, {}) as Data | null;
  const read = async <Data>(document: string): Promise<Data> => {
    await client.load(document, {});
    const data = await cached<Data>(document);
    if (!data) throw new Error('the cache lacks a part of the response');
    return data;
  };
  return { read, cached };
};

describe.each([
  ["Apollo Client's InMemoryCache", openApollo],
  ["urql's graphcache", openUrql],
])('%s', (_name, open) => {
  const create = () => opened(open);

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
  const client = opened(openApollo);
  const before = await client.read<object>(ME);
  await client.read<object>(COUNT);
  expect(await client.cached<object>(ME)).toEqual(before);
  expect(await client.cached<object>(COUNT)).toMatchObject({ me: { __typename: 'Viewer' } });
});
