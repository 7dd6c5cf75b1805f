// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { type Outcomes, outcomesInDocs, outcomesMarkdown, readOutcomes } from './empty-responses.ts';

/** Routes that name a record by its ID, the caller's own pictures, and the rank of someone without an entry. */
const MAY_BE_ABSENT = [
  'GET /app/v1/bucket',
  'GET /edu/v1/class/structure',
  'GET /edu/v1/course',
  'GET /edu/v1/course/levels',
  'GET /edu/v1/course/objectives',
  'GET /edu/v1/course/objectives/performance',
  'GET /edu/v1/note',
  'GET /edu/v1/question/',
  'GET /leaderboard/v1/rank',
  'GET /user/v1/my/profile/cover',
  'GET /user/v1/my/profile/picture',
];

describe('a response of the platform with nothing in it', () => {
  let outcomes: Outcomes;
  beforeAll(async () => {
    outcomes = await readOutcomes();
  });
  const routesWhere = (
    response: '404' | 'a page (200)' | '`{}`' | '`{"data":[]}`',
    outcome: string,
  ): string[] =>
    [...outcomes]
      .flatMap(([route, found]) => (found[response].join(', ') === outcome ? [route] : []))
      .toSorted();

  it('is null for a 404 of what is addressed by an ID, and otherwise an error', () => {
    expect(routesWhere('404', 'null')).toEqual(MAY_BE_ABSENT);
    expect(routesWhere('404', 'error')).toHaveLength(outcomes.size - MAY_BE_ABSENT.length);
  });

  it('is an error if it is a page for a browser', () => {
    expect(routesWhere('a page (200)', 'error')).toHaveLength(outcomes.size);
  });

  it('is a value only where the contract shows no form, and null only where there may be no entry', () => {
    const notErrors = [...outcomes].filter(([, found]) => found['`{}`'].join() !== 'error');
    expect(notErrors.map(([route, found]) => `${route}: ${found['`{}`'].join()}`).toSorted()).toEqual([
      'GET /app/v1/bucket: as sent',
      'GET /leaderboard/v1/rank: null',
      'GET /oauth/v2/session/validate: as sent',
      'GET /oauth/v2/token/validate: as sent',
    ]);
  });

  it('is as the table in the documentation says (npm run reach:print)', () => {
    expect(outcomesInDocs()).toBe(outcomesMarkdown(outcomes));
  });
});
