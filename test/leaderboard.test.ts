import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as, codesByPath } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('the leaderboard', () => {
  const gateway = suiteGateway();

  it.each([-1, -100_000_000, 1_000_000_001, 9e14])(
    'rejects a made-up cursor of position %d before any platform call',
    async (position) => {
      const checksum = crc32(`1:${position}:leaderboard:["knots"]`).toString(36);
      const after = Buffer.from(`1:${position}:${checksum}`).toString('base64url');
      const query =
        'query ($after: String) { leaderboard(categories: ["knots"], after: $after) { totalCount } }';
      const { errors, calls } = await gateway.query(query, { as: as.student, variables: { after } });
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(calls).toEqual([]);
    },
  );

  it('lists entries best first, with categories as repeated parameters', async () => {
    const { data, calls } = await gateway.student(`{ leaderboard(categories: ["knots", "weekly"], first: 2) {
        totalCount nodes { rank score categories user { id handle } extra } pageInfo { hasNextPage }
      } }`);
    expect(data.leaderboard).toEqual({
      totalCount: null,
      nodes: [
        {
          rank: 1,
          score: 990,
          categories: ['knots', 'weekly'],
          user: { id: 'u-noor', handle: '@noor.haddad' },
          extra: { createdDate: '2026-05-06T18:00:00.000Z', updatedDate: '2026-05-06T18:00:00.000Z' },
        },
        {
          rank: 2,
          score: 940,
          categories: ['knots', 'weekly'],
          user: { id: 'u-priya', handle: '@priya.raman' },
          extra: { createdDate: '2026-05-03T18:00:00.000Z', updatedDate: '2026-05-03T18:00:00.000Z' },
        },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect(calls).toEqual([
      'GET /leaderboard/v1?categories=knots&categories=weekly&limit=2&page=1',
      'GET /user/v1/my/profile',
      'GET /user/v1/my/friends',
    ]);
  });

  it('has cursors that are valid only for its categories', async () => {
    const page = `query ($categories: [String!], $after: String) { leaderboard(categories: $categories, first: 2, after: $after) { nodes { score } pageInfo { endCursor hasNextPage } } }`;
    const categories = ['knots', 'weekly'];
    const scores: number[] = [];
    let after: string | null = null;
    do {
      const { data } = await gateway.student(page, { categories, after });
      scores.push(...data.leaderboard.nodes.map(({ score }: { score: number }) => score));
      after = data.leaderboard.pageInfo.hasNextPage ? data.leaderboard.pageInfo.endCursor : null;
    } while (after);
    expect(scores).toEqual([990, 940, 820, 820, 610]);

    const { data } = await gateway.student(page, { categories });
    const elsewhere = await gateway.query(page, {
      as: as.student,
      variables: { categories: ['knots'], after: data.leaderboard.pageInfo.endCursor },
    });
    expect(codesByPath(elsewhere.errors)).toEqual({ leaderboard: 'BAD_USER_INPUT' });
    expect(elsewhere.calls).toEqual([]);
  });

  describe('the user of an entry', () => {
    const entries = json(
      Array.from({ length: 100 }, (_, index) => ({
        userId: ['u-ana', 'u-priya'][index] ?? `u-${index}`,
        score: 1,
      })),
    );

    it('is the signed-in user or a friend, and null for anyone else, with two calls for a hundred', async () => {
      gateway.faults.set('GET /leaderboard/v1', entries);
      const { data, calls } = await gateway.student(
        `{ leaderboard(first: 100) { nodes { userId user { id handle } } } }`,
      );
      expect(data.leaderboard.nodes.slice(0, 3)).toEqual([
        { userId: 'u-ana', user: { id: 'u-ana', handle: '@ana.ferreira' } },
        { userId: 'u-priya', user: { id: 'u-priya', handle: expect.stringMatching(/^@priya/) } },
        { userId: 'u-2', user: null },
      ]);
      expect(calls.slice(1)).toEqual(['GET /user/v1/my/profile', 'GET /user/v1/my/friends']);
    });

    it('does not depend on what else the operation reads', async () => {
      const { data } = await gateway.student(`{
          theClass: class(id: "g-first-aid-spring") { students { userId user { handle } } }
          searchUsers(first: 100) { nodes { id } }
          leaderboard(first: 100) { nodes { userId user { handle } } }
        }`);
      const alone = await gateway.student(`{ leaderboard(first: 100) { nodes { userId user { handle } } } }`);
      expect(data.leaderboard).toEqual(alone.data.leaderboard);
      const classmates = data.theClass.students.map(({ userId }: { userId: string }) => userId);
      const hidden = data.leaderboard.nodes.filter(
        ({ userId, user }: { userId: string; user: unknown }) => classmates.includes(userId) && user === null,
      );
      expect(hidden).not.toEqual([]);
    });
  });

  it('accepts a score beyond 32 bits and reads the rank again within the operation', async () => {
    const { data, calls } = await gateway.student(`mutation {
        first: submitScore(input: { categories: ["altitude"], score: 5 }) { entry { rank score } }
        second: submitScore(input: { categories: ["altitude"], score: 9000000000 }) { entry { rank score userId } extra }
      }`);
    expect(data.first.entry).toEqual({ rank: 1, score: 5 });
    expect(data.second).toEqual({
      entry: { rank: 1, score: 9_000_000_000, userId: 'u-ana' },
      extra: {},
    });
    expect(calls).toEqual([
      'PUT /leaderboard/v1?categories=altitude&score=5',
      'PUT /leaderboard/v1?categories=altitude&score=9000000000',
    ]);
  });

  describe('the rank after a score', () => {
    const SUBMIT =
      'mutation { submitScore(input: { categories: ["orienteering"], score: 1 }) { rank entry { score rank } } }';
    const PUT = 'PUT /leaderboard/v1?categories=orienteering&score=1';
    const RANK = 'GET /leaderboard/v1/rank?categories=orienteering';

    it('is read if the response to the write is the entry alone', async () => {
      gateway.faults.set('PUT /leaderboard/v1', json({ userId: 'u-ana', score: 1 }));
      const { data, calls } = await gateway.student(SUBMIT);
      expect(data.submitScore).toEqual({ rank: 2, entry: { score: 1, rank: null } });
      expect(calls).toEqual([PUT, RANK]);
    });

    it('is read with the entry in one call if the response has neither', async () => {
      gateway.faults.set('PUT /leaderboard/v1', json({ seen: true }));
      const { data, calls } = await gateway.student(SUBMIT.replace('rank entry', 'extra rank entry'));
      expect(data.submitScore).toEqual({ rank: 2, entry: { score: 1450, rank: 2 }, extra: { seen: true } });
      expect(calls).toEqual([PUT, RANK]);
    });

    it('is not read for an operation that does not select it', async () => {
      gateway.faults.set('PUT /leaderboard/v1', json({ userId: 'u-ana', score: 1 }));
      const { calls } = await gateway.student(SUBMIT.replace('rank entry', 'entry'));
      expect(calls).toEqual([PUT]);
    });

    it.each([
      ['in a wrapped entry', { data: { userId: 'u-ana', score: 1, rank: 7 } }],
      ['beside the entry', { entry: { userId: 'u-ana', score: 1 }, rank: 7, streak: 2 }],
      ['beside a wrapped entry', { data: { entry: { userId: 'u-ana', score: 1 }, rank: 7 } }],
      ['as a position', { userId: 'u-ana', score: 1, position: '7' }],
    ])('is that of the response to the write, if it is %s', async (_where, reply) => {
      gateway.faults.set('PUT /leaderboard/v1', json(reply));
      const { data, calls } = await gateway.student(SUBMIT.replace('rank entry', 'extra rank entry'));
      const extra = 'streak' in reply ? { streak: 2 } : expect.not.objectContaining({ rank: 7 });
      expect(data.submitScore).toEqual({ rank: 7, entry: { score: 1, rank: 7 }, extra });
      expect(calls).toEqual([PUT]);
    });

    it.each([
      ['in a wrapped entry', { data: { score: 1, rank: 4 } }, 4],
      ['beside the entry', { entry: { score: 1 }, rank: 4 }, 4],
      ['nowhere', { userId: 'u-ana', score: 1 }, null],
      ['nowhere, in an empty response', {}, null],
    ])('is null only if the platform states it %s', async (_where, ranked, rank) => {
      gateway.faults.set('PUT /leaderboard/v1', json({ userId: 'u-ana', score: 1 }));
      gateway.faults.set('GET /leaderboard/v1/rank', json(ranked));
      const { data } = await gateway.student(SUBMIT);
      expect(data.submitScore.rank).toBe(rank);
    });

    it('fails alone if it cannot be read: the score was accepted', async () => {
      gateway.faults.set('PUT /leaderboard/v1', json({ userId: 'u-ana', score: 1 }));
      gateway.faults.set('GET /leaderboard/v1/rank', status(400));
      const { data, errors } = await gateway.query(SUBMIT, { as: as.student });
      expect(data.submitScore).toEqual({ rank: null, entry: { score: 1, rank: null } });
      expect(codesByPath(errors)).toEqual({ 'submitScore.rank': 'BAD_USER_INPUT' });
    });
  });

  it('reads entries with an embedded user as an ID, a holder and `extra`, a separate rank and categories as one string', async () => {
    gateway.faults.set(
      'GET /leaderboard/v1/rank',
      json({
        entry: { user: { userId: 9, handle: '@nine', rankTitle: 'Ace' }, score: 3, categories: 'a, b' },
        rank: 4,
      }),
    );
    const { data, calls } = await gateway.student(
      `{ leaderboardRank { rank score categories userId user { id } holder { handle firstName lastName profilePicId } extra } }`,
    );
    expect(data.leaderboardRank).toEqual({
      rank: 4,
      score: 3,
      categories: ['a', 'b'],
      userId: '9',
      user: null,
      holder: { handle: '@nine', firstName: null, lastName: null, profilePicId: null },
      extra: { user: { rankTitle: 'Ace' } },
    });
    expect(calls).toEqual(['GET /leaderboard/v1/rank', 'GET /user/v1/my/profile', 'GET /user/v1/my/friends']);
  });
});
