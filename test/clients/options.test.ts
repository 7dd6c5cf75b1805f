import { gql } from '@apollo/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient as createApolloClient, createCache } from '../../packages/client/src/apollo.ts';
import {
  ClassDetailDocument,
  CreateNoteDocument,
  DeleteNoteDocument,
  NotificationReceivedDocument,
  ViewerDocument,
} from '../../packages/client/src/documents.ts';
import { hasCode } from '../../packages/client/src/errors.ts';
import { authorizedFetch } from '../../packages/client/src/session.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { as, jsonOf } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { LIBRARIES } from './libraries.ts';

const CLASS = { id: 'g-first-aid-spring' };
const session = { authorization: () => as.student.authorization ?? '' };

const gateway = suiteGateway();
let url: string;
beforeAll(async () => {
  url = `${gateway.url}/graphql`;
});

describe('Apollo Client', () => {
  const textsIn = (client: ReturnType<typeof createApolloClient>) =>
    client
      .readQuery({ query: ClassDetailDocument, variables: CLASS }, true)
      ?.class?.notes?.nodes.map(({ text }) => text);

  it('keeps a note whose deletion the gateway refuses', async () => {
    const client = createApolloClient({ url, session });
    await client.query({ query: ClassDetailDocument, variables: CLASS });
    const before = textsIn(client);
    const error: unknown = await client
      .mutate({
        mutation: DeleteNoteDocument,
        variables: { input: { id: 'none' } },
        optimisticResponse: { deleteNote: { __typename: 'DeleteNotePayload', deletedId: 'none' } },
      })
      .catch((reason) => reason);
    expect(hasCode(error, 'NOT_FOUND')).toBe(true);
    expect(textsIn(client)).toEqual(before);
    client.stop();
  });

  it('takes a cache with policies of its own, and other settings', async () => {
    const cache = createCache({
      typePolicies: { Viewer: { fields: { handle: { read: (handle = '') => handle.toUpperCase() } } } },
    });
    const sent: (string | null)[] = [];
    const client = createApolloClient({
      url,
      session,
      cache,
      defaultContext: { headers: { 'x-trace': 't1' } },
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers).get('x-trace'));
        return fetch(input, init);
      },
    });
    const { data } = await client.query({ query: ViewerDocument });
    expect(data?.me?.handle).toBe('@ANA.FERREIRA');
    expect(client.cache).toBe(cache);
    expect(sent).toEqual(['t1']);
    client.stop();
  });
});

describe('urql', () => {
  it('shows a note before it is created, and not once it is deleted', async () => {
    const texts = new Collected<(string | null)[]>();
    const client = createUrqlClient({
      url,
      session,
      cache: {
        optimistic: {
          createNote: ({ input }) => ({
            __typename: 'CreateNotePayload',
            note: { __typename: 'Note', id: 'temporary', lessonId: null, ...Object(input) },
          }),
        },
        updates: {
          Mutation: {
            createNote: (result, _args, cache) => {
              const { note } = Object(result.createNote);
              const record = cache.keyOfEntity({ __typename: 'Class', ...CLASS });
              const list = cache.resolve(record, 'notes');
              const notes = typeof list === 'string' ? cache.resolve(list, 'nodes') : null;
              if (typeof list === 'string' && Array.isArray(notes))
                cache.link(list, 'nodes', [...notes, cache.keyOfEntity(note)]);
            },
          },
        },
      },
    });
    const notes = gql`query ($id: ID!) { class(id: $id) { id notes { nodes { id text lessonId } } } }`;
    const subscription = client
      .query(notes, CLASS)
      .subscribe(({ data }) => texts.add(data.class.notes.nodes.map(({ text }: { text: string }) => text)));
    const [before = []] = await texts.reach(1);
    const created = await client
      .mutation(CreateNoteDocument, { input: { text: 'Optimistic', classId: CLASS.id } })
      .toPromise();
    expect(created.error).toBeUndefined();
    expect(texts.items[1]).toEqual([...before, 'Optimistic']);
    const noteId = created.data?.createNote?.note?.id ?? '';
    await client.mutation(DeleteNoteDocument, { input: { id: noteId } }).toPromise();
    await texts.until(() => !texts.items.at(-1)?.includes('Optimistic'));
    expect(texts.items.at(-1)).toEqual(before);
    subscription.unsubscribe();
  });
});

describe('every client', () => {
  const clientAwareness = { name: 'bell', version: '2.1.0' };
  const query = '{ me { handle } }';

  it.each(LIBRARIES)('%s names the app in requests', async (_name, open) => {
    const sent: Headers[] = [];
    const seen: typeof fetch = (input, init) => {
      sent.push(new Headers(init?.headers));
      return fetch(input, init);
    };
    await open({ url, session, clientAwareness, fetch: seen }).query(query);
    expect(sent.map((headers) => headers.get('apollographql-client-name'))).toEqual(['bell']);
    expect(sent.map((headers) => headers.get('apollographql-client-version'))).toEqual(['2.1.0']);
  });

  it.each(LIBRARIES)('%s reads a response with status 294 as a result', async (_name, open) => {
    const partial: typeof fetch = async () =>
      new Response(JSON.stringify({ data: { me: { __typename: 'User', id: 'u', handle: '@ana' } } }), {
        status: 294,
        headers: { 'content-type': 'application/graphql-response+json' },
      });
    const { data } = await open({ url, session, fetch: partial }).query(query);
    expect(data).toMatchObject({ me: { handle: '@ana' } });
  });

  it('names the app to the gateway over a socket', async () => {
    const client = createApolloClient({ url, session, clientAwareness });
    const items = new Collected<unknown>();
    const subscription = client
      .subscribe({ query: NotificationReceivedDocument, fetchPolicy: 'no-cache' })
      .subscribe((item) => items.add(item));
    await items.reach(1);
    subscription.unsubscribe();
    await expect
      .poll(() => gateway.logLines.filter((line) => line.includes('NotificationReceived')))
      .toEqual([expect.stringContaining('"bell"')]);
    client.stop();
  });
});

describe('authorizedFetch', () => {
  it('keeps the headers and the body of a `Request`, also when it sends it again', async () => {
    const sent: Headers[] = [];
    const send = authorizedFetch(
      {
        authorization: (refused) => (refused === null ? 'Bearer expired' : (as.student.authorization ?? '')),
      },
      (input, init) => {
        const request = new Request(input, init);
        sent.push(request.headers);
        return fetch(request);
      },
    );
    const response = await send(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-trace': 't1' },
        body: JSON.stringify({ query: '{ me { handle } }' }),
      }),
    );
    expect((await jsonOf(response)).data).toEqual({ me: { handle: '@ana.ferreira' } });
    expect(sent.map((headers) => headers.get('x-trace'))).toEqual(['t1', 't1']);
    expect(sent.map((headers) => headers.get('authorization'))).toEqual([
      'Bearer expired',
      as.student.authorization,
    ]);
  });
});
