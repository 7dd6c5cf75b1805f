import { describe, expect, it } from 'vitest';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/** Request bodies, by what distinguishes them. */
const BODIES: Record<string, unknown> = {
  'a query': { query: '{ course(id: "c-first-aid") { name } }' },
  'one of several operations': {
    query: 'query A { me { handle } } query B { course(id: "c-radio") { name } }',
    operationName: 'B',
  },
  'several operations and no name': { query: 'query A { __typename } query B { me { id } }' },
  'several operations and an unknown name': {
    query: 'query A { __typename } query B { me { id } }',
    operationName: 'C',
  },
  'valid variables': {
    query: 'query ($id: ID!) { course(id: $id) { name } }',
    variables: { id: 'c-radio' },
  },
  'missing variables': { query: 'query ($id: ID!) { course(id: $id) { id } }', variables: {} },
  'variables of the wrong type': { query: 'query ($id: ID) { me { id } }', variables: [] },
  'nulls for omitted parameters': {
    query: '{ me { handle } }',
    variables: null,
    operationName: null,
    extensions: null,
  },
  'a field that fails': { query: '{ classes(first: 500) { totalCount } me { handle } }' },
  'an operation over the call limit': {
    query: '{ classes(first: 100) { nodes { students { id } levels { id } course { objectives { id } } } } }',
  },
  'a mutation': {
    query: 'mutation { submitScore(input: { categories: ["knots"], score: 5 }) { entry { score } } }',
  },
  'a subscription without a stream': { query: 'subscription { notificationReceived { cursor } }' },
  'an invalid document': { query: '{ nothing }' },
  'no document': { query: '' },
  'a list': [{ query: '{ __typename }' }],
};

const ACCEPTS = [undefined, '*/*', 'application/graphql-response+json, application/json;q=0.5', 'text/html'];

describe('a document that was parsed and validated before', () => {
  const gateway = suiteGateway();

  const send = async (body: unknown, accept: string | undefined) => {
    const requestId = 'the-same';
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...as.student,
        ...(accept ? { accept } : {}),
      },
      body: JSON.stringify(body),
    });
    const { date: _date, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };

  it.each(Object.entries(BODIES))('gets the same response as the first time: %s', async (_name, body) => {
    for (const accept of ACCEPTS) {
      const first = await send(body, accept);
      expect(await send(body, accept)).toEqual(first);
    }
  });

  it('gets a response in the media type that the request accepts', async () => {
    const body = { query: '{ __typename }' };
    const typeOf = async (accept: string) => (await send(body, accept)).headers['content-type'];
    for (let round = 0; round < 2; round += 1) {
      expect(await typeOf('application/json')).toBe('application/json; charset=utf-8');
      expect(await typeOf('application/graphql-response+json')).toBe(
        'application/graphql-response+json; charset=utf-8',
      );
      expect((await send(body, 'text/html')).status).toBe(406);
    }
  });
});
