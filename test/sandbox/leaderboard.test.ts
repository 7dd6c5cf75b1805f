import { describe, expect, it } from 'vitest';
import { forSuite, IN_ORDER } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const list = (query: object = {}) => platform.call('listEntries', platform.student, { ...query });
const submit = (query: object) => platform.call('submitScore', platform.student, { ...query });

describe('the leaderboard', IN_ORDER, () => {
  it('ranks the entries with all given categories; equal scores share a rank', async () => {
    const { body } = await list({ categories: ['weekly', 'knots'] });
    expect(body.map((entry: { userId: string; rank: number }) => [entry.userId, entry.rank])).toEqual([
      ['u-noor', 1],
      ['u-priya', 2],
      ['u-tomas', 3],
      ['u-ana', 3],
      ['u-kofi', 5],
    ]);
    expect((await list({ categories: 'weekly,knots' })).body).toEqual(body);
    expect((await list()).body).toHaveLength(8);
    const page = await list({ categories: 'knots', limit: '2', page: '2' });
    expect(page.body[0].userId).toBe('u-tomas');
  });

  it('updates the entry in the same categories and adds one in others', async () => {
    const first = await submit({ categories: ['sprint', 'junior'], score: '10' });
    expect(first.body).toMatchObject({ categories: ['junior', 'sprint'], score: 10, rank: 1 });
    const again = await submit({ categories: 'junior,sprint', score: '7' });
    expect(again.body.score).toBe(7);
    expect((await list({ categories: 'sprint' })).body).toHaveLength(1);
    await submit({ categories: ['sprint'], score: '3' });
    expect((await list({ categories: 'sprint' })).body).toHaveLength(2);
  });
});
