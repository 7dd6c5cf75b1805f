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

/** A row that names a user. */
interface Row {
  userId: string;
  user: { handle: string } | null;
}

const credential = as.student.authorization ?? '';
/** Reads documents through the normalized cache of a client. */
const reading = (open: OpenCache) => {
  const client = open(`${gateway.url}/graphql`, credential);
  return async (document: string) => {
    await client.load(document, {});
    return Object(client.read(document, {}));
  };
};

describe.each([
  ["Apollo Client's InMemoryCache", openApollo],
  ["urql's graphcache", openUrql],
])('%s', (_name, open) => {
  it('shows the names of classmates on the leaderboard, joined by user ID', async () => {
    const read = reading(open);
    const alone = await read(LEADERBOARD);
    expect(
      alone.leaderboard.edges.filter(({ node }: { node: Row }) => node.user === null).length,
    ).toBeGreaterThan(5);
    const { theClass } = await read(CLASS);
    const { leaderboard } = await read(LEADERBOARD);
    const handles = new Map(theClass.students.map(({ userId, user }: Row) => [userId, user?.handle]));
    for (const { node } of leaderboard.edges)
      expect(node.user?.handle ?? null).toBe(handles.get(node.userId) ?? null);
  });

  it('matches a fragment for everyone with the signed-in user and with others', async () => {
    const { me } = await reading(open)(NAMES);
    expect(me.handle).toBe('@ana.ferreira');
    for (const { user } of me.friends) expect(user.handle).toMatch(/^@/);
  });
});

it("Apollo Client's cache keeps the signed-in user while an operation reads no member of the profile", async () => {
  const client = openApollo(`${gateway.url}/graphql`, credential);
  await client.load(ME, {});
  const before = client.read(ME, {});
  await client.load(COUNT, {});
  expect(before).toMatchObject({ me: { handle: '@ana.ferreira' } });
  expect(client.read(ME, {})).toEqual(before);
  expect(client.read(COUNT, {})).toMatchObject({ me: { __typename: 'Viewer' } });
});
