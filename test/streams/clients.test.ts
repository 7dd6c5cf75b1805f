import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { type Clock, SYSTEM_CLOCK } from '../../packages/client/src/clock.ts';
import { NotificationReceivedDocument } from '../../packages/client/src/documents.ts';
import { openSocket, readEvents, resuming, type SocketOptions } from '../../packages/client/src/stream.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';
import {
  collecting,
  type Follower,
  missesNothing,
  notify,
  type Received,
  WITHOUT_CURSOR,
} from './follower.ts';

const RECEIVED = `subscription Received($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const STUDENT = as.student.authorization ?? '';

/** Reconnects sooner: what these tests are about is what the clients receive. */
const hasty: Clock = {
  ...SYSTEM_CLOCK,
  after: (milliseconds, callback) => SYSTEM_CLOCK.after(milliseconds / 20, callback),
};

const session = { authorization: () => STUDENT };
const socketTo = (url: string, options: Partial<SocketOptions> = {}): Client =>
  openSocket({ url, session, clock: hasty, ...options });

const hasOpened = (socket: Client): Promise<void> =>
  new Promise((resolve) => {
    socket.on('message', ({ type }) => {
      if (type === 'next') resolve();
    });
  });

function followWithApollo(url: string, socket = socketTo(url)): Follower {
  const client = createApolloClient({ url, socket, session });
  const { follower, take, fail } = collecting(hasOpened(socket), () => {
    subscription.unsubscribe();
    client.stop();
  });
  const subscription = client
    .subscribe({ query: NotificationReceivedDocument, fetchPolicy: 'no-cache' })
    .subscribe(({ data, error }) => {
      if (error) fail(error);
      else take(data);
    });
  return follower;
}

function followWithUrql(url: string): Follower {
  const socket = socketTo(url);
  const client = createUrqlClient({ url, socket, session });
  const { follower, take, fail } = collecting(hasOpened(socket), () => subscription.unsubscribe());
  const subscription = client.subscription(NotificationReceivedDocument, {}).subscribe(({ data, error }) => {
    if (error) fail(error);
    else take(data);
  });
  return follower;
}

function followByFetch(url: string): Follower {
  const ended = new AbortController();
  let opened = (): void => {};
  const ready = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const { follower, take, fail } = collecting(ready, () => ended.abort());
  const { signal } = ended;
  void (async () => {
    const events = readEvents<Received>({
      url,
      query: WITHOUT_CURSOR,
      session,
      signal,
      clock: hasty,
    });
    for await (const { result } of events) {
      opened();
      take(result.data);
    }
  })().catch(fail);
  return follower;
}

describe('a client that loses its connection', () => {
  let gateway: TestGateway;
  let proxy: RedisProxy;
  beforeAll(async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock, environment: { NOTIFICATION_POLL_INTERVAL: '500' } });
    proxy = await startRedisProxy(Number(new URL(gateway.url).port));
    return clock.flow();
  });
  afterAll(async () => {
    await proxy.close();
    await gateway.close();
  });

  for (const [name, follow] of [
    ['Apollo Client', followWithApollo],
    ['urql', followWithUrql],
    ['the reader of server-sent events', followByFetch],
  ] as const)
    it(`${name} receives everything once and in order`, async () => {
      await missesNothing(gateway, proxy, name, follow);
    });
});

describe('a client whose gateway restarts', () => {
  it('reconnects and gets a gap if the log was in memory', async () => {
    const port = String(await freePort());
    const first = await startGateway({ environment: { PORT: port } });
    const follower = followWithApollo(`${first.url}/graphql`);
    await follower.ready;
    await first.close();
    const second = await startGateway({
      environment: { PORT: port, NOTIFICATION_POLL_INTERVAL: '100' },
    });
    expect(await follower.gaps.reach(1)).toEqual(['CURSOR_UNKNOWN']);
    await notify(second, ['after the restart']);
    await follower.texts.until(() => follower.texts.items.includes('after the restart'));
    follower.stop();
    await second.close();
  });
});

describe('a client whose session has ended', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const clock = new FakeClock();
    gateway = await startGateway({
      clock,
      environment: { NOTIFICATION_POLL_INTERVAL: '500', SESSION_CHECK_INTERVAL: '1000' },
    });
    return clock.flow();
  });
  afterAll(() => gateway.close());

  it('is asked for a new token, and then resumes', async () => {
    let token = gateway.sandbox.issueToken('u-ana');
    const first = `Bearer ${token}`;
    const refusals: (string | null)[] = [];
    const url = `${gateway.url}/graphql`;
    const socket = socketTo(url, {
      session: {
        authorization: (refused) => {
          refusals.push(refused);
          if (refused !== null) token = gateway.sandbox.issueToken('u-ana');
          return `Bearer ${token}`;
        },
      },
    });
    const follower = followWithApollo(url, socket);
    await follower.ready;
    await notify(gateway, ['with the first token']);
    await follower.texts.reach(1);
    gateway.sandbox.revokeToken(token);
    await new Promise((resolve) => socket.on('closed', resolve));
    await notify(gateway, ['between the tokens']);
    expect(await follower.texts.reach(2)).toEqual(['with the first token', 'between the tokens']);
    // On a busy machine, it may have to connect more than once.
    expect(refusals.filter((refused) => refused !== null)).toEqual([first]);
    follower.stop();
  });

  it('gets an error if there is no new token', async () => {
    const token = gateway.sandbox.issueToken('u-ana');
    const url = `${gateway.url}/graphql`;
    const open = () =>
      socketTo(url, {
        session: {
          authorization: (refused) => {
            if (refused !== null) throw new Error('signed out');
            return token;
          },
        },
      });
    const results = open().iterate({ query: RECEIVED });
    const follower = followWithApollo(url, open());
    await Promise.all([results.next(), follower.ready]);
    gateway.sandbox.revokeToken(token);
    await expect(results.next()).rejects.toThrow('signed out');
    await expect(follower.texts.reach(1)).rejects.toThrow('signed out');
  });
});

describe('queries and mutations of a client with a socket', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it('of urql use HTTP, whatever else it accepts', async () => {
    const url = `${gateway.url}/graphql`;
    const types: (string | null)[] = [];
    const client = createUrqlClient({
      url,
      session,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        types.push(response.headers.get('content-type'));
        return response;
      },
    });
    const { data } = await client.query('{ me { id } }', {}).toPromise();
    expect(data).toEqual({ me: expect.objectContaining({ id: 'u-ana' }) });
    expect(types).toEqual([expect.stringMatching(/json/)]);
  });
});

describe('resuming()', () => {
  type Sink = Parameters<Client['subscribe']>[1];
  /** A client that exposes the payload it would send now. */
  const fake = () => {
    const open: { sent(): unknown; sink: Sink; stopped: boolean }[] = [];
    const client = {
      subscribe: (payload: unknown, sink: Sink) => {
        const subscription = { sent: () => JSON.parse(JSON.stringify(payload)), sink, stopped: false };
        open.push(subscription);
        return () => {
          subscription.stopped = true;
        };
      },
    } as unknown as Client;
    return { client: resuming(client), open };
  };
  const sink = () => {
    const got: unknown[] = [];
    return {
      got,
      next: (value: unknown) => void got.push(value),
      error: (error: unknown) => void got.push(error),
      complete: () => void got.push('complete'),
    };
  };
  const item = (cursor: unknown) => ({ data: { root: { cursor } } });

  it('sends the last cursor of each subscription, or the given one', () => {
    const { client, open } = fake();
    const query = 'subscription S($after: String) { root(after: $after) { cursor } }';
    client.subscribe({ query }, sink());
    client.subscribe({ query, variables: { after: 'kept', id: 1 } }, sink());
    const [first, second] = open;
    expect(first?.sent()).toEqual({ query });
    expect(second?.sent()).toEqual({ query, variables: { after: 'kept', id: 1 } });
    first?.sink.next(item('a1'));
    second?.sink.next(item('b1'));
    second?.sink.next(item('b2'));
    second?.sink.next({ data: null, errors: [] });
    expect(first?.sent()).toEqual({ query, variables: { after: 'a1' } });
    expect(second?.sent()).toEqual({ query, variables: { after: 'b2', id: 1 } });
  });

  it('leaves queries and mutations unchanged, whatever their names', () => {
    const { client, open } = fake();
    for (const query of [
      '{ subscription { id } }',
      'query subscription($after: String) { courses(after: $after) { nodes { subscription } } }',
      'mutation { send(text: "} subscription X { y }") { id } } # subscription',
    ]) {
      const got = sink();
      client.subscribe({ query }, got);
      open.at(-1)?.sink.next({ data: { courses: { nodes: [] } } });
      expect(got.got).toEqual([{ data: { courses: { nodes: [] } } }]);
    }
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
  ])('completes %s', (query, completed) => {
    const { client, open } = fake();
    client.subscribe({ query }, sink());
    expect(open[0]?.sent()).toEqual({ query: completed });
    open[0]?.sink.next(item('a1'));
    expect(open[0]?.sent()).toEqual({ query: completed, variables: { after: 'a1' } });
  });

  it('continues with the variable that a document passes as `after`', () => {
    const { client, open } = fake();
    const query = 'query Q { a } subscription S($since: String) { root(after: $since) { cursor } }';
    client.subscribe({ query, operationName: 'S' }, sink());
    open[0]?.sink.next(item('a1'));
    expect(open[0]?.sent()).toEqual({ query, operationName: 'S', variables: { since: 'a1' } });
    client.subscribe({ query, operationName: 'Q' }, sink());
    expect(open[1]?.sent()).toEqual({ query, operationName: 'Q' });
  });

  it.each([
    ['subscription { ...F } fragment F on Subscription { root { cursor } }', 'root field'],
    ['subscription { root(after: "c1") { cursor } }', 'pass a variable'],
    ['subscription { root }', '`cursor`'],
  ])('refuses %s, and explains why', (query, problem) => {
    const { client, open } = fake();
    const refused = sink();
    client.subscribe({ query }, refused);
    expect(refused.got).toEqual([expect.objectContaining({ message: expect.stringContaining(problem) })]);
    expect(open).toEqual([]);
  });

  it('refuses a trusted document that cannot resume, and a result without a cursor', () => {
    const { client, open } = fake();
    const trusted = sink();
    client.subscribe({ query: 'subscription { root { id } }', extensions: { documentId: 'h' } }, trusted);
    expect(trusted.got).toEqual([
      expect.objectContaining({ message: expect.stringContaining('trusted document') }),
    ]);
    expect(open).toEqual([]);

    const blind = sink();
    client.subscribe({ query: 'subscription { root { id } }' }, blind);
    open[0]?.sink.next({ data: { root: { id: 'a1' } } });
    open[0]?.sink.complete();
    expect(blind.got).toEqual([expect.objectContaining({ message: expect.stringContaining('`cursor`') })]);
    expect(open[0]?.stopped).toBe(true);
  });

  it('iterates to the end, and stops with its reader', async () => {
    const { client, open } = fake();
    const query = 'subscription ($after: String) { root(after: $after) { cursor } }';
    const whole = client.iterate({ query });
    open[0]?.sink.next(item('a1'));
    open[0]?.sink.complete();
    expect(await whole.next()).toEqual({ done: false, value: item('a1') });
    expect(await whole.next()).toEqual({ done: true, value: undefined });

    const left = client.iterate({ query });
    const waiting = left.next();
    await left.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(open[1]?.stopped).toBe(true);
  });
});
