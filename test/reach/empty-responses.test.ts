// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { isAbsentNull } from './cases.ts';
import { type Outcomes, outcomesInDocs, outcomesMarkdown, readOutcomes } from './empty-responses.ts';

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
    const mayBeAbsent = [...outcomes.keys()].filter(isAbsentNull);
    expect(routesWhere('404', 'null')).toEqual(mayBeAbsent.toSorted());
    expect(routesWhere('404', 'error')).toHaveLength(outcomes.size - mayBeAbsent.length);
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
