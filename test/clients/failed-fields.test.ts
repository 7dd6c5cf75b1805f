import { gql } from '@apollo/client';
import { GraphQLClient } from 'graphql-request';
import { describe, expect, it } from 'vitest';
import { createClient as createApollo } from '../../packages/client/src/apollo.ts';
import { createClient as createUrql } from '../../packages/client/src/urql.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/** `friends` is null only with an error. */
const QUERY = '{ me { id handle friends { user { id } } } }';
const PARTIAL = { me: { id: 'u-ana', handle: '@ana.ferreira', friends: null } };

/** docs/getting-started/types.md says which schema fits; test/clients/relay.test.ts has Relay. */
describe('a field that failed', () => {
  const gateway = suiteGateway();
  const settings = () => {
    gateway.faults.set('GET /user/v1/my/friends', status(403));
    return {
      url: `${gateway.url}/graphql`,
      session: { authorization: () => as.student.authorization ?? '' },
    };
  };

  it('leaves no data in Apollo Client, as it is by default', async () => {
    const client = createApollo(settings());
    await expect(client.query({ query: gql(QUERY) })).rejects.toThrow();
    const shown = await new Promise<{ data?: unknown; error?: unknown }>((resolve) => {
      client.watchQuery({ query: gql(QUERY) }).subscribe((result) => {
        if (!result.loading) resolve(result);
      });
    });
    expect(shown).toMatchObject({ data: undefined, error: expect.any(Error) });
    expect(client.cache.extract()).toEqual({});
    client.stop();
  });

  it('is null in Apollo Client with `errorPolicy: all`', async () => {
    const client = createApollo(settings());
    const { data, error } = await client.query({ query: gql(QUERY), errorPolicy: 'all' });
    expect(data).toMatchObject(PARTIAL);
    expect(error).toBeInstanceOf(Error);
    client.stop();
  });

  it('is null in urql, beside the error', async () => {
    const { data, error } = await createUrql(settings()).query(QUERY, {}).toPromise();
    expect(data).toMatchObject(PARTIAL);
    expect(error).toBeInstanceOf(Error);
  });

  it('rejects the request of graphql-request', async () => {
    const { url } = settings();
    const client = new GraphQLClient(url, { headers: { authorization: as.student.authorization ?? '' } });
    await expect(client.request(QUERY)).rejects.toThrow();
  });
});
