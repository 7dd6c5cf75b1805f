import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recovering } from '../../examples/errors/apollo.ts';
import { isSignedOut, retryDelay } from '../../examples/errors/codes.ts';
import { formMessages } from '../../examples/errors/form.ts';
import { authorizing } from '../../examples/errors/urql.ts';
import { status } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';

const ME = '{ me { handle } }';
const NOTE =
  'mutation { createNote(input: { text: "once", classId: "g-first-aid-spring" }) { note { text } } }';

let gateway: TestGateway;
beforeAll(async () => {
  // Shorter than the platform's `Retry-After`, so that the client must wait.
  gateway = await startGateway({ environment: { PLATFORM_TIMEOUT: '900' } });
});
afterAll(() => gateway.close());
afterEach(() => gateway.faults.clear());

/** A session with an expired token until it is renewed. */
function staleSession() {
  let token = 'Bearer expired';
  const session = {
    renewals: 0,
    token: () => token,
    renew: async () => {
      session.renewals += 1;
      token = as.student.authorization ?? '';
    },
  };
  return session;
}

function apollo(session: ReturnType<typeof staleSession>): ApolloClient {
  const link = ApolloLink.from([recovering(session), new HttpLink({ uri: `${gateway.url}/graphql` })]);
  return new ApolloClient({ cache: new InMemoryCache(), link });
}

describe('Apollo Client', () => {
  it('renews an expired session and retries', async () => {
    const session = staleSession();
    const { data } = await apollo(session).query<{ me: { handle: string } }>({ query: gql(ME) });
    expect(data?.me.handle).toBe('@ana.ferreira');
    expect(session.renewals).toBe(1);
  });

  it('gives up if the new token is rejected as well', async () => {
    const session = { ...staleSession(), renew: () => Promise.resolve() };
    await expect(apollo(session).query({ query: gql(ME) })).rejects.toThrow('Sign in again');
  });

  it('waits for `retryAfterMs` and retries a query once, but not a mutation', async () => {
    const session = staleSession();
    await session.renew();
    const client = apollo(session);
    gateway.faults.set('GET /user/v1/my/profile', (...exchange) => {
      gateway.faults.clear();
      status(429, { 'retry-after': '1' })(...exchange);
    });
    const { data } = await client.query<{ me: { handle: string } }>({ query: gql(ME) });
    expect(data?.me.handle).toBe('@ana.ferreira');
    gateway.faults.set('PUT /edu/v1/note', status(429, { 'retry-after': '1' }));
    const seen = gateway.requests.length;
    await expect(client.mutate({ mutation: gql(NOTE) })).rejects.toThrow();
    expect(gateway.requests.slice(seen).map(({ method }) => method)).toEqual(['PUT']);
  });
});

describe('urql', () => {
  it('renews an expired session and retries', async () => {
    const session = staleSession();
    const client = new Client({
      url: `${gateway.url}/graphql`,
      preferGetMethod: false,
      exchanges: [authorizing(session), fetchExchange],
    });
    const { data } = await client.query(ME, {}).toPromise();
    expect(data.me.handle).toBe('@ana.ferreira');
    expect(session.renewals).toBe(1);
  });
});

describe('a form', () => {
  it('shows each message beside its field, and the others above the form', async () => {
    const { errors } = await gateway.query(
      `mutation ($input: AddUserInfoInput!) {
        addUserInfo(input: $input) { accepted }
        createNote(input: { text: "Note" }) { extra }
      }`,
      {
        as: as.plugin,
        variables: { input: { userId: 'u-ana', additionalInfo: [{ title: '', description: 'Sailor' }] } },
      },
    );
    expect(isSignedOut(errors)).toBe(false);
    expect(formMessages(errors)).toEqual({
      fields: new Map([
        ['input.additionalInfo.0.title', '`input.additionalInfo.0.title` must not be empty.'],
      ]),
      form: [expect.stringContaining('user token')],
    });
  });
});

describe('the retry delay', () => {
  const error = (extensions: object) => ({ message: '', extensions });
  it.each([
    ['is null without an error', [], null],
    ['is null for an error that is not retryable', [error({ retryable: false })], null],
    [
      'is null if one error is not retryable',
      [error({ retryable: true }), error({ retryable: false })],
      null,
    ],
    ['is the one from the gateway', [error({ retryable: true, retryAfterMs: 3000 })], 3000],
    [
      'is the longest of several',
      [error({ retryable: true, retryAfterMs: 0 }), error({ retryable: true })],
      1000,
    ],
  ])('%s', (_, errors, delay) => {
    expect(retryDelay(errors)).toBe(delay);
  });
});
