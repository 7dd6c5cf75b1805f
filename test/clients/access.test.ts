import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { type Cached, type OpenCache, openApollo, openUrql, relayFor } from './freshness/caches.ts';

const READ = 'query Bucket { bucket(id: "trail-map") { id access { public userIds } } }';
const SHARE = `mutation Share {
  addBucketUser(input: { id: "trail-map", userId: "u-kofi" }) { bucket { id access { public userIds } } }
}`;

const gateway = suiteGateway();

describe.each<[string, () => Promise<OpenCache>]>([
  ['Apollo Client', async () => openApollo],
  ['urql', async () => openUrql],
  ['Relay', () => relayFor([READ, SHARE])],
])('who may use a bucket, in the cache of %s', (_, prepare) => {
  let open: OpenCache;
  let client: Cached;
  beforeAll(async () => {
    open = await prepare();
  });
  beforeEach(() => {
    client = open(`${gateway.url}/graphql`, as.student.authorization ?? '');
  });
  const answer = (reply: object): void => gateway.faults.set('POST /app/v1/bucket/user', json(reply));
  const access = (): unknown => Object(client.read(READ, {})).bucket.access;

  it('is null until a write says it, and stays when a read does not', async () => {
    await client.load(READ, {});
    expect(access()).toBeNull();
    answer({ public: true, users: ['u-ana', 'u-kofi'] });
    await client.write(SHARE, {});
    await client.load(READ, {});
    expect(access()).toMatchObject({ public: true, userIds: ['u-ana', 'u-kofi'] });
  });

  it('is what the next write leaves, also if that is not known', async () => {
    answer({ public: true, users: ['u-ana'] });
    await client.write(SHARE, {});
    answer({ success: true });
    await client.write(SHARE, {});
    await client.load(READ, {});
    expect(access()).toMatchObject({ public: null, userIds: null });
  });
});
