import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { executeSync, getIntrospectionQuery, getNamedType, isObjectType, parse } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fieldCosts } from '../../src/domains/schema.ts';
import { type CostedResolvers, costsOf, free, type Price } from '../../src/graph/cost.ts';
import { createPredictions } from '../../src/operations/limits/cost-prediction.ts';
import { documents } from '../support/documents.ts';
import { status } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, codesByPath, countByRoute, startGateway } from '../support/gateway.ts';
import { sourceEnvironment } from '../support/process-environment.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';
import { temporaryFile } from '../support/temporary-file.ts';

const RUNS = Number(process.env.BUDGET_RUNS ?? (FULL ? 60 : 25));
const UNLIMITED = '1000000000';

const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate: null });
const predicted = (source: string, variables: Record<string, unknown> = {}): Record<string, number> => {
  const prediction = predictionOf(parse(source), null)(variables);
  return Object.fromEntries([...(prediction?.byRoute ?? [])].map(([route, { calls }]) => [route, calls]));
};

const jsonFields = new Set(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ type }) => getNamedType(type).name.startsWith('JSON'))
    .map(({ name }) => name),
);

const predictedPrice = (source: string, variables: Record<string, unknown> = {}): Price => {
  const { calls, objects, bytes } = predictionOf(parse(source), null)(variables) ?? UNPREDICTED;
  return { calls, objects, bytes };
};
const UNPREDICTED: Price = { calls: Number.NaN, objects: Number.NaN, bytes: Number.NaN };

/** The objects of a response, its root included and values of JSON scalars left out. */
function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + objectsIn(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, below]) => (jsonFields.has(key.replace(/\d+$/, '')) ? sum : sum + objectsIn(below)),
    1,
  );
}

describe('field costs', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field })),
    );

  it('are declared for every field whose resolver takes the context, since no other can make a call', () => {
    const able = fields.filter(
      ({ field }) =>
        field.subscribe !== undefined || (field.resolve !== undefined && field.resolve.length > 2),
    );
    expect(able.length).toBeGreaterThan(80);
    expect(able.map(({ coordinate }) => coordinate).filter((name) => !(name in fieldCosts))).toEqual([]);
  });

  it('are a type error where they are missing, and cannot be declared twice for one resolver', () => {
    const resolver = (_root: object, _args: object, context: object): object => context;
    // @ts-expect-error: it may make a call.
    const forgotten: CostedResolvers = { Query: { me: resolver } };
    expect(costsOf([forgotten])).toEqual({});
    const declared: CostedResolvers = { Query: { me: free(resolver) } };
    expect(costsOf([declared])).toEqual({ 'Query.me': { calls: [] } });
    expect(() => free(resolver)).toThrow('already has a cost');
  });

  it('are declared only for existing fields', () => {
    const known = new Set(fields.map(({ coordinate }) => coordinate));
    expect(Object.keys(fieldCosts).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('predicted calls', () => {
  const gateway = suiteGateway({
    environment: {
      LIMIT_UPSTREAM_CALLS: UNLIMITED,
      LIMIT_OBJECTS: UNLIMITED,
      LIMIT_RESPONSE: UNLIMITED,
    },
    config: { documentLimits: { tokens: Infinity, depth: Infinity, aliases: Infinity } },
  });

  const samples = {
    id: ['c-first-aid', 'c-knots', 'k-first-aid-spring', 'nowhere'],
    studentId: ['s-first-aid-spring-ana', 'nobody'],
    userId: ['u-ana', 'u-ben'],
    userIds: [['u-ana'], ['u-ana', 'u-ben', 'u-carl']],
    first: [1, 2, 7, 100],
    after: [null],
    term: ['a'],
    key: ['', 'a.b', 'theme'],
  };

  it.each([
    ['a student', as.student, 5],
    ['an instructor', as.instructor, 6],
    ['the plugin', as.plugin, 5],
  ])(
    `are never exceeded on any route by ${RUNS} generated documents: %s`,
    async (_, credential, depth) => {
      let made = 0;
      await fc.assert(
        fc.asyncProperty(
          documents(schema, { depth, samples, leaveOut: [] }),
          fc.boolean(),
          async (source, broken) => {
            gateway.faults.clear();
            if (broken) gateway.faults.set('GET /edu/v1/course/levels', status(500));
            const { calls, data } = await gateway.query(source, { as: credential });
            const most = predicted(source);
            const more = Object.entries(countByRoute(calls)).filter(
              ([route, count]) => count > (most[route] ?? 0),
            );
            expect(more, `${source}\n${JSON.stringify(most)}`).toEqual([]);
            const price = predictedPrice(source);
            expect(objectsIn(data), source).toBeLessThanOrEqual(1 + price.objects);
            expect(Buffer.byteLength(JSON.stringify({ data })), source).toBeLessThanOrEqual(price.bytes);
            made += calls.length;
          },
        ),
        { numRuns: RUNS, seed: 20_261_121 },
      );
      expect(made).toBeGreaterThan(RUNS / 4);
    },
    600_000,
  );

  /** Documents whose calls can be predicted exactly. */
  const EXACT: [what: string, document: string, variables?: Record<string, unknown>][] = [
    [
      'twenty aliases of one course',
      `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: course(id: "c-knots") { objectives { name } }`).join(' ')} }`,
    ],
    ['two names for one page', '{ a: courses { totalCount } b: courses(first: 10) { totalCount } }'],
    [
      'performance of every objective of a course',
      '{ course(id: "c-first-aid") { objectives { performance { score lessonScores { lesson { name } } } lessons { name } } levels { lessons { course { name } } } questions { text } } }',
    ],
    [
      'own fields of one profile',
      '{ me { email friends { user { id handle } } profileImage { byteLength } } again: me { role } }',
    ],
    [
      'a batch of assertions',
      'query ($ids: [ID!]!) { badgeAssertions(userIds: $ids) { id } }',
      { ids: ['u-ana', 'u-ben', 'u-ana'] },
    ],
    [
      'fields skipped by variables',
      'query ($no: Boolean!) { me { id friends @skip(if: $no) { user { id } } ...F @include(if: $no) } courses @skip(if: $no) { totalCount } } fragment F on Viewer { coverImage { byteLength } }',
      { no: true },
    ],
    [
      'mutations, nothing shared',
      'mutation { a: createAnonymousUser(input: { dateOfBirth: "1990-01-01" }) { user { id } } b: createAnonymousUser(input: { dateOfBirth: "1990-01-01" }) { user { id } } }',
    ],
  ];

  it.each(EXACT)('are exact if nothing has to be estimated: %s', async (_, document, variables = {}) => {
    const credential = document.includes('badgeAssertions') ? as.plugin : as.instructor;
    const { calls } = await gateway.query(document, { as: credential, variables });
    expect(predicted(document, variables)).toEqual(countByRoute(calls));
  });

  it.each([
    ['classes(first: 20) { nodes { students { user { handle } } } }', 21],
    ['courses(first: 0) { totalCount nodes { objectives { id } lessons { notes { totalCount } } } }', 1],
    ['me { notifications(first: 0) { totalCount } } leaderboard(first: 0) { totalCount }', 2 + 2],
    ['course(id: "c") { lessons { name } lesson(id: "l") { name notes { totalCount } } }', 3],
    [
      'classes(first: 2) { nodes { viewer { notes { totalCount } lessons { notes { totalCount } } } } }',
      1 + 2 * 2,
    ],
    ['classes(first: 20) { nodes { course { objectives { name performance { score } } } } }', 41],
    [
      'course(id: "c") { levels { lessons { locked(studentId: "s") childLessons { locked(studentId: "s") } } } }',
      3,
    ],
    ['classes(first: 20) { nodes { joinCode viewer { id } } }', 1],
    ['classes(first: 20) { nodes { viewer { lessons { lesson { name } locked } } } }', 21],
    ['class(id: "k") { viewer { user { handle } lessons { locked } } }', 5],
    ['class(id: "k") { joinCode viewer { id } }', 4],
    ['course(id: "c") { levels { lessons { notes { nodes { text } } } } }', 52],
    ['notes { nodes { course { name } lesson { name } class { name } } }', 151],
    ['notes { edges { authorId author { handle } createdDate extra node { text } } }', 1],
    ['notes { nodes { authorId author { handle } createdDate extra } }', 53],
    ['leaderboard { nodes { holder { handle } } }', 1],
    ['bucket(id: "b") { a: data(key: "a") b: data(key: "b") again: data(key: "a") }', 3],
    ['a: randomUsers { user { id } } b: randomUsers { user { id } }', 2],
    ['me { id email friends { user { id } } }', 2],
    ['me { notifications { totalCount } }', 1],
    ['session { tokenValid sessionValid }', 2],
    ['atoRequests { nodes { id } } atoRequest(id: "r") { id }', 1],
    ['__schema { types { name } }', 0],
  ])('{ %s }: %i', (fields, total) => {
    expect(predictedPrice(`{ ${fields} }`).calls).toBe(total);
  });
});

describe('predicted objects', () => {
  it.each([
    ['me { handle }', 1],
    ['classes(first: 20) { nodes { name } }', 21],
    ['classes(first: 20) { edges { node { name } } }', 41],
    ['a: classes(first: 20) { nodes { name } } b: classes(first: 20) { nodes { name } }', 42],
    ['courses(first: 100) { nodes { levels { lessons { name } } } }', 1 + 100 + 100 * 5 + 100 * 5 * 10],
    [
      'course(id: "c") { objectives { performance { lessonScores { lesson { name } } } } }',
      1 + 15 + 15 + 150 + 150,
    ],
    ['course(id: "c") { questions { course { questions { text } } } }', 1 + 50 + 50 + 2500],
    ['course(id: "c") { levels { lessons { course { levels { id } } } } }', 1 + 5 + 50 + 50 + 250],
    ['course(id: "c") { questions { answers } }', 1 + 50 + 250],
    [
      'me { friends { user { id } } ...F ...F } } fragment F on Viewer { friends { user { handle } }',
      1 + 50 + 50,
    ],
    ['randomUsers(count: 7) { user { id } }', 7 + 7],
    [
      'me { friends { user { ... on Person { id } } details { parentFlags { cameraDisabled } } } }',
      1 + 50 * 4,
    ],
  ])('{ %s }: %i', (fields, objects) => {
    expect(predictedPrice(`{ ${fields} }`).objects).toBe(objects);
  });
});

describe('a predicted introspection', () => {
  const TYPES = Object.keys(schema.getTypeMap()).length;

  it.each([
    ['of an explorer', getIntrospectionQuery({ inputValueDeprecation: true })],
    ['that leads back', '{ __schema { types { name fields { name description type { name } } } } }'],
    [
      'with aliases',
      '{ __schema { types { a: fields { name args { name description } } b: fields { name args { name description } } } } }',
    ],
  ])('has about as many values and bytes as its response: %s', (_, source) => {
    const { data, errors } = executeSync({ schema, document: parse(source) });
    expect(errors).toBeUndefined();
    const { objects, bytes } = predictedPrice(source);
    for (const ratio of [objects / valuesIn(data), bytes / JSON.stringify({ data }).length]) {
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.4);
    }
  });

  it('counts each value of a type as an object: it has a resolver', () => {
    expect(predictedPrice('{ __schema { types { name } } }').objects).toBe(1 + 2 * TYPES);
    expect(predictedPrice('{ __type(name: "User") { name description } }').objects).toBe(3);
  });

  it('is refused over the limit', async () => {
    const gateway = await startGateway();
    onTestFinished(gateway.close);
    const aliases = Array.from(
      { length: 30 },
      (_, index) => `a${index}: __schema { types { name fields { name description type { name } } } }`,
    );
    const { status: httpStatus, data, errors } = await gateway.query(`{ ${aliases.join(' ')} }`);
    expect({ httpStatus, data }).toEqual({ httpStatus: 400, data: undefined });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'OPERATION_TOO_EXPENSIVE',
      exceeded: { price: 'objects', limit: 30_000 },
    });
  });
});

/** Objects and scalars of a response. */
function valuesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + valuesIn(item), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, below) => sum + valuesIn(below), 1);
}

describe('the object limit', () => {
  const gateway = suiteGateway();

  it.each([
    ['questions { course { ', 'course.questions.course.questions.course.questions'],
    ['levels { lessons { course { ', 'course.levels.lessons.course.levels.lessons.course.levels'],
    [
      'objectives { lessons { course { ',
      'course.objectives.lessons.course.objectives.lessons.course.objectives',
    ],
  ])('refuses a cycle before any call, and says where most are: %s', async (cycle, path) => {
    const levels = cycle.split('{').length - 1;
    const {
      status: httpStatus,
      data,
      errors,
      calls,
    } = await gateway.query(
      `{ course(id: "c-first-aid") { ${cycle.repeat(3)} name ${'} '.repeat(levels * 3)} } }`,
      { as: as.instructor },
    );
    expect({ httpStatus, data, calls }).toEqual({ httpStatus: 400, data: undefined, calls: [] });
    expect(errors[0]?.extensions.code).toBe('OPERATION_TOO_EXPENSIVE');
    expect(errors[0]?.message).toMatch(
      /^The operation may produce \d+ objects; the limit is 30000\. Most are at course\.[a-z.]+ \(\d+\)\. Request fewer items/,
    );
    expect(errors[0]?.message).toContain(path);
  });

  it('refuses a mutation before it writes', async () => {
    const { errors, calls } = await gateway.query(
      `mutation { createNote(input: { text: "x", courseId: "c-first-aid" }) { note { course { ${'questions { course { '.repeat(3)} name ${'} '.repeat(6)} } } } }`,
      { as: as.instructor },
    );
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(calls).toEqual([]);
  });
});

describe('the platform call limit', () => {
  const gateway = suiteGateway({ environment: { LIMIT_UPSTREAM_CALLS: '4' }, config: { listEstimate: 1 } });

  const TOO_MUCH = 'query ($n: Int!) { classes(first: $n) { nodes { students { id } } } }';
  const REFUSAL =
    'The operation may need 6 platform calls; the limit is 4. Most are for Class.students (5). Request fewer items at once, or use several operations.';
  const expected = {
    message: REFUSAL,
    extensions: {
      code: 'OPERATION_TOO_EXPENSIVE',
      retryable: false,
      exceeded: { price: 'calls', value: 6, limit: 4 },
    },
  };

  it('rejects an operation with a higher prediction before any call, with both numbers', async () => {
    const {
      status: httpStatus,
      data,
      errors,
      calls,
    } = await gateway.query(TOO_MUCH, {
      as: as.student,
      variables: { n: 5 },
    });
    expect({ httpStatus, data, calls }).toEqual({ httpStatus: 400, data: undefined, calls: [] });
    expect(errors).toMatchObject([expected]);
    const within = await gateway.student(TOO_MUCH, { n: 3 });
    expect(within.calls).toHaveLength(4);
  });

  it('fails the field whose call would exceed it during execution, and does not send the call', async () => {
    // The estimate is one row per list; the course has more lessons.
    const { data, errors, calls } = await gateway.query(
      '{ course(id: "c-first-aid") { name levels { lessons { notes { nodes { id } } } } } }',
      { as: as.student },
    );
    expect(calls).toHaveLength(4);
    expect(data.course.name).toEqual(expect.any(String));
    const lists = data.course.levels.flatMap(({ lessons }: { lessons: { notes: unknown }[] }) =>
      lessons.map(({ notes }) => notes),
    );
    expect(lists.filter((notes: unknown) => notes !== null)).toHaveLength(2);
    expect(errors).toHaveLength(lists.length - 2);
    expect(new Set(Object.values(codesByPath(errors)))).toEqual(new Set(['OPERATION_TOO_EXPENSIVE']));
    expect(errors[0]?.message).toBe('The operation needs more than 4 platform calls.');
    expect(errors[0]?.extensions).toMatchObject({ exceeded: { price: 'calls', value: 5, limit: 4 } });
  });

  it('counts a shared call for each operation that shares it', async () => {
    const document = '{ course(id: "c-first-aid") { levels { lessons { notes { nodes { id } } } } } }';
    const responses = await Promise.all([1, 2].map(() => gateway.query(document, { as: as.student })));
    for (const { data } of responses) {
      const lists = data.course.levels.flatMap(({ lessons }: { lessons: { notes: unknown }[] }) =>
        lessons.map(({ notes }) => notes),
      );
      expect(lists.filter((notes: unknown) => notes !== null)).toHaveLength(2);
    }
  });
});

describe('npm run explain', () => {
  const explain = (...paths: string[]): string =>
    execFileSync(process.execPath, ['src/cli/explain.ts', ...paths], {
      env: sourceEnvironment(),
      encoding: 'utf8',
      stdio: 'pipe',
    });

  it('prints the three prices by field with their totals and limits, and the calls by route', () => {
    const document = temporaryFile(
      'query Q($n: Int!) { classes(first: $n) { nodes { students { id } } } }',
      'q.graphql',
    );
    expect(explain(document, temporaryFile('{"n":20}'))).toBe(
      [
        'query Q',
        '     calls   objects     bytes  field',
        '        20      1000      3280  Class.students',
        '         1         1        13  Query.classes',
        '         0        20        71  ClassConnection.nodes',
        '         0         0     44000  ClassStudent.id',
        '        21      1021     47375  in all',
        '       250     30000  10000000  limit: within',
        '     calls  route                        for',
        '        20  GET /edu/v1/class/structure  Class.students',
        '         1  GET /edu/v1/class/list       Query.classes',
        '',
      ].join('\n'),
    );
    expect(explain(document, temporaryFile('{"n":100}'))).not.toContain('too many');
    const large = temporaryFile(
      '{ courses(first: 100) { nodes { levels { lessons { notes { nodes { text } } } } } } }',
      'p.graphql',
    );
    expect(explain(large)).toContain('limit: too many');
    expect(explain(document)).toContain('the variables do not match');
  });

  it('reports what is wrong with a document', () => {
    expect(() => explain(temporaryFile('{ nobody }', 'bad.graphql'))).toThrow(/Cannot query field "nobody"/);
  });
});
