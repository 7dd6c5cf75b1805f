import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as documents from '../../examples/web/src/gql/graphql.ts';
import { LiveNotificationsDocument } from '../../packages/client/src/documents.ts';
import { as, countByRoute } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const STUDENT_ID = 's-first-aid-spring-ana';
const PROFILE = { 'GET /user/v1/my/profile': 1 };

/** The queries of the screens, with the calls that each made before users became whole records, or fewer. */
const SCREENS = [
  ['the frame of all screens', documents.ViewerDocument, {}, PROFILE],
  ['the classes', documents.ClassListDocument, { first: 4 }, { 'GET /edu/v1/class/list': 1 }],
  [
    'a class',
    documents.ClassDetailDocument,
    { id: 'g-first-aid-spring' },
    { 'GET /edu/v1/class/list': 1, 'GET /edu/v1/class/structure': 1, 'GET /edu/v1/note/list': 1 },
  ],
  [
    'a course',
    documents.CourseDetailDocument,
    { id: 'c-first-aid', studentId: STUDENT_ID, forStudent: true },
    {
      'GET /edu/v1/course': 1,
      'GET /edu/v1/course/levels': 1,
      'GET /edu/v1/course/objectives': 1,
      'GET /edu/v1/course/objectives/performance': 1,
      'GET /edu/v1/note/list': 1,
    },
  ],
  [
    'the leaderboard',
    documents.LeaderboardDocument,
    { categories: [] },
    { ...PROFILE, 'GET /leaderboard/v1': 1, 'GET /leaderboard/v1/rank': 1, 'GET /user/v1/my/friends': 1 },
  ],
  ['the notifications', LiveNotificationsDocument, { first: 20 }, { ...PROFILE, 'GET /notifications/v1': 1 }],
] as const;

describe.each(['student', 'instructor'] as const)('the example front end of a %s', (role) => {
  const gateway = suiteGateway();

  it.each(SCREENS)('shows %s with one call per route', async (_screen, document, variables, calls) => {
    const result = await gateway.query(print(document), { as: as[role], variables });
    expect(result.errors).toEqual([]);
    expect(countByRoute(result.calls)).toEqual(calls);
  });
});
