import { on, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ApolloClient, gql, InMemoryCache } from '@apollo/client';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { subscriptionExchange, Client as UrqlClient } from '@urql/core';
import { createClient as createSseClient } from 'graphql-sse';
import { createHandler } from 'graphql-sse/lib/use/http';
import { createClient as createWsClient, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import type { RequestParameters } from 'relay-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { gatewayErrors } from '../../packages/client/src/errors.ts';
import { resuming } from '../../packages/client/src/stream.ts';
import { resumeLink } from '../../packages/resumable-subscriptions/client/apollo.ts';
import {
  type Result,
  type ResumeOptions,
  resume,
  type Sink,
  type SubscriptionClient,
} from '../../packages/resumable-subscriptions/client/index.ts';
import { resumeSubscribe } from '../../packages/resumable-subscriptions/client/relay.ts';
import { resumeForward } from '../../packages/resumable-subscriptions/client/urql.ts';
import { serveChat } from '../../packages/resumable-subscriptions/reference/example.ts';
import { MemoryLog, type Page } from '../../packages/resumable-subscriptions/reference/log.ts';
import { Collected } from '../support/collected.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import { HASTY, ManualClock } from './manual-clock.ts';

const SAID = 'subscription { said(room: "lobby") { message { text } } }';
const SAID_WITH_GAPS = 'subscription { said(room: "lobby") { gap { reason } message { text } } }';
const SIGNED_IN = { authorization: 'Bearer ana' };

type Credential = Record<string, string>;

/** The clients of the transports. They do not reconnect by themselves. */
const TRANSPORTS = {
  'graphql-ws': (url: string, credential: Credential = SIGNED_IN): SubscriptionClient =>
    createWsClient({ url: url.replace('http', 'ws'), connectionParams: credential, retryAttempts: 0 }),
  'graphql-sse': (url: string, credential: Credential = SIGNED_IN): SubscriptionClient =>
    createSseClient({ url, headers: credential, retryAttempts: 0 }),
};

type Open = (query: string, client: SubscriptionClient, options: ResumeOptions, sink: Sink) => () => void;

/** Ways to open a subscription that resumes over either transport. */
const LIBRARIES: Readonly<Record<string, Open>> = {
  'the client alone': (query, client, options, sink) => resume(client, options).subscribe({ query }, sink),
  'Apollo Client': (query, client, options, sink) => {
    const apollo = new ApolloClient({ cache: new InMemoryCache(), link: resumeLink(client, options) });
    const subscription = apollo
      .subscribe<Record<string, unknown>>({ query: gql(query), fetchPolicy: 'no-cache' })
      .subscribe({
        next: ({ data, error }) => (error ? sink.error(error) : sink.next({ data })),
        error: (error) => sink.error(error),
      });
    return () => subscription.unsubscribe();
  },
  urql: (query, client, options, sink) => {
    const forwardSubscription = resumeForward(client, options);
    const urql = new UrqlClient({
      url: 'unused',
      exchanges: [subscriptionExchange({ forwardSubscription })],
    });
    const { unsubscribe } = urql
      .subscription(query, {})
      .subscribe(({ data, error }) => (error ? sink.error(error) : sink.next({ data })));
    return unsubscribe;
  },
  Relay: (query, client, options, sink) => {
    const request: RequestParameters = {
      id: null,
      name: 'Said',
      operationKind: 'subscription',
      text: query.replace('subscription', 'subscription Said'),
      cacheID: '',
      metadata: {},
    };
    const { unsubscribe } = resumeSubscribe(client, options)(request, {}).subscribe({
      next: (result) => {
        if ('errors' in result && result.errors) sink.error(result.errors);
        else if ('data' in result) sink.next({ data: result.data ?? null });
      },
      error: (error: unknown) => sink.error(error),
    });
    return unsubscribe;
  },
};

const EACH = Object.entries(LIBRARIES).flatMap(([library, open]) =>
  Object.entries(TRANSPORTS).map(([transport, connect]) => ({ library, transport, open, connect })),
);

/** What ends with a test. */
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A server behind a connection that can be cut. @returns its URL. */
async function behindProxy(server: Server): Promise<{ url: string; proxy: RedisProxy }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const proxy = await startRedisProxy(address.port);
  open.push(() => server.close());
  open.push(() => proxy.close());
  return { url: `http://127.0.0.1:${proxy.port}/graphql`, proxy };
}

/** The reference server, with a way to say something in its room. */
async function startChat() {
  const topics = new Map<string, Page>();
  const log = new MemoryLog(topics);
  const say = (text: string): Promise<void> => log.append('lobby', { message: { text } });
  return { ...(await behindProxy(serveChat(log, 'key'))), log, topics, say };
}

/** A server of both transports without cursors, on an event emitter. */
async function startPlain() {
  const rooms = new EventTarget();
  const opened = new Collected<unknown>();
  const schema = makeExecutableSchema({
    typeDefs: `type Query { rooms: [ID!]! } type Message { text: String! }
      type Said { message: Message } type Subscription { said(room: ID!): Said }`,
    resolvers: {
      Subscription: {
        said: {
          subscribe: (_: unknown, given: unknown) => {
            const events = on(rooms, 'said');
            opened.add(given);
            return events;
          },
          resolve: ([event]: [CustomEvent<string>]) => ({ message: { text: event.detail } }),
        },
      },
    },
  });
  const handler = createHandler({ schema });
  const server = createServer((request, response) => void handler(request, response));
  useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }));
  const say = (text: string): unknown => rooms.dispatchEvent(new CustomEvent('said', { detail: text }));
  return { ...(await behindProxy(server)), opened, say };
}

/** Follows a subscription. */
function follow(query: string, client: SubscriptionClient, openWith: Open, options: ResumeOptions = {}) {
  const texts = new Collected<string>();
  const items = new Collected<unknown>();
  const gaps = new Collected<string>();
  const stop = openWith(
    query,
    client,
    { clock: HASTY, onGap: ({ reason }) => gaps.add(reason), ...options },
    {
      next: ({ data, errors }) => {
        // As graphql-ws reports a refusal by the resolver.
        if (errors) return items.fail(errors);
        const text = textIn(data);
        items.add(data);
        if (text !== null) texts.add(text);
      },
      error: (error) => {
        items.fail(error);
        texts.fail(error);
      },
      complete: () => texts.fail(new Error('completed')),
    },
  );
  open.push(stop);
  return { texts, items, gaps, stop };
}

function textIn(data: unknown): string | null {
  const [item] = Object.values(Object(data));
  const { message, notification } = Object(item);
  const { text } = Object(message ?? notification);
  return typeof text === 'string' ? text : null;
}

const alone: Open = (query, client, options, sink) => resume(client, options).subscribe({ query }, sink);

describe('a subscription that resumes', () => {
  const PLACES = [
    { place: 'a field' },
    // The schema has no field and no argument with these names.
    { place: '`extensions`', names: { after: 'since', cursor: 'place' } },
  ];

  it.each(EACH.flatMap((each) => PLACES.map((place) => ({ ...each, ...place }))))(
    'by $library over $transport with cursors in $place receives every event of the reference server once and in order',
    async ({ open: openWith, connect, names }) => {
      const { url, proxy, say } = await startChat();
      const { items, texts, gaps } = follow(SAID, connect(url), openWith, { names });
      await items.reach(1);
      await say('at first');
      await texts.reach(1);
      for (const text of ['while away', 'while away again']) {
        proxy.cut();
        await say(text);
        proxy.restore();
        await texts.until(() => texts.items.includes(text));
      }
      await say('at last');
      expect(await texts.reach(4)).toEqual(['at first', 'while away', 'while away again', 'at last']);
      expect(gaps.items).toEqual([]);
    },
  );

  it.each(EACH)(
    'by $library over $transport is a plain one on a server without cursors, and says what it may have missed',
    async ({ open: openWith, connect }) => {
      const { url, proxy, opened, say } = await startPlain();
      const { texts, gaps } = follow(SAID, connect(url), openWith);
      await opened.reach(1);
      say('at first');
      await texts.reach(1);
      proxy.cut();
      say('while away');
      proxy.restore();
      await opened.reach(2);
      say('at last');
      expect(await texts.reach(2)).toEqual(['at first', 'at last']);
      expect(gaps.items).toEqual(['NOT_RESUMED']);
      expect(opened.items).toEqual([{ room: 'lobby' }, { room: 'lobby' }]);
    },
  );
});

describe('where events may be missing', () => {
  it.each(Object.entries(TRANSPORTS))('over %s, gaps of the server are reported', async (_name, connect) => {
    const { url, proxy, log, topics, say } = await startChat();
    const { items, texts, gaps } = follow(SAID_WITH_GAPS, connect(url), alone);
    await items.reach(1);
    await log.append('lobby', null);
    expect(await gaps.reach(1)).toEqual(['UPSTREAM_INCOMPLETE']);
    proxy.cut();
    await say('removed');
    for (const page of topics.values()) page.entries = [];
    proxy.restore();
    await say('at last');
    expect(await texts.reach(1)).toEqual(['at last']);
    expect(gaps.items).toEqual(['UPSTREAM_INCOMPLETE', 'TRIMMED']);
  });

  it.each(Object.entries(TRANSPORTS))(
    'over %s, a refused cursor is discarded and the subscription starts without one',
    async (_name, connect) => {
      const { url, say } = await startChat();
      const withCursor: Open = (query, client, options, sink) =>
        resume(client, options).subscribe({ query, variables: { after: 'nonsense' } }, sink);
      const { items, texts, gaps } = follow(SAID, connect(url), withCursor);
      await items.reach(1);
      await say('new');
      expect(await texts.reach(1)).toEqual(['new']);
      expect(gaps.items).toEqual(['CURSOR_REFUSED']);

      const refused = follow(SAID, connect(url), withCursor, { onGap: undefined });
      const error: unknown = await refused.items.reach(1).catch((reason) => reason);
      expect(await errorsOf(error)).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    },
  );

  /** The errors in whatever a client reports: graphql-sse has only read the head of the response. */
  async function errorsOf(error: unknown): Promise<unknown> {
    const { response } = Object(error);
    return response ? response.status === 400 && [{ extensions: { code: 'BAD_USER_INPUT' } }] : error;
  }
});

describe('a refusal that nothing helps', () => {
  it.each(EACH)('reaches the app by $library over $transport', async ({ open: openWith, connect }) => {
    const { url } = await startChat();
    const { items } = follow(SAID, connect(url, {}), openWith);
    const error: unknown = await items.reach(1).catch((reason) => reason);
    const reported = Object(Object(error).networkError ?? error);
    const errors = gatewayErrors(Object(reported.response).status === 400 ? UNAUTHENTICATED : reported);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });

  const UNAUTHENTICATED = [{ message: '', extensions: { code: 'UNAUTHENTICATED', retryable: false } }];
});

/** A client whose subscriptions the test answers. Each has the payload that it would send now. */
function fakeClient() {
  const opened = new Collected<{ sent(): { variables?: unknown }; sink: Sink; isStopped: boolean }>();
  const client: SubscriptionClient = {
    subscribe: (payload, sink) => {
      const subscription = { sent: () => JSON.parse(JSON.stringify(payload)), sink, isStopped: false };
      opened.add(subscription);
      return () => {
        subscription.isStopped = true;
      };
    },
  };
  return { client, opened };
}

describe('a client that reconnects', () => {
  const QUERY = 'subscription ($after: String) { root(after: $after) { cursor event } }';

  /** A client whose subscriptions the test answers. */
  function fake(options: ResumeOptions = {}) {
    const clock = new ManualClock();
    const { client, opened } = fakeClient();
    const received = new Collected<unknown>();
    resume(client, { clock, ...options }).subscribe(
      { query: QUERY },
      {
        next: ({ data }: Result) => received.add(Object(data?.root).event),
        error: (error) => received.fail(error),
        complete: () => received.add('complete'),
      },
    );
    const send = (cursor: string, event: string | null, gap: unknown = null): void =>
      opened.items.at(-1)?.sink.next({ data: { root: { cursor, event, gap } } });
    const fail = (error: unknown): void => opened.items.at(-1)?.sink.error(error);
    return { clock, opened, received, send, fail };
  }

  it('leaves out events that a server repeats, but not the position, nor anything after a gap', async () => {
    const { clock, opened, received, send, fail } = fake();
    for (const event of ['a', 'b', 'c']) send(event, event);
    fail({ code: 1006, reason: '' });
    await clock.due(0, 500);
    clock.advance(500);
    await opened.reach(2);
    expect(opened.items[1]?.sent().variables).toEqual({ after: 'c' });
    send('c', null);
    for (const event of ['b', 'c', 'd']) send(event, event);
    send('b', 'filled in');
    send('d', null, { reason: 'TRIMMED' });
    send('b', 'filled in');
    expect(received.items).toEqual(['a', 'b', 'c', null, 'd', 'filled in', null, 'filled in']);
  });

  it.each([
    ['a lost connection', { code: 1006, reason: '' }, 0, 500],
    ['a server that stops', { code: 1012, reason: '' }, 0, 500],
    ['a limit', { code: 1013, reason: 'Too many requests, retry after 7 s' }, 7000, 7000],
    ['an unreachable server', { type: 'error' }, 0, 500],
    [
      'a refusal with a time to wait',
      [{ message: '', extensions: { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 2000 } }],
      2000,
      2000,
    ],
  ])('waits after %s, and resumes', async (_name, error, from, to) => {
    const { clock, opened, send, fail } = fake();
    send('a', 'a');
    fail(error);
    await clock.due(from, to);
    clock.advance(to);
    if (from > 0) {
      await clock.due(0, 500);
      clock.advance(500);
    }
    await opened.reach(2);
    expect(opened.items[1]?.sent().variables).toEqual({ after: 'a' });
  });

  it.each([
    ['a mistake of its own', { code: 4400, reason: '' }],
    ['a message that is too long', { code: 1009, reason: '' }],
    ['a server error', { code: 4500, reason: '' }],
    ['an ended session', { code: 4403, reason: '' }],
    ['an error of the app', new Error('of the app')],
  ])('ends after %s', async (_name, error) => {
    const { clock, opened, received, send, fail } = fake();
    send('a', 'a');
    fail(error);
    await expect(received.reach(2)).rejects.toBe(error);
    expect(opened.items.length).toBe(1);
    expect(clock.pending).toEqual([]);
  });

  it('resumes after 4403 once the app has another credential', async () => {
    const errors: unknown[] = [];
    const recover = async (error: unknown): Promise<boolean> => errors.push(error) === 1;
    const { opened, received, send, fail } = fake({ recover });
    send('a', 'a');
    fail({ code: 4403, reason: 'first' });
    await opened.reach(2);
    expect(opened.items[1]?.sent().variables).toEqual({ after: 'a' });
    fail({ code: 4403, reason: 'second' });
    await expect(received.reach(2)).rejects.toMatchObject({ reason: 'second' });
    expect(errors.length).toBe(2);
  });

  it('passes the number of recoveries since the last item to the app', async () => {
    const told: number[] = [];
    const recover = (_error: unknown, recoveries: number): boolean => told.push(recoveries) < 4;
    const { opened, received, send, fail } = fake({ recover });
    send('a', 'a');
    for (const [index, item] of [null, 'b', null].entries()) {
      fail({ code: 4403, reason: '' });
      await opened.reach(index + 2);
      if (item) send(item, item);
    }
    fail({ code: 4403, reason: 'last' });
    await expect(received.reach(3)).rejects.toMatchObject({ reason: 'last' });
    expect(told).toEqual([0, 1, 0, 1]);
  });
});

describe('the document of a subscription that has to resume', () => {
  /** Subscribes. @returns what is sent, what the app receives, and what the server answers with. */
  function open(payload: SubscribePayload) {
    const { client, opened } = fakeClient();
    const got: unknown[] = [];
    resuming(Object(client)).subscribe(payload, {
      next: (value: unknown) => void got.push(value),
      error: (error) => void got.push(error),
      complete: () => void got.push('complete'),
    });
    const [subscription] = opened.items;
    return { got, subscription, sent: () => subscription?.sent(), sink: subscription?.sink };
  }
  const item = (cursor: string) => ({ data: { root: { cursor } } });
  const refusal = (text: string) => [expect.objectContaining({ message: expect.stringContaining(text) })];

  it('is sent with the last cursor, or the given one', () => {
    const query = 'subscription S($after: String) { root(after: $after) { cursor } }';
    expect(open({ query }).sent()).toEqual({ query });
    const { sent, sink } = open({ query, variables: { after: 'kept', id: 1 } });
    expect(sent()).toEqual({ query, variables: { after: 'kept', id: 1 } });
    for (const cursor of ['b1', 'b2']) sink?.next(item(cursor));
    sink?.next({ data: null, errors: [] });
    expect(sent()).toEqual({ query, variables: { after: 'b2', id: 1 } });
  });

  it.each([
    '{ subscription { id } }',
    'query subscription($after: String) { courses(after: $after) { nodes { subscription } } }',
    'mutation { send(text: "} subscription X { y }") { id } } # subscription',
  ])('is not %s, which stays unchanged', (query) => {
    const { got, sent, sink } = open({ query });
    expect(sent()).toEqual({ query });
    sink?.next({ data: { courses: { nodes: [] } } });
    expect(got).toEqual([{ data: { courses: { nodes: [] } } }]);
  });

  it.each([
    ['subscription { root { id } }', 'subscription($after: String) { root(after: $after) { cursor id } }'],
    [
      'fragment F on T { cursor } subscription S @a(b: "}") { x: root(id: "subscription") @c { ...F at: cursor } }',
      'fragment F on T { cursor } subscription S($after: String) @a(b: "}") { x: root(after: $after, id: "subscription") @c { cursor ...F at: cursor } }',
    ],
    [
      'subscription S($id: ID = "a)") { root(id: $id) { nested { cursor } } }',
      'subscription S($after: String, $id: ID = "a)") { root(after: $after, id: $id) { cursor nested { cursor } } }',
    ],
    [
      'subscription S($after: ID) { root(filter: { after: 1 }) { cursor } } # }',
      'subscription S($after: ID) { root(after: $after, filter: { after: 1 }) { cursor } } # }',
    ],
  ])('is completed: %s', (query, completed) => {
    const { sent, sink } = open({ query });
    expect(sent()).toEqual({ query: completed });
    sink?.next(item('a1'));
    expect(sent()).toEqual({ query: completed, variables: { after: 'a1' } });
  });

  it('passes its own variable as `after`, if it is the operation that runs', () => {
    const query = 'query Q { a } subscription S($since: String) { root(after: $since) { cursor } }';
    const { sent, sink } = open({ query, operationName: 'S' });
    sink?.next(item('a1'));
    expect(sent()).toEqual({ query, operationName: 'S', variables: { since: 'a1' } });
    expect(open({ query, operationName: 'Q' }).sent()).toEqual({ query, operationName: 'Q' });
  });

  it.each<[string, string, SubscribePayload['extensions']?]>([
    ['subscription { ...F } fragment F on Subscription { root { cursor } }', 'root field'],
    ['subscription { root(after: "c1") { cursor } }', 'pass a variable'],
    ['subscription { root }', '`cursor`'],
    ['subscription { root { id } }', 'trusted document', { documentId: 'h' }],
  ])('is refused as %s, with an explanation about the %s', (query, problem, extensions) => {
    const { got, subscription } = open({ query, extensions: extensions ?? null });
    expect(got).toEqual(refusal(problem));
    expect(subscription).toBeUndefined();
  });

  it('ends with an explanation if a result has no cursor', () => {
    const { got, subscription, sink } = open({ query: 'subscription { root { id } }' });
    sink?.next({ data: { root: { id: 'a1' } } });
    sink?.complete();
    expect(got).toEqual(refusal('`cursor`'));
    expect(subscription?.isStopped).toBe(true);
  });

  it('has results that can be iterated, to the end or until the reader stops', async () => {
    const { client, opened } = fakeClient();
    const query = 'subscription ($after: String) { root(after: $after) { cursor } }';
    const { iterate } = resuming(Object(client));
    const whole = iterate({ query });
    opened.items[0]?.sink.next(item('a1'));
    opened.items[0]?.sink.complete();
    expect(await whole.next()).toEqual({ done: false, value: item('a1') });
    expect(await whole.next()).toEqual({ done: true, value: undefined });

    const left = iterate({ query });
    const waiting = left.next();
    await left.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(opened.items[1]?.isStopped).toBe(true);
  });
});
