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

/** Refusals before the operation is known. */
const REFUSED_DOCUMENTS: {
  when: string;
  body: Record<string, unknown>;
  code: string;
  reason: string;
  root: string[];
}[] = [
  {
    when: 'has a syntax error',
    body: { query: '{ me ' },
    code: 'GRAPHQL_PARSE_FAILED',
    reason: 'syntax',
    root: [],
  },
  {
    when: 'is invalid',
    body: { query: '{ nothing }' },
    code: 'GRAPHQL_VALIDATION_FAILED',
    reason: 'validation',
    root: ['nothing'],
  },
  {
    when: 'has too many tokens',
    body: { query: `{ me { ${times(1500, 'id')} } }` },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'tokens',
    root: [],
  },
  {
    when: 'is too deep',
    body: {
      query: `{ course(id: "c") { levels { lessons ${'{ childLessons '.repeat(15)} { id } ${'}'.repeat(15)} } } }`,
    },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'depth',
    root: ['course'],
  },
  {
    when: 'has too many aliases',
    body: { query: `{ me { ${Array.from({ length: 31 }, (_, index) => `a${index}: id`).join(' ')} } }` },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'aliases',
    root: ['me'],
  },
  {
    when: 'has too many directives',
    body: { query: `{ me { ${times(51, 'id @include(if: true)')} } }` },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'directives',
    root: ['me'],
  },
  {
    when: 'has too many root fields',
    body: { query: `{ ${times(31, '__typename')} }` },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'root-fields',
    root: ['__typename'],
  },
  {
    when: 'has too many selections with its fragments expanded',
    body: {
      query: `{ me { ${times(101, '...f')} } } fragment f on Viewer { ${times(10, 'id')} }`,
    },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'selections',
    root: ['me'],
  },
  {
    when: 'has several operations, none of which is named',
    body: { query: 'query A { me { id } } query B { me { id } }' },
    code: 'OPERATION_RESOLUTION_FAILURE',
    reason: 'operation-name',
    root: [],
  },
  {
    when: 'is unknown by its hash',
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } } },
    code: 'PERSISTED_QUERY_NOT_FOUND',
    reason: 'persisted-query',
    root: [],
  },
  {
    when: 'does not have the hash that it is sent with',
    body: {
      query: '{ me { id } }',
      extensions: { persistedQuery: { version: 1, sha256Hash: 'f'.repeat(64) } },
    },
    code: 'BAD_REQUEST',
    reason: 'persisted-query',
    root: [],
  },
];

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
  {
    when: 'has a variable of the wrong type',
    query: 'query Refused($id: ID!) { course(id: $id) { name } }',
    code: 'BAD_USER_INPUT',
    reason: 'variables',
  },
  {
    when: 'has too many values in its variables',
    query: 'query Refused($id: ID!) { course(id: $id) { name } }',
    variables: { id: 'c', more: Array.from({ length: 5001 }, () => 0) },
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'variables',
  },
  {
    when: 'may need too many platform calls',
    query:
      'query Refused { classes(first: 100) { nodes { course { levels { id } questions { id } } students { user { id handle } } } } }',
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'calls',
  },
  {
    when: 'may produce too many objects',
    query:
      'query Refused { course(id: "c") { questions { course { questions { course { questions { course { id } } } } } } } }',
    code: 'OPERATION_TOO_EXPENSIVE',
    reason: 'objects',
  },
  {
    when: 'is one sign-in too many from its address',
    query: 'mutation Refused { refreshSession(input: { refreshToken: "r" }) { token { expiresIn } } }',
    earlier: 'mutation { refreshSession(input: { refreshToken: "r" }) { token { expiresIn } } }',
    code: 'RATE_LIMITED',
    reason: 'sign-in',
  },
  {
    when: 'requests a stream over a transport with a single response',
    query: 'subscription Refused { notificationReceived { cursor } }',
    headers: as.student,
    code: 'BAD_REQUEST',
    reason: 'transport',
  },
  {
    when: 'requests a stream without a credential',
    query: 'subscription Refused { notificationReceived { cursor } }',
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
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        'apollographql-client-name': 'web',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    await response.text();
    return linesAbout(requestId);
  }

  /** The lines of a request, once there are any: a line may follow its response. */
  async function linesAbout(requestId: string) {
    const lines = () =>
      gateway.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    await until(() => lines().length > 0);
    return lines();
  }

  it.each(REFUSED_DOCUMENTS)('says so when its document $when', async ({ body, code, reason, root }) => {
    const document = 'query' in body ? hashOf(String(body.query)) : 'f'.repeat(64);
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
