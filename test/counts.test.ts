import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { as } from './support/gateway.ts';
import { schema } from './support/schema.ts';
import { suiteGateway } from './support/suite.ts';

/** Everything of a connection. */
const PAGE =
  '{ nodes { __typename } edges { cursor } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
const EMPTY = { nodes: [], edges: [] };
const AT_START = { hasPreviousPage: false, startCursor: null, endCursor: null };

const STUDENT = 's-first-aid-spring-ana';
const ROWS = ['1', '2', '3'];
const USER = { userType: 'adult', accountType: 'Adult', country: 'US', handle: '@a' };

/** A list that the platform pages: what an operation selects around it, the call for its counts, and rows of its route. */
const PAGED: Readonly<Record<string, readonly [around: string, call: string, rows: readonly object[]]>> = {
  'Query.courses': [
    '{ courses(LIST) }',
    'GET /edu/v1/course/list?limit=1&page=1',
    ROWS.map((courseId) => ({ courseId })),
  ],
  'Query.classes': [
    '{ classes(LIST) }',
    'GET /edu/v1/class/list?limit=1&page=1',
    ROWS.map((groupId) => ({ groupId })),
  ],
  'Query.searchUsers': [
    '{ searchUsers(term: "a", LIST) }',
    'GET /user/v1/search?limit=1&page=1&term=a',
    ROWS.map((userId) => ({ ...USER, userId })),
  ],
  'Query.leaderboard': [
    '{ leaderboard(categories: ["a", "b"], LIST) }',
    'GET /leaderboard/v1?categories=a&categories=b&limit=100&page=1',
    ROWS.map((userId) => ({ userId, score: 1 })),
  ],
  'Viewer.notifications': [
    '{ me { notifications(LIST) } }',
    'GET /notifications/v1?acknowledge=false&limit=100&page=1',
    ROWS.map((notificationId) => ({ notificationId })),
  ],
};

/** A list that the platform returns whole: the same. */
const WHOLE: typeof PAGED = Object.fromEntries([
  ...[
    ['Query.notes', '{ notes(LIST) }', ''],
    ['Course.notes', '{ course(id: "c-first-aid") { notes(LIST) } }', '?courseId=c-first-aid'],
    ['Class.notes', '{ class(id: "g-first-aid-spring") { notes(LIST) } }', '?classId=g-first-aid-spring'],
    [
      'Lesson.notes',
      '{ course(id: "c-first-aid") { lesson(id: "l-airway") { notes(LIST) } } }',
      '?lessonId=l-airway',
    ],
    [
      'ClassStudent.notes',
      '{ class(id: "g-first-aid-spring") { viewer { notes(LIST) } } }',
      `?studentId=${STUDENT}`,
    ],
    [
      'StudentLesson.notes',
      '{ class(id: "g-first-aid-spring") { viewer { lessons { notes(LIST) } } } }',
      `?studentId=${STUDENT}`,
    ],
  ].map(([coordinate = '', around, query]) => [
    coordinate,
    [
      around,
      `GET /edu/v1/note/list${query}`,
      // The first lesson of the course.
      ROWS.map((noteId) => ({ noteId, lessonId: 'l-scene-safety' })),
    ],
  ]),
  [
    'Query.orgLearners',
    [
      '{ orgLearners(orgIds: ["org-a"], LIST) }',
      'GET /plugin/v2/ai/record-data?orgIds=org-a',
      ROWS.map((userId) => ({ userId })),
    ],
  ],
]);

/** Lists that the gateway itself keeps. */
const OWN = ['Query.atoRequests', 'AtoRequest.alerts'];

describe('the counts of a list without its items', () => {
  const gateway = suiteGateway();
  const caller = (coordinate: string) => (coordinate === 'Query.orgLearners' ? as.plugin : as.student);
  const routeOf = (call: string) => call.replace(/\?.*/, '');

  /** The first connection in a response. */
  function connectionIn(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return undefined;
    if ('pageInfo' in value) return value;
    return Object.values(value)
      .map(connectionIn)
      .find((found) => found !== undefined);
  }

  async function countsOf(coordinate: string, around: string, call: string, first = 0, after?: string) {
    const given = `first: ${first}${after === undefined ? '' : `, after: ${JSON.stringify(after)}`}`;
    const { data, errors, calls } = await gateway.query(around.replace('LIST)', `${given}) ${PAGE}`), {
      as: caller(coordinate),
    });
    expect(errors).toEqual([]);
    return { found: connectionIn(data), calls: calls.filter((made) => routeOf(made) === routeOf(call)) };
  }

  it('can be read of every list of the graph', () => {
    const lists = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
          .map(({ name }) => `${type.name}.${name}`),
      );
    expect([...Object.keys(PAGED), ...Object.keys(WHOLE), ...OWN].toSorted()).toEqual(lists.toSorted());
  });

  describe.each(Object.entries(PAGED))('%s', (coordinate, [around, call, rows]) => {
    // Without a total, the gateway counts what it reads, if the contract shows none.
    const counted = call.includes('limit=100') ? 1 : null;

    it.each([
      ['the total', (page: object[]) => ({ docs: page, total: 3 }), 3],
      ['no total', (page: object[]) => ({ docs: page }), counted],
      ['a bare list', (page: object[]) => page, counted],
    ])('takes one call if the response has %s', async (_, wrap, totalCount) => {
      gateway.faults.set(routeOf(call), json(wrap(rows.slice(0, 1))));
      const { found, calls } = await countsOf(coordinate, around, call);
      expect(found).toEqual({ ...EMPTY, totalCount, pageInfo: { ...AT_START, hasNextPage: true } });
      expect(calls).toEqual([call]);
    });

    it.each([
      ['empty', { docs: [], total: 0 }, 0],
      ['empty, without a total', [], counted && 0],
    ])('has no next page if the list is %s', async (_, reply, totalCount) => {
      gateway.faults.set(routeOf(call), json(reply));
      const { found } = await countsOf(coordinate, around, call);
      expect(found).toEqual({ ...EMPTY, totalCount, pageInfo: { ...AT_START, hasNextPage: false } });
    });

    it('says after a cursor whether items follow it, with one call', async () => {
      gateway.faults.set(routeOf(call), json({ docs: rows, total: 3 }));
      const { found } = await countsOf(coordinate, around, call, 3);
      const { endCursor } = (found as { pageInfo: { endCursor: string } }).pageInfo;
      gateway.faults.set(routeOf(call), json({ docs: [], total: 3 }));
      const after = await countsOf(coordinate, around, call, 0, endCursor);
      const pageInfo = { ...AT_START, hasPreviousPage: true, hasNextPage: false };
      expect(after.found).toEqual({ ...EMPTY, totalCount: 3, pageInfo });
      expect(after.calls).toEqual([call.replace(/limit=\d+&page=1/, 'limit=1&page=4')]);
    });
  });

  describe('of a list that the platform does not count', () => {
    const read = async (count: number, next: number) => {
      const row = (_: unknown, index: number) => ({ notificationId: `${index}` });
      gateway.faults.set('GET /notifications/v1', (request, response) => {
        const isFirst = request.url?.includes('page=1') ?? false;
        json(Array.from({ length: isFirst ? count : next }, row))(request, response);
      });
      const { data, calls } = await gateway.student(
        '{ me { notifications(first: 0) { totalCount pageInfo { hasNextPage } } } }',
      );
      return { ...data.me.notifications, calls };
    };
    const FIRST = 'GET /notifications/v1?acknowledge=false&limit=100&page=1';
    const nextOf = (count: number) => `GET /notifications/v1?acknowledge=false&limit=${count}&page=2`;
    const pageInfo = { hasNextPage: true };

    it.each([
      ['with one call if there are fewer than any page has', 9, 0, 9, [FIRST]],
      ['with a second call for what may be on another page', 40, 0, 40, [FIRST, nextOf(40)]],
      ['not at all if there is another page', 40, 7, null, [FIRST, nextOf(40)]],
      ['not at all if there are as many as were requested', 100, 3, null, [FIRST]],
    ])('are counted %s', async (_, count, next, totalCount, calls) => {
      expect(await read(count, next)).toEqual({ totalCount, pageInfo, calls });
    });
  });

  it.each(Object.entries(WHOLE))(
    '%s takes the call for the list',
    async (coordinate, [around, call, rows]) => {
      for (const [reply, totalCount] of [
        [rows, 3],
        [[], 0],
      ] as const) {
        gateway.faults.set(routeOf(call), json(reply));
        const { found, calls } = await countsOf(coordinate, around, call);
        const pageInfo = { ...AT_START, hasNextPage: totalCount > 0 };
        expect(found).toEqual({ ...EMPTY, totalCount, pageInfo });
        expect(calls).toEqual([call]);
      }
    },
  );

  it('is read of ATO requests and alerts without a call, by the plugin and for the one request of a token', async () => {
    const { requestId } = await gateway.sandbox.startAtoRequest();
    await gateway.sandbox.startAtoRequest();
    const { code, state } = gateway.sandbox.signOnToAto(requestId);
    const { data: signOn } = await gateway.query(
      `mutation { completeAtoSignOn(input: { code: "${code}", state: "${state}" }) { token { accessToken } } }`,
    );
    const ato = as.bearer(signOn.completeAtoSignOn.token.accessToken);
    await gateway.query(
      `mutation { raiseAtoAlert(input: { requestId: "${requestId}", title: "a", text: "b" }) { streamed } }`,
      { as: ato },
    );
    const read = async (credential: typeof ato, list: string) => {
      const { data, errors, calls } = await gateway.query(
        `{ atoRequests(${list}) ${PAGE} atoRequest(id: "${requestId}") { alerts(${list}) ${PAGE} } }`,
        { as: credential },
      );
      expect({ errors, calls }).toEqual({ errors: [], calls: [] });
      return data;
    };
    const counts = (totalCount: number) => ({
      ...EMPTY,
      totalCount,
      pageInfo: { ...AT_START, hasNextPage: true },
    });
    const all = await read(as.plugin, 'first: 0');
    expect(all).toEqual({ atoRequests: counts(2), atoRequest: { alerts: counts(1) } });
    expect(await read(ato, 'first: 0')).toEqual({
      atoRequests: counts(1),
      atoRequest: { alerts: counts(1) },
    });

    const { data: own } = await gateway.query('{ atoRequests { pageInfo { endCursor } } }', { as: ato });
    const { endCursor } = own.atoRequests.pageInfo;
    const { data } = await gateway.query(`{ atoRequests(after: "${endCursor}") ${PAGE} }`, { as: ato });
    const pageInfo = { ...AT_START, hasPreviousPage: true, hasNextPage: false };
    expect(data.atoRequests).toEqual({ ...EMPTY, totalCount: 1, pageInfo });
  });
});
