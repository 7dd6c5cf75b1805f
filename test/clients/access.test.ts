import { gql } from '@apollo/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const READ = gql`query Bucket { bucket(id: "trail-map") { id access { public userIds } } }`;
const SHARE = gql`mutation Share {
  addBucketUser(input: { id: "trail-map", userId: "u-kofi" }) { bucket { id access { public userIds } } }
}`;

interface Read {
  bucket: { access: { public: boolean | null; userIds: string[] | null } | null };
}

const gateway = suiteGateway();
const session = { authorization: () => as.student.authorization ?? '' };

/** A client with a normalized cache, read from the network and then from the cache. */
const CLIENTS = {
  "Apollo Client's InMemoryCache": () => {
    const client = createApolloClient({ url: `${gateway.url}/graphql`, session });
    return {
      read: () => client.query({ query: READ, fetchPolicy: 'network-only' }),
      share: () => client.mutate({ mutation: SHARE }),
      cached: () => client.readQuery<Read>({ query: READ })?.bucket.access,
    };
  },
  "urql's graphcache": () => {
    const client = createUrqlClient({ url: `${gateway.url}/graphql`, session });
    return {
      read: () => client.query(READ, {}, { requestPolicy: 'network-only' }).toPromise(),
      share: () => client.mutation(SHARE, {}).toPromise(),
      cached: () => client.readQuery<Read>(READ, {})?.data?.bucket.access,
    };
  },
};

describe.each(Object.entries(CLIENTS))('who may use a bucket, in %s', (_, open) => {
  let client: ReturnType<typeof open>;
  const answer = (reply: object): void => gateway.faults.set('POST /app/v1/bucket/user', json(reply));
  beforeEach(() => {
    client = open();
  });

  it('is null until a write says it, and stays when a read does not', async () => {
    await client.read();
    expect(client.cached()).toBeNull();
    answer({ public: true, users: ['u-ana', 'u-kofi'] });
    await client.share();
    await client.read();
    expect(client.cached()).toMatchObject({ public: true, userIds: ['u-ana', 'u-kofi'] });
  });

  it('is what the next write leaves, also if that is not known', async () => {
    answer({ public: true, users: ['u-ana'] });
    await client.share();
    answer({ success: true });
    await client.share();
    await client.read();
    expect(client.cached()).toMatchObject({ public: null, userIds: null });
  });
});
