import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countSelections } from '../../src/operations/documents/document-store.ts';
import { as, startGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { suiteGateway } from '../support/suite.ts';

/** Microseconds of CPU for a document that is refused, or costs as much as one may. */
const AFFORDABLE = 1_000_000;

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

/** Lessons nested in each other, this many levels deep. */
const childLessons = (depth: number): string =>
  `${'{ childLessons '.repeat(depth - 1)}{ __typename ${'} '.repeat(depth)}`;

/** `{ course { levels { lessons { childLessons { … } } } } }`, this many levels deep. */
const nested = (depth: number): string =>
  `{ course(id: "c-first-aid") { levels { lessons ${childLessons(depth - 3)} } } }`;

/** Each fragment spreads the next one twice, under two names: 2 to the power of `levels` fields. */
const doubling = (levels: number): string =>
  `{ course(id: "c") { levels { lessons { ...F0 } } } } ${times(levels, (i) => `fragment F${i} on Lesson { childLessons { ...F${i + 1} } x: childLessons { ...F${i + 1} } }`)} fragment F${levels} on Lesson { id }`;

const TOO_LARGE: [what: string, document: string, message: RegExp][] = [
  ['tokens', `{ me { ${'id '.repeat(1500)}} }`, /^Tokens limit of 1500 exceeded\.$/],
  ['10,000 aliases', `{ me { ${times(10_000, (i) => `a${i}:id`)} } }`, /^Tokens limit of 1500 exceeded\.$/],
  ['depth', nested(13), /depth limit of 12 exceeded, found 13\.$/],
  [
    'depth through fragments',
    `${nested(8).replace('__typename', '...F')} fragment F on Lesson ${childLessons(6)}`,
    /depth limit of 12 exceeded/,
  ],
  ['aliases', `{ ${times(31, (i) => `a${i}: me { id }`)} }`, /^Aliases limit of 30 exceeded, found 31\.$/],
  [
    'aliases through fragments',
    `{ me { ...A friends { user { ...A } } } } fragment A on Person { ${times(16, (i) => `a${i}: id`)} }`,
    /^Aliases limit of 30 exceeded, found 32\.$/,
  ],
  [
    'directives',
    `{ me { ${times(51, () => 'id @include(if: true)')} } }`,
    /^Directives limit of 50 exceeded, found 51\.$/,
  ],
  ['root fields', `{ ${times(31, () => '__typename')} }`, /^Root fields limit of 30 exceeded, found 31\.$/],
  [
    'fields in fragments that each spread the next one twice',
    `{ me { ...F0 } } ${times(90, (i) => `fragment F${i} on Viewer { id ...F${i + 1} handle ...F${i + 1} }`)} fragment F90 on Viewer { id }`,
    /^Selections limit of 1000 exceeded/,
  ],
  [
    'one field repeated, to compare with itself',
    `{ me { ${'id '.repeat(750)} } }`,
    /^The document repeats too much to be validated: select each field and fragment once/,
  ],
  ['fields after fragment expansion', doubling(10), /^Selections limit of 1000 exceeded/],
];

describe('operation limits', () => {
  // Child lessons are no more objects than lessons are.
  const gateway = suiteGateway({ config: { listEstimate: 1 } });

  it.each(TOO_LARGE)(
    'reject a document that exceeds one, with the limit in the message: %s',
    async (_, document, message) => {
      const { status, data, errors, calls } = await gateway.query(document, { as: as.student });
      expect(errors[0]?.message).toMatch(message);
      expect(errors[0]?.extensions).toEqual({
        code: 'OPERATION_TOO_EXPENSIVE',
        requestId: expect.any(String),
        retryable: false,
      });
      expect(errors.length).toBeLessThan(3);
      expect({ status, data, calls }).toEqual({ status: 400, data: undefined, calls: [] });
    },
  );

  it.each([
    ['depth', nested(12)],
    ['depth, which fragments do not add to', `{ ... { ... { ...F } } } fragment F on Query ${nested(12)}`],
    ['aliases', `{ ${times(30, (i) => `a${i}: me { id }`)} }`],
    ['root fields', `{ ${times(30, () => '__typename')} }`],
    ['directives', `{ me { ${times(50, () => 'id @include(if: true)')} } }`],
  ])('accept a document that just meets them: %s', async (_, document) => {
    const { data } = await gateway.student(document);
    expect(data).toBeDefined();
  });

  it.each([
    [
      'a fragment cycle',
      'query { course(id: "c") { levels { lessons { ...A } } } } fragment A on Lesson { childLessons { ...B } } fragment B on Lesson { childLessons { ...A } }',
    ],
    ['a fragment of itself', 'query { me { ...A } } fragment A on Viewer { ...A }'],
    [
      'endless introspection',
      `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
    ],
    ['fields that conflict', `{ ${times(100, (i) => `a: course(id: "${i}") { id }`)} }`],
    [
      'fragments that conflict',
      `{ me { ${times(100, (i) => `...F${i}`)} } } ${times(100, (i) => `fragment F${i} on Viewer { a: ${i % 2 ? 'id' : 'handle'} }`)}`,
    ],
  ])('leave to graphql-js what it rejects itself: %s', async (_, document) => {
    const before = process.cpuUsage();
    const { errors } = await gateway.query(document, { as: as.student });
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(process.cpuUsage(before).user).toBeLessThan(AFFORDABLE);
  });

  it.each([
    ['one field repeated', `{ me { ${'id '.repeat(1490)} } }`],
    ['one object repeated', `{ me { ${'friends { __typename } '.repeat(290)} } }`],
    [
      'nested objects repeated',
      `{ me { ${'friends { details { parentFlags { __typename } } } '.repeat(98)} } }`,
    ],
    [
      'overlapping fragments',
      `{ me { ${times(120, (i) => `...F${i}`)} } } ${times(120, (i) => `fragment F${i} on Viewer { friends { user { id } } }`)}`,
    ],
    ['lists within lists', `{ bucket(id: "b") { data(key: ${'['.repeat(700)}${']'.repeat(700)}) } }`],
  ])('bound the cost of comparing fields and parsing values: %s', async (_, document) => {
    const before = process.cpuUsage();
    await gateway.query(document, { as: as.student });
    expect(process.cpuUsage(before).user).toBeLessThan(AFFORDABLE);
  });

  it.each([
    ['nested', `[${`${'['.repeat(80)}${']'.repeat(80)},`.repeat(500)}1]`],
    ['in one list', `[${'1,'.repeat(40_000)}1]`],
  ])('reject variables with too many values: %s', async (_, value) => {
    const { status, errors } = await gateway.post(
      `{"query":"mutation ($v: JSON) { setBucketValue(input: {id: \\"x\\", key: \\"a\\", value: $v}) { extra } }","variables":{"v":${value}}}`,
      { as: as.student },
    );
    expect(status).toBe(400);
    expect(errors[0]?.message).toMatch(/^Variables hold 400\d\d values; the limit is 5000\.$/);
    expect(errors[0]?.extensions.code).toBe('OPERATION_TOO_EXPENSIVE');
  });

  it('reject a batch of operations', async () => {
    const { status, errors } = await gateway.post([{ query: '{ __typename }' }, { query: '{ __typename }' }]);
    expect([status, errors[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('allow introspection queries of explorers', async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    const { data, errors } = await gateway.query(query);
    expect(errors).toEqual([]);
    expect(data.__schema.types.length).toBeGreaterThan(50);
  });

  it('apply to sockets and server-sent events', async () => {
    const [, document, message] = TOO_LARGE[0] ?? expect.fail();
    const stream = listen(gateway.url, document);
    await stream.end();
    const events = await gateway.query(document, { headers: { accept: 'text/event-stream' } });
    expect(events.status).toBe(400);
    for (const { errors } of [stream, events]) {
      expect(errors[0]?.message).toMatch(message);
      expect(errors[0]?.extensions).toMatchObject({
        code: 'OPERATION_TOO_EXPENSIVE',
        requestId: expect.any(String),
      });
    }
  });

  it('leave of a long operation name only its beginning in the log, and nothing in the metrics', async () => {
    const own = await startGateway();
    onTestFinished(own.close);
    const name = `Long${'x'.repeat(90_000)}`;
    expect((await own.query(`query ${name} { __typename }`)).data).toEqual({ __typename: 'Query' });
    const [line = ''] = own.logLines.filter((text) => text.includes('Longx'));
    expect(JSON.parse(line).operation).toBe(`${name.slice(0, 128)}…`);
    expect(own.logLines.join('').length).toBeLessThan(10_000);
    expect(await (await fetch(`${own.url}/metrics`)).text()).not.toContain('Longx');
  });

  it('are configurable', async () => {
    const strict = await startGateway({
      config: { documentLimits: { tokens: 20, depth: 2, aliases: 1 } },
    });
    const messageOf = async (document: string) => (await strict.query(document)).errors[0]?.message;
    expect(await messageOf('{ me { id id id id id id id id id id id id id id id id } }')).toMatch(
      /^Tokens limit of 20 /,
    );
    expect(await messageOf('{ me { friends { __typename } } }')).toMatch(
      /depth limit of 2 exceeded, found 3/,
    );
    expect(await messageOf('{ a: me { id } b: me { id } }')).toMatch(/^Aliases limit of 1 exceeded, found 2/);
    await strict.close();
  });
});

describe('the selections of a document', () => {
  it('are counted after fragment expansion, as the size of a plan is', () => {
    expect(countSelections(parse('{ me { id } }'))).toBe(3);
    expect(
      countSelections(parse('{ me { ...A ... on Viewer { ...A } } } fragment A on Viewer { id handle }')),
    ).toBe(9);
    expect(countSelections(parse(doubling(8)))).toBeGreaterThan(1000);
  });
});
