import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as } from '../support/gateway.ts';
import { know } from '../support/known-users.ts';
import { suiteGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A hash of the user, or of the network of anyone else. */
const CALLER = expect.stringMatching(/^(user|plugin|network):[\w-]{16}$/);
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ');

const HASH = 'f'.repeat(64);
const persisted = (query?: string) => ({
  query,
  extensions: { persistedQuery: { version: 1, sha256Hash: HASH } },
});
const aliased = Array.from({ length: 31 }, (_, index) => `a${index}: id`).join(' ');
const lessons = `lessons ${'{ childLessons '.repeat(15)} { id } ${'}'.repeat(15)}`;
const EXPENSIVE = 'OPERATION_TOO_EXPENSIVE';

/** Refusals before the operation is known: the query or the body, the code, the reason and the root fields. */
const REFUSED_DOCUMENTS: [when: string, body: object | string, string, string, root: string[]][] = [
  ['has a syntax error', '{ me ', 'GRAPHQL_PARSE_FAILED', 'syntax', []],
  ['is invalid', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED', 'validation', ['nothing']],
  ['has too many tokens', `{ me { ${times(1500, 'id')} } }`, EXPENSIVE, 'tokens', []],
  ['is too deep', `{ course(id: "c") { levels { ${lessons} } } }`, EXPENSIVE, 'depth', ['course']],
  ['has too many aliases', `{ me { ${aliased} } }`, EXPENSIVE, 'aliases', ['me']],
  [
    'has too many directives',
    `{ me { ${times(51, 'id @include(if: true)')} } }`,
    EXPENSIVE,
    'directives',
    ['me'],
  ],
  ['has too many root fields', `{ ${times(31, '__typename')} }`, EXPENSIVE, 'root-fields', ['__typename']],
  [
    'has too many selections with its fragments expanded',
    `{ me { ${times(101, '...f')} } } fragment f on Viewer { ${times(10, 'id')} }`,
    EXPENSIVE,
    'selections',
    ['me'],
  ],
  [
    'has several operations, none of which is named',
    'query A { me { id } } query B { me { id } }',
    'OPERATION_RESOLUTION_FAILURE',
    'operation-name',
    [],
  ],
  ['is unknown by its hash', persisted(), 'PERSISTED_QUERY_NOT_FOUND', 'persisted-query', []],
  [
    'does not have the hash that it is sent with',
    persisted('{ me { id } }'),
    'BAD_REQUEST',
    'persisted-query',
    [],
  ],
];

const COURSE = 'query Refused($id: ID!) { course(id: $id) { name } }';
const SIGN_IN = '{ refreshSession(input: { refreshToken: "r" }) { token { expiresIn } } }';
const STREAM = 'subscription Refused { notificationReceived { cursor } }';

/** Refusals of an operation whose document is valid. */
const REFUSED_OPERATIONS: {
  when: string;
  query: string;
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  earlier?: string;
  code: string;
  reason: string;
}[] = [
  { when: 'has a variable of the wrong type', query: COURSE, code: 'BAD_USER_INPUT', reason: 'variables' },
  {
    when: 'has too many values in its variables',
    query: COURSE,
    variables: { id: 'c', more: Array.from({ length: 5001 }, () => 0) },
    code: EXPENSIVE,
    reason: 'variables',
  },
  {
    when: 'may need too many platform calls',
    query:
      'query Refused { classes(first: 100) { nodes { course { levels { id } questions { id } } students { user { id handle } } } } }',
    code: EXPENSIVE,
    reason: 'calls',
  },
  {
    when: 'may produce too many objects',
    query:
      'query Refused { course(id: "c") { questions { course { questions { course { questions { course { id } } } } } } } }',
    code: EXPENSIVE,
    reason: 'objects',
  },
  {
    when: 'is one sign-in too many from its address',
    query: `mutation Refused ${SIGN_IN}`,
    earlier: `mutation ${SIGN_IN}`,
    code: 'RATE_LIMITED',
    reason: 'sign-in',
  },
  {
    when: 'requests a stream over a transport with a single response',
    query: STREAM,
    headers: as.student,
    code: 'BAD_REQUEST',
    reason: 'transport',
  },
  {
    when: 'requests a stream without a credential',
    query: STREAM,
    headers: { accept: 'text/event-stream' },
    code: 'UNAUTHENTICATED',
    reason: 'source',
  },
];

describe('the log line of an operation that is refused', () => {
  const gateway = suiteGateway({ environment: { LIMIT_SIGN_IN: '1' } });
  let sent = 0;

  /** Sends an operation. @returns its lines. */
  async function linesOf(body: unknown, headers: Record<string, string> = {}) {
    sent += 1;
    const requestId = `refusal-${sent}`;
    const own = { 'x-request-id': requestId, 'apollographql-client-name': 'web' };
    await gateway.post(body, { headers: { ...own, ...headers } });
    return linesAbout(requestId);
  }

  /** The lines of a request, once there are any: a line may follow its response. */
  async function linesAbout(requestId: string) {
    const lines = () =>
      gateway.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    await until(() => lines().length > 0);
    return lines();
  }

  it.each(REFUSED_DOCUMENTS)('says so when its document %s', async (_, given, code, reason, root) => {
    const body: { query?: string } = typeof given === 'string' ? { query: given } : given;
    const document = body.query === undefined ? HASH : hashOf(body.query);
    expect(await linesOf(body)).toEqual([
      expect.objectContaining({
        operation: null,
        type: null,
        document,
        root,
        client: 'web',
        codes: expect.arrayContaining([code]),
        code,
        reason,
        caller: CALLER,
        upstreamCalls: 0,
      }),
    ]);
  });

  it.each(REFUSED_OPERATIONS)(
    'says so when it $when',
    async ({ query, variables, headers, earlier, code, reason }) => {
      if (earlier) await gateway.query(earlier);
      expect(await linesOf({ query, variables }, headers)).toEqual([
        expect.objectContaining({
          operation: 'Refused',
          document: hashOf(query),
          root: [expect.stringMatching(/^\w+$/)],
          client: 'web',
          codes: [code],
          code,
          reason,
          caller: CALLER,
          upstreamCalls: 0,
        }),
      ]);
    },
  );

  it.each([
    ['is a mutation in a URL', `?query=${encodeURIComponent('mutation { signOut { extra } }')}`],
    ['is sent like a form of another page', '?query={me{id}}'],
  ])('says so when it %s', async (_, search) => {
    sent += 1;
    const requestId = `refusal-${sent}`;
    const response = await fetch(`${gateway.url}/graphql${search}`, {
      headers: { 'x-request-id': requestId },
    });
    await response.text();
    expect(await linesAbout(requestId)).toEqual([
      expect.objectContaining({ code: 'BAD_REQUEST', reason: 'request' }),
    ]);
  });

  it('names the caller by a hash: one for each user that is known, and for the address of all others', async () => {
    const refused = { query: '{ nothing }' };
    const callerOf = async (headers: Record<string, string>): Promise<string> =>
      (await linesOf(refused, headers))[0].caller;
    for (const user of [as.student, as.instructor]) await know(gateway, user);
    const callers = [await callerOf(as.student), await callerOf(as.instructor), await callerOf({})];
    expect(new Set(callers).size).toBe(3);
    expect(await callerOf(as.student)).toBe(callers[0]);
    expect(await callerOf({})).toBe(callers[2]);
    expect(await callerOf(as.bearer('made-up'))).toBe(callers[2]);
    expect((await linesOf({ query: '{ __typename }' }, as.student))[0]).not.toHaveProperty('caller');
    expect(gateway.logLines.join('')).not.toMatch(/127\.0\.0\.1|demo-student-token/);
  });
});
