import fc from 'fast-check';
import { isInputObjectType, parse, validate } from 'graphql';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { createPlans } from '../../src/operations/plans.ts';
import { documents } from '../support/documents.ts';
import { type Fault, Faults, html, json, reset, status } from '../support/faults.ts';
import { planOptions } from '../support/plan-options.ts';
import { schema } from '../support/schema.ts';
import { forSuite } from '../support/suite.ts';
import { shown, startTwin } from '../support/twin.ts';

const RUNS = Number(process.env.DIFFERENTIAL_RUNS ?? 150);

/** Compares compiled plans with graphql-js on the same platform: data, nulls and errors. */
describe('compiled plans', () => {
  const planOf = createPlans(schema, planOptions());
  const faults = new Faults();
  const sandbox = forSuite(() =>
    startSandbox({ intercept: (request, response) => faults.intercept(request, response) }),
  );
  const twin = forSuite(() => startTwin(schema, sandbox));
  afterEach(() => faults.clear());

  const asStudent = 'Bearer demo-student-token';
  const runBoth = async (
    source: string,
    variables: Record<string, unknown> = {},
    authorization = asStudent,
  ) => {
    const document = parse(source);
    expect(validate(schema, document)).toEqual([]);
    const interpreted = await twin.run(document, authorization, variables);
    const compiled = await planOf(document, null)(twin.contextFor(authorization), variables);
    const again = await planOf(document, null)(twin.contextFor(authorization), variables);
    return { interpreted: shown(interpreted), compiled: shown(compiled), again: shown(again) };
  };
  const expectSame = async (source: string, variables?: Record<string, unknown>, authorization?: string) => {
    const { interpreted, compiled, again } = await runBoth(source, variables, authorization);
    expect(compiled).toEqual(interpreted);
    expect(again).toEqual(interpreted);
    return interpreted;
  };

  const options = {
    depth: 5,
    leaveOut: ['Query.randomUsers'],
    samples: {
      id: ['c-first-aid', 'c-knots', 'nowhere'],
      first: [1, 2, 0],
      after: [null, 'altered'],
      term: ['a'],
      key: ['', 'a.b'],
    },
  };
  const breakages: [string, Fault][] = [
    ['GET /edu/v1/course/objectives', status(500)],
    ['GET /edu/v1/course/levels', html],
    ['GET /edu/v1/class/structure', status(403)],
    [
      'GET /user/v1/my/friends',
      json([
        { userId: 'f1', handle: { not: 'text' } },
        { userId: 2, organizationRoles: 'x' },
      ]),
    ],
    ['GET /user/v1/my/profile', status(401)],
    ['GET /edu/v1/course/list', json({ docs: [{ courseId: 1, name: ['x'] }, { courseId: 2 }] })],
    ['GET /edu/v1/class/list', reset],
  ];

  it(`give the same result as graphql-js for ${RUNS} generated documents, on a working platform and on a failing one`, async () => {
    await fc.assert(
      fc.asyncProperty(documents(schema, options), fc.subarray(breakages), async (source, broken) => {
        faults.clear();
        for (const [route, fault] of broken) faults.set(route, fault);
        await expectSame(source);
      }),
      { numRuns: RUNS, seed: 20_261_121 },
    );
  }, 600_000);

  it('null the nearest nullable field when a non-null value is missing', async () => {
    faults.set(
      'GET /edu/v1/course/levels',
      json({
        courseId: 'c',
        levels: [
          { levelId: 1, lessons: [{ lessonId: 1, courseId: 'c', launchParameters: ['a', null] }] },
          { levelId: 2, lessons: [{ lessonId: 2, courseId: 'c', launchParameters: 'text' }] },
          { levelId: 3, lessons: [{ lessonId: 3, courseId: 'c', launchParameters: [] }] },
        ],
      }),
    );
    const { data, errors } = await expectSame(
      `{ course(id: "c-knots") { levels { id lessons { id launchParameters } } } }`,
    );
    const levels = (data as { course: { levels: { lessons: { launchParameters: unknown }[] }[] } }).course
      .levels;
    expect(levels.map(({ lessons }) => lessons[0]?.launchParameters)).toEqual([null, null, []]);
    expect(errors.map(({ code }) => code)).toEqual(['UPSTREAM_BAD_RESPONSE', 'UPSTREAM_BAD_RESPONSE']);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['missing', 'query ($id: ID!) { course(id: $id) { name } }', {}],
    ['null', 'query ($id: ID!) { course(id: $id) { name } }', { id: null }],
    [
      'of the wrong type',
      'query ($id: ID!, $n: Int) { course(id: $id) { name } courses(first: $n) { totalCount } }',
      { id: {}, n: 'x' },
    ],
    ['numbers for IDs', 'query ($id: ID!) { course(id: $id) { name } }', { id: 7 }],
    ['out of range', 'query ($n: Int) { courses(first: $n) { totalCount } }', { n: 2 ** 40 }],
    ['defaults', 'query ($n: Int = 2) { courses(first: $n) { nodes { id } } }', {}],
    ['unused', 'query ($n: Int = 2) { courses(first: $n) { nodes { id } } }', { other: 1 }],
    [
      'null for an argument with a default',
      'query ($n: Int = 2) { randomUsers(count: $n) { user { id } } }',
      { n: null },
    ],
    [
      'input objects with missing required fields and unknown ones',
      'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { token { accessToken } } }',
      { input: { other: 1 } },
    ],
    [
      'input objects whose fields have defaults',
      'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { state } }',
      { input: { redirectUri: 'http://localhost:3000/callback', state: 's' } },
    ],
    [
      'enums that do not exist',
      'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { state } }',
      { input: { redirectUri: 'http://localhost:3000/callback', responseType: 'TOKEN' } },
    ],
  ])('coerce variables as graphql-js does: %s', async (_, source, variables) => {
    await expectSame(source, variables);
  });

  it.each([
    [
      'mutations in order, one of them failing',
      'mutation { a: refreshSession(input: { refreshToken: "no" }) { token { accessToken } } b: createAnonymousUser(input: { dateOfBirth: "1990-01-01" }) { user { accountType } } }',
    ],
    [
      'a mutation that is rejected before any call',
      'mutation { exchangeCode(input: { code: "", codeVerifier: "short" }) { deviceRegistered } }',
    ],
  ])('run %s as graphql-js does', async (_, source) => {
    await expectSame(source);
  });

  it('compile every operation: the schema has no recursive input type', () => {
    const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    for (const input of inputs) {
      for (const field of Object.values(input.getFields())) {
        expect(String(field.type).replace(/[[\]!]/g, '')).not.toBe(input.name);
      }
    }
  });
});
