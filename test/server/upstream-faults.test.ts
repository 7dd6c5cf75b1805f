import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answer,
  cutInBody,
  type Fault,
  gibberish,
  hang,
  hangInBody,
  html,
  hugeBody,
  hugeChunkedBody,
  json,
  redirect,
  reset,
  status,
  truncatedJson,
} from '../support/faults.ts';
import { as, codesByPath, startGateway, type TestGateway } from '../support/gateway.ts';

const FIFTY_MEGABYTES = 50_000_000;

/** One document with a field of every route that a course screen reads; each route is broken in turn. */
const SCREEN = `query ($student: ID!) {
  me { id handle friends { handle } profileImage { byteLength } coverImage { byteLength } }
  session { tokenValid sessionValid }
  searchUsers(term: "a", first: 2) { nodes { handle } }
  randomUsers(count: 2) { handle }
  courses(first: 2) { nodes { name } }
  course(id: "c-first-aid") {
    name
    objectives { name performance { skill } }
    levels { name lessons { name locked(studentId: $student) } }
  }
  classes(first: 1) { nodes { name students { user { handle } } } }
}`;

/** What each route's fields are in the document: null with an error when the route fails. */
const FIELDS: Record<string, string[]> = {
  'GET /user/v1/my/friends': ['me.friends'],
  'GET /user/v1/my/profile/picture': ['me.profileImage'],
  'GET /user/v1/my/profile/cover': ['me.coverImage'],
  'GET /user/v1/my/profile': ['me'],
  'GET /oauth/v2/token/validate': ['session.tokenValid'],
  'GET /oauth/v2/session/validate': ['session.sessionValid'],
  'GET /user/v1/search': ['searchUsers'],
  'GET /user/v1/search/random': ['randomUsers'],
  'GET /edu/v1/course/list': ['courses'],
  'GET /edu/v1/course/objectives': ['course.objectives'],
  'GET /edu/v1/course/objectives/performance': ['course.objectives.*.performance'],
  'GET /edu/v1/course/levels': ['course.levels'],
  'GET /edu/v1/class/list': ['classes'],
  'GET /edu/v1/class/structure': ['classes.nodes.*.students'],
};

const SHAPES: [name: string, fault: Fault, code: string, skip?: (route: string) => boolean][] = [
  ['401', status(401), 'UNAUTHENTICATED', isValidation],
  ['403', status(403), 'FORBIDDEN'],
  ['404', status(404), ''],
  ['409', status(409), 'CONFLICT'],
  ['400', status(400), 'BAD_USER_INPUT'],
  ['422', status(422), 'BAD_USER_INPUT'],
  ['418', status(418), 'UPSTREAM_BAD_RESPONSE'],
  ['429', status(429, { 'retry-after': '3' }), 'RATE_LIMITED'],
  ['500', status(500), 'UPSTREAM_UNAVAILABLE'],
  ['503', status(503), 'UPSTREAM_UNAVAILABLE'],
  ['a redirect', redirect, 'UPSTREAM_BAD_RESPONSE'],
  ['silence', hang, 'UPSTREAM_TIMEOUT'],
  ['silence in the middle', hangInBody, 'UPSTREAM_TIMEOUT'],
  ['a reset', reset, 'UPSTREAM_UNAVAILABLE'],
  ['a cut in the middle', cutInBody, 'UPSTREAM_UNAVAILABLE'],
  ['no HTTP', gibberish, 'UPSTREAM_BAD_RESPONSE'],
  ['50 MB', hugeBody(FIFTY_MEGABYTES), 'UPSTREAM_BAD_RESPONSE'],
  ['50 MB undeclared', hugeChunkedBody(FIFTY_MEGABYTES), 'UPSTREAM_BAD_RESPONSE'],
  ['HTML', html, 'UPSTREAM_BAD_RESPONSE', isValidation],
  ['truncated JSON', truncatedJson, 'UPSTREAM_BAD_RESPONSE', isValidation],
  ['null', json(null), 'UPSTREAM_BAD_RESPONSE', (route) => isValidation(route) || isPicture(route)],
  ['a number', json(7), 'UPSTREAM_BAD_RESPONSE', (route) => isValidation(route) || isPicture(route)],
  ['an empty body', answer(''), 'UPSTREAM_BAD_RESPONSE', isValidation],
];

/** Only the status of these counts, and a 401 is an answer. */
function isValidation(route: string): boolean {
  return route.endsWith('/validate');
}
/** A bare picture is base64, of which digits are a part, and null says that there is none. */
function isPicture(route: string): boolean {
  return /picture|cover/.test(route);
}

describe('a platform that fails', () => {
  let gateway: TestGateway;
  /** Waits for a silent platform for a second only; on a busy machine that is short for the others. */
  let hasty: TestGateway;
  let student: string;
  let healthy: unknown;
  beforeAll(async () => {
    gateway = await startGateway();
    hasty = await startGateway({ environment: { PLATFORM_TIMEOUT: '1000' } });
    const { data } = await gateway.query(
      `{ classes(first: 20) { nodes { viewerStudentId course { id } } } }`,
      {
        as: as.student,
      },
    );
    student = data.classes.nodes.find(
      ({ course }: { course: { id: string } }) => course.id === 'c-first-aid',
    ).viewerStudentId;
    healthy = withoutRandom((await screen()).data);
  });
  afterAll(() => Promise.all([gateway.close(), hasty.close()]));
  afterEach(() => {
    gateway.faults.clear();
    hasty.faults.clear();
  });

  const screen = (on = gateway) => on.query(SCREEN, { as: as.student, variables: { student } });

  describe.each(Object.entries(FIELDS))('%s', (route, fields) => {
    it.each(SHAPES.filter(([, , , skip]) => !skip?.(route)))(
      'answers %s: its own fields alone are lost',
      async (_, fault, code) => {
        const on = code === 'UPSTREAM_TIMEOUT' ? hasty : gateway;
        on.faults.set(route, fault);
        const { data, errors, text } = await screen(on);

        const lost = new Set(errors.map(({ path }) => withoutIndexes(path ?? [])));
        const codes = new Set(errors.map(({ extensions }) => extensions.code));
        if (code === '') expect(errors).toEqual([]);
        else {
          for (const field of fields) expect(lost).toContain(field);
          expect([...codes]).toEqual([code]);
          expect(errors.every(({ extensions }) => extensions.upstream?.route === route)).toBe(true);
        }
        const dropped = [...lost, ...fields];
        expect(without(withoutRandom(data), dropped)).toEqual(without(healthy, dropped));
        expect(text).not.toMatch(
          /10\.0\.0\.7|internal detail|secret_code|demo-student|node_modules|127\.0\.0\.1/,
        );
        if (code === 'RATE_LIMITED')
          expect(errors[0]?.extensions).toMatchObject({ retryAfterMs: 3000, retryable: true });
      },
    );
  });

  it('is not reached at all: UPSTREAM_UNAVAILABLE', async () => {
    const lonely = await startGateway({ environment: { PLATFORM_TIMEOUT: '400' } });
    await lonely.sandbox.close();
    const { data, errors } = await lonely.query('{ me { id } }', { as: as.student });
    expect(data).toEqual({ me: null });
    expect(codesByPath(errors)).toEqual({ me: 'UPSTREAM_UNAVAILABLE' });
    await lonely.close();
  });

  it.each([
    ['an id that is an object', { courseId: { a: 1 }, name: 'x' }],
    ['no id', { name: 'x' }],
    ['a list instead of an object', [{ courseId: 'x' }]],
  ])('sends %s: UPSTREAM_BAD_RESPONSE', async (_, body) => {
    gateway.faults.set('GET /edu/v1/course', json(body));
    const { data, errors } = await gateway.query('{ course(id: "x") { name } me { id } }', {
      as: as.student,
    });
    expect(data).toEqual({ course: null, me: { id: 'u-ana' } });
    expect(codesByPath(errors)).toEqual({ course: 'UPSTREAM_BAD_RESPONSE' });
  });

  it('sends a value that its scalar refuses: that field alone is lost, and the value is not shown', async () => {
    gateway.faults.set(
      'GET /edu/v1/course',
      json({ courseId: 7, name: { secret: 'inner' }, description: 'fine' }),
    );
    const { data, errors, text } = await gateway.query('{ course(id: "x") { id name description } }', {
      as: as.student,
    });
    expect(data).toEqual({ course: { id: '7', name: null, description: 'fine' } });
    expect(codesByPath(errors)).toEqual({ 'course.name': 'UPSTREAM_BAD_RESPONSE' });
    expect(text).not.toContain('inner');
  });

  it('leaves out what it may leave out, and adds what nobody knows', async () => {
    gateway.faults.set('GET /edu/v1/course', json({ courseId: 'x', colour: 'blue' }));
    const { data, errors } = await gateway.query('{ course(id: "x") { id name coverPhoto } }', {
      as: as.student,
    });
    expect(errors).toEqual([]);
    expect(data).toEqual({ course: { id: 'x', name: null, coverPhoto: null } });
  });

  it.each([
    ['bare', (docs: unknown[]) => docs],
    ['under data', (data: unknown[]) => ({ data })],
    ['under items', (items: unknown[]) => ({ items, total: '2' })],
    ['under results', (results: unknown[]) => ({ results, total: 2 })],
  ])('sends a list %s: it is read', async (_, wrap) => {
    gateway.faults.set('GET /edu/v1/course/list', json(wrap([{ courseId: 1 }, { courseId: 2 }])));
    const { data, errors } = await gateway.query(
      '{ courses(first: 5) { nodes { id } totalCount pageInfo { hasNextPage } } }',
      {
        as: as.student,
      },
    );
    expect(errors).toEqual([]);
    expect(data.courses).toMatchObject({
      nodes: [{ id: '1' }, { id: '2' }],
      pageInfo: { hasNextPage: false },
    });
  });

  it('uses smaller pages than asked for: the window is read at that size and nothing is skipped', async () => {
    const all = Array.from({ length: 23 }, (_, index) => ({ courseId: `k${index}` }));
    gateway.faults.set('GET /edu/v1/course/list', (request, response) => {
      const query = new URL(request.url ?? '', 'http://platform').searchParams;
      const limit = Math.min(Number(query.get('limit')), 4);
      const start = (Number(query.get('page')) - 1) * limit;
      json({ docs: all.slice(start, start + limit), total: all.length, limit })(request, response);
    });
    const { data } = await gateway.query('{ courses(first: 10) { nodes { id } pageInfo { endCursor } } }', {
      as: as.student,
    });
    expect(data.courses.nodes.map(({ id }: { id: string }) => id)).toEqual(
      all.slice(0, 10).map(({ courseId }) => courseId),
    );
    const next = await gateway.query(
      'query ($after: String) { courses(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage } } }',
      { as: as.student, variables: { after: data.courses.pageInfo.endCursor } },
    );
    expect(next.data.courses.nodes.map(({ id }: { id: string }) => id)).toEqual(
      all.slice(10).map(({ courseId }) => courseId),
    );
    expect(next.data.courses.pageInfo.hasNextPage).toBe(false);
  });

  it('loses a write after it was sent: the outcome is said to be unknown, and it is sent once', async () => {
    gateway.faults.set('PUT /user/v1/my/profile', reset);
    const { data, errors, calls } = await gateway.query(
      'mutation { createAnonymousUser(input: {}) { user { id } } }',
    );
    expect(data).toEqual({ createAnonymousUser: null });
    expect(errors[0]?.message).toContain('outcome is unknown');
    expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: false });
    expect(calls).toEqual(['PUT /user/v1/my/profile']);
  });
});

type Json = Record<string, unknown>;

const withoutIndexes = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');

/** Random people differ at each call. */
const withoutRandom = (data: Json): unknown => without(data, ['randomUsers']);

/** The data without the fields at these paths; `*` stands for every item. */
function without(data: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(data);
  for (const path of paths) remove(copy, path.split('.'));
  return copy;
}

function remove(value: unknown, [step, ...rest]: string[]): void {
  if (typeof value !== 'object' || value === null || step === undefined) return;
  if (step === '*') {
    for (const item of value as unknown[]) remove(item, rest);
  } else if (rest.length === 0) delete (value as Json)[step];
  else remove((value as Json)[step], rest);
}
