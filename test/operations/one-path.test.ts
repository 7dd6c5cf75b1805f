import { createHash } from 'node:crypto';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { overSocket as sendOverSocket } from '../support/over-socket.ts';
import { forSuite, suiteGateway } from '../support/suite.ts';

const KNOWN = 'query Known($id: ID!) { course(id: $id) { name } me { handle } }';
const variables = { id: 'c-radio' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const persistedQuery = { version: 1, sha256Hash: sha256(KNOWN) };
const hashed = { extensions: { persistedQuery } };
const text = { query: KNOWN, operationName: 'Known', variables };

/** Documents that were not known: Apollo Server parsed them. */
async function parsedBy(gateway: Pick<TestGateway, 'metricsUrl'>): Promise<number> {
  const metrics = await readMetrics(gateway);
  return ['valid', 'rejected']
    .map((outcome) => metrics.get(`gateway_documents_parsed_total{outcome="${outcome}"}`) ?? 0)
    .reduce((sum, count) => sum + count);
}

interface Answer {
  data?: unknown;
  errors?: { extensions: { code: string } }[];
}

const post =
  (body: object, headers: Record<string, string> = {}) =>
  async (gateway: TestGateway): Promise<Answer> => {
    const { text: answered } = await gateway.post(body, { as: as.student, headers });
    // One event has the result of an operation.
    return JSON.parse(/^data: (.*)$/m.exec(answered)?.[1] ?? answered);
  };

const get =
  (parameters: Record<string, unknown>, headers: Record<string, string> = {}) =>
  async ({ url }: TestGateway): Promise<Answer> => {
    const search = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
    const response = await fetch(`${url}/graphql?${search}`, { headers: { ...as.student, ...headers } });
    return (await response.json()) as Answer;
  };

const overSocket =
  (payload: object) =>
  async ({ url }: TestGateway): Promise<Answer> => {
    const { type, payload: received } = JSON.parse(await sendOverSocket(url, payload));
    return type === 'error' ? { errors: received } : received;
  };

const asEvent = (body: object) => post(body, { accept: 'text/event-stream' });

const CLIENT_4 = { clientLibrary: { name: '@apollo/client', version: '4.3.8' } };

/** How one document may be requested, by what clients do. */
const FORMS: Record<string, (gateway: TestGateway) => Promise<Answer>> = {
  'as text': post(text),
  'without the name': post({ query: KNOWN, variables }),
  'with an empty name': post({ ...text, operationName: '' }),
  'with the extensions of Apollo Client 4': post({ ...text, extensions: CLIENT_4 }),
  'with any extension': post({
    ...text,
    extensions: { traceparent: '00-1-2-01', anything: [1, { a: null }] },
  }),
  'with members that mean nothing': post({ ...text, id: 7, operationKind: 'query', doc_id: 'x' }),
  'with an error behavior': post({ ...text, onError: 'PROPAGATE' }),
  'with the media types of Apollo Client': post(text, {
    accept: 'application/graphql-response+json,application/json;q=0.9',
  }),
  'with the media types of urql': post(text, {
    accept:
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  }),
  'with the count of its calls': post({ ...text, extensions: { upstream: true } }),
  'with its hash': post({ ...text, ...hashed }),
  'by its hash': post({ operationName: 'Known', variables, ...hashed }),
  'by its hash beside other extensions': post({ variables, extensions: { ...CLIENT_4, persistedQuery } }),
  'by its hash and an empty text': post({ query: '', variables, ...hashed }),
  'by GET': get(text),
  'by GET, as JSON': get({ query: KNOWN, variables }, { 'content-type': 'application/json' }),
  'by GET and its hash': get({ variables, ...hashed }),
  'by GET, with extensions': get({ ...text, extensions: CLIENT_4 }),
  'over a socket': overSocket(text),
  'over a socket, with extensions': overSocket({ ...text, extensions: CLIENT_4 }),
  'over a socket, by its hash': overSocket({ query: '', variables, ...hashed }),
  'as an event': asEvent(text),
};

const EXPECTED = { course: { name: 'Radio Communication' }, me: { handle: expect.any(String) } };

describe('a known document', () => {
  const gateway = suiteGateway();
  beforeAll(() => post({ ...text, ...hashed })(gateway));

  it.each(Object.entries(FORMS))('runs without being parsed again: %s', async (_form, send) => {
    const before = await parsedBy(gateway);
    const { data, errors } = await send(gateway);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject(EXPECTED);
    expect(await parsedBy(gateway)).toBe(before);
  });

  it.each<[string, (gateway: TestGateway) => Promise<Answer>, string]>([
    [
      'under the hash of another',
      post({ ...text, extensions: { persistedQuery: { version: 1, sha256Hash: sha256('{ me { id } }') } } }),
      'BAD_REQUEST',
    ],
    [
      'with a persisted query of another version',
      post({ ...text, extensions: { persistedQuery: { version: 2 } } }),
      'BAD_REQUEST',
    ],
    ['with another operation', post({ ...text, operationName: 'Other' }), 'OPERATION_RESOLUTION_FAILURE'],
    ['with variables of another shape', post({ ...text, variables: [1] }), 'BAD_REQUEST'],
    ['with extensions of another shape', post({ ...text, extensions: 'all' }), 'BAD_REQUEST'],
    ['with an unknown error behavior', post({ ...text, onError: 'IGNORE' }), 'BAD_REQUEST'],
    ['with a variable that does not fit', post({ ...text, variables: {} }), 'BAD_USER_INPUT'],
    [
      'over a socket, with another operation',
      overSocket({ ...text, operationName: 'Other' }),
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('is refused without being parsed again: %s', async (_form, send, code) => {
    const before = await parsedBy(gateway);
    const { data, errors } = await send(gateway);
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, code]);
    expect(await parsedBy(gateway)).toBe(before);
  });

  it.each([
    ['Basic', as.plugin],
    ['Negotiate', { authorization: 'Negotiate YII=' }],
    ['no', { authorization: '' }],
  ])(
    'is refused by GET with %s credentials alone: browsers add them by themselves',
    async (_scheme, headers) => {
      const { errors } = await get({ query: '{ __typename }' }, headers)(gateway);
      expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
      const preflighted = { ...headers, 'apollo-require-preflight': 'true' };
      expect((await get({ query: '{ __typename }' }, preflighted)(gateway)).errors).toBeUndefined();
    },
  );

  it('cannot be written with by GET', async () => {
    const query = 'mutation { signOut { extra } }';
    await gateway.query(query);
    const response = await fetch(`${gateway.url}/graphql?${new URLSearchParams({ query })}`, {
      headers: as.student,
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a document that is not known', () => {
  const gateway = suiteGateway();

  it('is parsed once, in whatever form it arrives first and second', async () => {
    for (const [index, first] of Object.values({ post, get, overSocket }).entries()) {
      const query = `query New${index} { __typename }`;
      const before = await parsedBy(gateway);
      await first({ query })(gateway);
      expect(await parsedBy(gateway)).toBe(before + 1);
      for (const again of [post, get, overSocket])
        expect((await again({ query, extensions: CLIENT_4 })(gateway)).data).toEqual({ __typename: 'Query' });
      expect(await parsedBy(gateway)).toBe(before + 1);
    }
  });

  it('is counted as rejected each time, because it is not retained', async () => {
    const rejected = async () =>
      (await readMetrics(gateway)).get('gateway_documents_parsed_total{outcome="rejected"}') ?? 0;
    const before = await rejected();
    for (const query of [
      '{ nothing }',
      '{ nothing }',
      '{',
      'subscription { notificationReceived @skip(if: true) { cursor } }',
    ])
      expect((await post({ query })(gateway)).errors).toHaveLength(1);
    expect(await rejected()).toBe(before + 4);
  });

  it('is not registered under a hash before it is valid', async () => {
    const query = '{ nothing }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };
    await post({ query, extensions })(gateway);
    const { errors } = await post({ extensions })(gateway);
    expect(errors?.[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('a trusted document', () => {
  const gateway = forSuite(async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'trusted-'));
    const path = join(folder.path, 'documents.json');
    writeFileSync(path, JSON.stringify({ 'known-1': KNOWN }));
    const started = await startGateway({ environment: { TRUSTED_DOCUMENTS: path } });
    await post({ documentId: 'known-1', variables })(started);
    return started;
  });

  it.each<[string, (gateway: TestGateway) => Promise<Answer>]>([
    ['by `documentId`', post({ documentId: 'known-1', variables })],
    ['by `documentId` and an empty text', post({ query: '', documentId: 'known-1', variables })],
    ['by `documentId` among the extensions', post({ variables, extensions: { documentId: 'known-1' } })],
    [
      'by `documentId` beside other extensions',
      post({ documentId: 'known-1', variables, extensions: CLIENT_4 }),
    ],
    [
      'by its ID as a hash',
      post({ variables, extensions: { persistedQuery: { version: 1, sha256Hash: 'known-1' } } }),
    ],
    ['by its text', post(text)],
    ['by its text and its hash', post({ ...text, ...hashed })],
    ['by GET', get({ documentId: 'known-1', variables })],
    ['over a socket', overSocket({ query: '', documentId: 'known-1', variables })],
    ['as an event', asEvent({ documentId: 'known-1', variables })],
  ])('runs without being parsed again: %s', async (_form, send) => {
    const before = await parsedBy(gateway);
    expect((await send(gateway)).data).toMatchObject(EXPECTED);
    expect(await parsedBy(gateway)).toBe(before);
  });
});
