import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const CREATE_NOTE =
  'mutation ($text: String!) { createNote(input: { text: $text, lessonId: "l-tourniquet" }) { noteId } }';
const ROUTE = 'PUT /edu/v1/note';

/** A response with a status and a body. */
const refusal =
  (status: number, body: unknown): Fault =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe("the platform's own code for a failure", () => {
  const gateway = suiteGateway({ environment: { LOG_LEVEL: 'trace' } });
  afterEach(() => expect(gateway.logLines.join('\n')).not.toContain('STORAGE_FULL'));

  const upstreamOf = async (body: unknown, text = 'Hello'): Promise<unknown> => {
    gateway.faults.set(ROUTE, refusal(409, body));
    const { errors } = await gateway.query(CREATE_NOTE, { as: as.student, variables: { text } });
    return errors[0]?.extensions.upstream;
  };
  const withCode = (code: string) => ({ route: ROUTE, status: 409, code });
  const WITHOUT = { route: ROUTE, status: 409 };

  it.each([
    ['in `code`', { code: 'STORAGE_FULL' }, 'STORAGE_FULL'],
    ['in `errorCode`', { errorCode: 'storage.full' }, 'storage.full'],
    ['in `error`', { error: 'invalid-member' }, 'invalid-member'],
    ['within `error`', { error: { code: 'NotAMember', message: 'You are not a member.' } }, 'NotAMember'],
    ['in the first of `errors`', { errors: [{ code: 'E1042' }, { code: 'E1' }] }, 'E1042'],
    ['in a wrapper', { success: false, data: { error: { errorCode: 'ERR-42' } } }, 'ERR-42'],
  ])('is shown %s', async (_where, body, code) => {
    expect(await upstreamOf(body)).toEqual(withCode(code));
  });

  it.each([
    ['in another member', { type: 'STORAGE_FULL', message: 'STORAGE_FULL' }],
    ['a sentence', { error: 'Storage is full' }],
    ['an address', { code: 'ana@school.example' }],
    ['a handle', { code: '@ana.ferreira' }],
    ['a number', { code: 507 }],
    ['digits', { code: '507' }],
    ['an ID with a number in it', { code: 'u-4f0c-full' }],
    ['a long text', { code: 'STORAGE_'.repeat(9).slice(0, -1) }],
    ['letters beyond ASCII', { code: 'VOLL_GELADEN_ÜBER' }],
    ['no object', ['STORAGE_FULL']],
    ['nothing', null],
    ['a body too large to be an error', { code: 'STORAGE_FULL', padding: 'x'.repeat(20_000) }],
  ])('is not shown if it is %s', async (_what, body) => {
    expect(await upstreamOf(body)).toEqual(WITHOUT);
  });

  it.each([
    ['a word of the text', 'priya', 'Ask Priya about it'],
    ['the text itself, among other words', 'unknown.priya', 'Priya'],
    ['a handle without its sign', 'not_found-ana.ferreira', '@ana.ferreira'],
  ])('is not shown if the request contained it: %s', async (_what, code, text) => {
    expect(await upstreamOf({ code }, text)).toEqual(WITHOUT);
    expect(await upstreamOf({ code }, 'Hello')).toEqual(withCode(code));
  });

  it('is not shown if it is the token, an ID in the query, or a name within stored JSON', async () => {
    expect(await upstreamOf({ code: as.student.authorization?.replace('Bearer ', '') })).toEqual(WITHOUT);
    gateway.faults.set('GET /edu/v1/note', refusal(500, { code: 'note-priya-lost' }));
    const read = await gateway.query('{ note(id: "priya") { id text } }', { as: as.student });
    expect(read.errors[0]?.extensions.upstream).toEqual({ route: 'GET /edu/v1/note', status: 500 });
    gateway.faults.set('PUT /app/v1/bucket', refusal(409, { code: 'key_priya_taken' }));
    const { errors } = await gateway.query(
      'mutation { createBucket(input: { id: "kit", data: { of: [{ priya: 1 }] } }) { public } }',
      { as: as.student },
    );
    expect(errors[0]?.extensions.upstream).toEqual({ route: 'PUT /app/v1/bucket', status: 409 });
  });
});

describe('a refused refresh', () => {
  const gateway = suiteGateway();
  const REFRESH = 'mutation { refreshSession(input: { refreshToken: "old" }) { token { accessToken } } }';
  const EXCHANGE = `mutation { exchangeCode(input: { code: "c", codeVerifier: "${'v'.repeat(43)}" }) { token { accessToken } } }`;

  it.each([
    [400, 'invalid_grant', 'UNAUTHENTICATED', 'BAD_USER_INPUT'],
    [200, 'invalid_grant', 'UNAUTHENTICATED', 'UPSTREAM_BAD_RESPONSE'],
    [400, 'invalid_client', 'NOT_CONFIGURED', 'NOT_CONFIGURED'],
    [401, 'invalid_client', 'NOT_CONFIGURED', 'NOT_CONFIGURED'],
    [400, 'unauthorized_client', 'NOT_CONFIGURED', 'NOT_CONFIGURED'],
    [400, 'invalid_request', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
    [403, 'x', 'FORBIDDEN', 'FORBIDDEN'],
    [500, 'invalid_grant', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
  ])('with %i %s is %s; of a code, %s', async (status, error, refreshed, exchanged) => {
    gateway.faults.set('POST /oauth/v2/token', refusal(status, { error }));
    const codes = [];
    for (const document of [REFRESH, EXCHANGE])
      codes.push((await gateway.query(document)).errors[0]?.extensions.code);
    expect(codes).toEqual([refreshed, exchanged]);
  });

  it('names the other environment as a possible cause', async () => {
    for (const status of [400, 401, 403]) {
      gateway.faults.set('POST /oauth/v2/token', refusal(status, {}));
      gateway.faults.set('PUT /user/v1/my/profile', refusal(status, {}));
      for (const document of [
        REFRESH,
        EXCHANGE,
        'mutation { createAnonymousUser(input: {}) { user { id } } }',
      ])
        expect((await gateway.query(document)).errors[0]?.message).toContain(
          'the client ID may belong to the other environment of the platform',
        );
    }
  });
});

describe('a 404', () => {
  const gateway = suiteGateway();
  it.each([
    ['signOut { extra }', 'GET /oauth/v2/logout'],
    ['submitScore(input: { categories: ["a"], score: 1 }) { extra }', 'PUT /leaderboard/v1'],
    ['createAnonymousUser(input: {}) { extra }', 'PUT /user/v1/my/profile'],
    [
      'registerDevice(input: { deviceToken: "d", refreshToken: "r" }) { extra }',
      'PUT /notifications/v1/register',
    ],
  ])('to a write that names no ID is UPSTREAM_BAD_RESPONSE: %s', async (field, route) => {
    gateway.faults.set(route, refusal(404, {}));
    const { errors } = await gateway.query(`mutation { ${field} }`, { as: as.student });
    expect(errors).toMatchObject([
      {
        message: 'The platform does not serve this route.',
        extensions: { code: 'UPSTREAM_BAD_RESPONSE', retryable: false, upstream: { route, status: 404 } },
      },
    ]);
  });

  it('to one that names an ID is about the ID', async () => {
    const { errors } = await gateway.query('mutation { deleteNote(input: { id: "n-none" }) { deletedId } }', {
      as: as.student,
    });
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', argument: ['input', 'id'] });
  });
});

describe('a 401 to one route', () => {
  const gateway = suiteGateway();
  const READS = `{
    me { handle }
    courses(first: 2) { nodes { id } }
    a: course(id: "c-first-aid") { name objectives { id } }
    b: course(id: "c-land-nav") { name objectives { id } }
    notes { nodes { id } }
  }`;

  it('costs its own fields alone, while others accept the token', async () => {
    gateway.faults.set('GET /edu/v1/course/objectives', refusal(401, {}));
    const { data, errors, calls } = await gateway.query(READS, { as: as.student });
    expect(data).toMatchObject({
      me: { handle: '@ana.ferreira' },
      courses: { nodes: [{}, {}] },
      a: { name: 'Field First Aid', objectives: null },
      b: { name: expect.any(String), objectives: null },
      notes: { nodes: expect.any(Array) },
    });
    expect(errors.map(({ path }) => path?.join('.')).toSorted()).toEqual(['a.objectives', 'b.objectives']);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(calls.filter((call) => call.includes('/objectives')).length).toBeLessThanOrEqual(2);
  });

  it('is followed by one call to each other route, if they reject the token as well', async () => {
    const token = as.bearer('made-up');
    const { data, errors, calls } = await gateway.query(
      `mutation {
        a: signOut { extra } b: signOut { extra }
        c: submitScore(input: { categories: ["a"], score: 1 }) { extra }
        d: submitScore(input: { categories: ["b"], score: 1 }) { extra }
        e: deleteNote(input: { id: "n-1" }) { deletedId } f: deleteNote(input: { id: "n-2" }) { deletedId }
      }`,
      { as: token },
    );
    expect(Object.values(data)).toEqual([null, null, null, null, null, null]);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(6).fill('UNAUTHENTICATED'));
    expect(calls).toEqual([
      'GET /oauth/v2/logout',
      'PUT /leaderboard/v1?categories=a&score=1',
      'POST /edu/v1/note/remove',
    ]);
  });

  it('does not cost concurrent reads of another route, which wait for the first one', async () => {
    gateway.faults.set('GET /user/v1/my/profile', refusal(401, {}));
    const { data, errors } = await gateway.query(
      '{ me { handle } courses(first: 4) { nodes { levels { id } objectives { id } } } }',
      { as: as.student },
    );
    expect(data.courses.nodes).toHaveLength(4);
    for (const { levels, objectives } of data.courses.nodes)
      expect([levels, objectives]).toEqual([expect.any(Array), expect.any(Array)]);
    expect(errors.map(({ path }) => path?.join('.'))).toEqual(['me.handle']);
  });
});
