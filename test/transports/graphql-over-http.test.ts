import { connect } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { remembered } from '../../src/transports/http/remembered.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const RESPONSE_JSON = 'application/graphql-response+json';
const COURSE = '{ course(id: "c-first-aid") { name objectives { id } } }';

/**
 * What the audits of graphql-http do not know yet, clause by clause.
 * Source: GraphQL over HTTP, draft of 6 August 2026 (graphql/graphql-over-http@e1e46e7), Status Codes.
 */
describe('GraphQL over HTTP of 6 August 2026', () => {
  const gateway = suiteGateway({ environment: { LIMIT_BODY: '5000', METRICS_PORT: '0' } });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    gateway.post(body, { as: as.student, headers: { accept: RESPONSE_JSON, ...headers } });
  const fail = () => gateway.faults.set('GET /edu/v1/course/objectives', status(403));

  describe('a response with data and errors SHOULD have the status 294', () => {
    const prefer = 'status=294';

    it.each([
      ['prefers it', { prefer }],
      ['prefers it among others', { prefer: 'respond-async, Status="294"; a=b, wait=1' }],
    ])('and has it if the client %s', async (_name, headers) => {
      fail();
      // The second document is known.
      for (let time = 0; time < 2; time += 1) {
        const response = await post({ query: COURSE }, headers);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          294,
          `${RESPONSE_JSON}; charset=utf-8`,
        ]);
        expect(response.headers.get('preference-applied')).toBe('status=294');
        expect(response.headers.get('vary')).toContain('prefer');
        const { data, errors } = response;
        expect([data.course.name, errors.length]).toEqual(['Field First Aid', 1]);
      }
      expect(gateway.logLines.some((line) => JSON.parse(line).status === 294)).toBe(true);
    });

    it('even if the data is null', { tags: 'compiled' }, async () => {
      fail();
      const { status: code, data, errors } = await post({ query: COURSE, onError: 'HALT' }, { prefer });
      expect(code).toBe(294);
      expect([data, errors.length]).toEqual([null, 1]);
    });

    it.each([
      ['has no preference', {}],
      ['prefers something else', { prefer: 'handling=strict, status=2940' }],
      ['accepts only application/json, which has its own rules', { prefer, accept: 'application/json' }],
    ])('but has 200 if the client %s', async (_name, headers) => {
      fail();
      const response = await post({ query: COURSE }, headers);
      expect([response.status, response.headers.get('preference-applied')]).toEqual([200, null]);
    });

    it('but not without errors, and not without data', async () => {
      expect((await post({ query: COURSE }, { prefer })).status).toBe(200);
      expect((await post({ query: '{ nothing }' }, { prefer })).status).toBe(400);
      const persistedQuery = { version: 1, sha256Hash: '0'.repeat(64) };
      expect((await post({ extensions: { persistedQuery } }, { prefer })).status).toBe(200);
    });
  });

  it.each(
    ['QUERY', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'].flatMap((method) => [
      [method, 'with a body', true] as const,
      [method, 'without one', false] as const,
    ]),
  )(
    'an unsupported method SHOULD have 405, with `Allow` (RFC 9110 15.5.6): %s %s',
    async (method, _, hasBody) => {
      const body = hasBody ? JSON.stringify({ query: COURSE }) : '';
      const type = hasBody ? `content-type: application/json\r\ncontent-length: ${body.length}\r\n` : '';
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.write(
        `${method} /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${type}accept: ${RESPONSE_JSON}\r\n\r\n${body}`,
      );
      const response = await read(socket);
      expect(response).toMatch(/^HTTP\/1\.1 405 /);
      expect(response).toMatch(/\r\nallow: GET, POST\r\n/i);
      if (method !== 'HEAD') expect(response).toContain('"code":"BAD_REQUEST"');
    },
  );

  it('a mutation over GET SHOULD have 405, with `Allow`', async () => {
    const query = encodeURIComponent('mutation { signOut { extra } }');
    const response = await fetch(`${gateway.url}/graphql?query=${query}`, {
      headers: { 'apollo-require-preflight': 'true', accept: RESPONSE_JSON },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  // Apollo Server and the audits of graphql-http expect 400, so that is what clients and monitors know.
  it.each<[string, unknown]>([
    ['a request that is not well-formed', { qeury: '{ __typename }' }],
    ['variables of another shape', { query: '{ __typename }', variables: [7] }],
    ['a document that is not valid', { query: '{ nothing }' }],
    ['an operation that is not determined', { query: 'query A { __typename } query B { __typename }' }],
    [
      'variables that cannot be coerced',
      { query: 'query ($id: ID!) { course(id: $id) { name } }', variables: {} },
    ],
  ])('SHOULD refuse with 422, and by choice refuses with 400: %s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });
});

describe('what is remembered of headers', () => {
  it('is read once, and bounded: of a hundred headers, and of none that is long', () => {
    let reads = 0;
    const read = remembered((header) => {
      reads += 1;
      return { header };
    });
    expect(read('one')).toBe(read('one'));
    expect(reads).toBe(1);
    for (let index = 0; index < 100; index += 1) read(`made up ${index}`);
    read('one');
    expect(reads).toBe(102);
    const long = 'x'.repeat(2000);
    expect(read(long)).not.toBe(read(long));
  });
});
