import { join } from 'node:path';
import { gql } from '@apollo/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { NotificationReceivedDocument, ViewerDocument } from '../../packages/client/src/documents.ts';
import { hasCode } from '../../packages/client/src/errors.ts';
import { memoryStorage, Session } from '../../packages/client/src/session.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { as } from '../support/gateway.ts';
import { signInAs } from '../support/sign-in.ts';
import { suiteGateway } from '../support/suite.ts';

const MANIFEST = join(
  import.meta.dirname,
  '../../packages/client/src/generated/gql/persisted-documents.json',
);

describe('a gateway that trusts the documents of the client package', () => {
  const gateway = suiteGateway({ environment: { TRUSTED_DOCUMENTS: MANIFEST } });
  let options: ClientOptions;
  beforeAll(async () => {
    const session = { authorization: () => as.student.authorization ?? '' };
    options = { url: `${gateway.url}/graphql`, session, trustedDocuments: true };
  });

  it('runs them for Apollo Client, over HTTP and the socket, and refuses others', async () => {
    const client = createApolloClient(options);
    const { data } = await client.query({ query: ViewerDocument });
    expect(data?.me?.handle).toBe('@ana.ferreira');
    const cursors = new Collected<string>();
    const subscription = client
      .subscribe({ query: NotificationReceivedDocument, fetchPolicy: 'no-cache' })
      .subscribe(({ data: event, error }) => {
        if (error) cursors.fail(error);
        else cursors.add(event?.notificationReceived?.cursor ?? '');
      });
    expect(await cursors.reach(1)).toEqual([expect.stringMatching(/./)]);
    subscription.unsubscribe();
    const refused: unknown = await client
      .query({ query: gql`{ session { tokenValid } }` })
      .catch((error) => error);
    expect(hasCode(refused, 'BAD_REQUEST')).toBe(true);
    client.stop();
  });

  it('runs them for urql, over HTTP and the socket', async () => {
    const client = createUrqlClient(options);
    const { data } = await client.query(ViewerDocument, {}).toPromise();
    expect(data?.me?.handle).toBe('@ana.ferreira');
    const cursors = new Collected<string>();
    const subscription = client
      .subscription(NotificationReceivedDocument, {})
      .subscribe(({ data: event, error }) => {
        if (error) cursors.fail(error);
        else cursors.add(event?.notificationReceived?.cursor ?? '');
      });
    expect(await cursors.reach(1)).toEqual([expect.stringMatching(/./)]);
    subscription.unsubscribe();
  });

  it('signs a session in, refreshes it and signs it out', async () => {
    const session = new Session({ url: options.url, storage: memoryStorage(), name: 'trusted' });
    const { redirectUri } = gateway.sandbox.app;
    await session.finishSignIn(await signInAs('@ana.ferreira', await session.beginSignIn({ redirectUri })));
    await session.refresh();
    await session.signOut();
    const paths = gateway.requests.map(({ path }) => path).filter((path) => path.startsWith('/oauth/v2/'));
    expect(paths.filter((path) => path === '/oauth/v2/token')).toHaveLength(2);
    expect(paths.at(-1)).toBe('/oauth/v2/logout');
    session.close();
  });
});
