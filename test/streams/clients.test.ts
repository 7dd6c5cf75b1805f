import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { type Clock, SYSTEM_CLOCK } from '../../packages/client/src/clock.ts';
import { NotificationReceivedDocument } from '../../packages/client/src/documents.ts';
import { openSocket, readEvents, resuming, type SocketOptions } from '../../packages/client/src/stream.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { curlEvents } from '../support/curl.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { freePort } from '../support/redis.ts';
import { type RedisProxy, startRedisProxy } from '../support/redis-proxy.ts';

const RECEIVED = `subscription Received($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const WITHOUT_CURSOR = 'subscription { notificationReceived { gap { reason } notification { text } } }';
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const STUDENT = as.student.authorization ?? '';

/** A client that follows the student's notifications. */
interface Follower {
  texts: Collected<string>;
  gaps: Collected<string>;
  /** Resolves once the stream is open. */
  ready: Promise<unknown>;
  stop(): void;
}

interface Received {
  notificationReceived: {
    gap: { reason: string } | null;
    notification: { text: string | null } | null;
  } | null;
}

/** Reconnects sooner: what these tests are about is what the clients receive. */
const hasty: Clock = {
  ...SYSTEM_CLOCK,
  after: (milliseconds, callback) => SYSTEM_CLOCK.after(milliseconds / 20, callback),
};

const session = { authorization: () => STUDENT };
const socketTo = (url: string, options: Partial<SocketOptions> = {}): Client =>
  openSocket({ url, session, clock: hasty, ...options });

/** Sends the student notifications through the graph, one by one. */
async function notify(gateway: TestGateway, texts: string[]): Promise<void> {
  for (const text of texts) {
    const input = { receiverId: 'u-ana', text, persist: false };
    const { data } = await gateway.instructor(SEND, { input });
    expect(data.sendNotification).toEqual({ streamed: true });
  }
}

const hasOpened = (socket: Client): Promise<void> =>
  new Promise((resolve) => {
    socket.on('message', ({ type }) => {
      if (type === 'next') resolve();
    });
  });

function collecting(ready: Promise<unknown>, stop: () => void) {
  const texts = new Collected<string>();
  const gaps = new Collected<string>();
  const take = (data: Partial<Received> | null | undefined): void => {
    const item = data?.notificationReceived;
    if (item?.gap) gaps.add(item.gap.reason);
    if (typeof item?.notification?.text === 'string') texts.add(item.notification.text);
  };
  const fail = (error: unknown): void => {
    texts.fail(error);
    gaps.fail(error);
  };
  return { follower: { texts, gaps, ready, stop } satisfies Follower, take, fail };
}

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

/** Follows with `curl -N`, restarting it with the last event ID whenever it ends. */
function followWithCurl(url: string): Follower {
  let opened = (): void => {};
  const ready = new Promise<void>((resolve) => {
    opened = resolve;
  });
  let stopped = false;
  let curl = curlEvents(url, WITHOUT_CURSOR, { authorization: STUDENT });
  const { follower, take, fail } = collecting(ready, () => {
    stopped = true;
    curl.stop();
  });
  void (async () => {
    let last: string | null = null;
    while (!stopped) {
      let taken = 0;
      const takeNew = (): boolean => {
        for (const { id, data } of curl.events.items.slice(taken)) {
          opened();
          taken += 1;
          last = id;
          take(JSON.parse(data).data);
        }
        return false;
      };
      await curl.events.until(takeNew).catch(() => {});
      await curl.ended;
      if (!stopped) curl = curlEvents(url, WITHOUT_CURSOR, { authorization: STUDENT, lastEventId: last });
    }
  })().catch(fail);
  return follower;
}

describe('a client that loses its connection', () => {
  let gateway: TestGateway;
  let proxy: RedisProxy;
  let url: string;
  beforeAll(async () => {
    const clock = new FakeClock();
    gateway = await startGateway({ clock, environment: { NOTIFICATION_POLL_INTERVAL: '500' } });
    proxy = await startRedisProxy(Number(new URL(gateway.url).port));
    url = `http://127.0.0.1:${proxy.port}/graphql`;
    return clock.flow();
  });
  afterAll(async () => {
    await proxy.close();
    await gateway.close();
  });

  const send = (texts: string[]) => notify(gateway, texts);
  const numbered = (name: string, from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `${name} ${from + index}`);

  for (const [name, tags, follow] of [
    ['Apollo Client', [], followWithApollo],
    ['urql', [], followWithUrql],
    ['the reader of server-sent events', [], followByFetch],
    ['curl -N', ['curl'], followWithCurl],
  ] as const)
    it(`${name} receives everything once and in order`, { tags: [...tags] }, async () => {
      const follower = follow(url);
      await follower.ready;
      // Events arrive throughout; the connection is lost twice briefly and once for a while.
      const expected = numbered(name, 0, 50);
      for (const from of [0, 10]) {
        const sent = send(numbered(name, from, from + 10));
        await follower.texts.reach(from + 3);
        proxy.reset();
        await sent;
      }
      const sent = send(numbered(name, 20, 30));
      await follower.texts.reach(22);
      proxy.cut();
      await sent;
      await send(numbered(name, 30, 40));
      proxy.restore();
      await send(numbered(name, 40, 50));
      await follower.texts.reach(50);
      expect(follower.texts.items).toEqual(expected);
      gateway.sandbox.sendNotification({ receiver: 'u-ana', text: `${name}, from the platform` });
      await follower.texts.reach(51);
      expect(follower.texts.items).toEqual([...expected, `${name}, from the platform`]);
      expect(follower.gaps.items).toEqual([]);
      follower.stop();
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
    expect(refusals).toEqual([null, first]);
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

describe('documentation examples', { tags: 'curl' }, () => {
  const root = join(import.meta.dirname, '../..');
  const examples = join(root, 'examples');
  const documentation = readFileSync(join(examples, 'README.md'), 'utf8');
  const blocksOf = (text: string, language: string): string[] =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
      ([, block = '']) => block,
    );
  let gateway: TestGateway;
  const polls = new Collected<string>();
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'examples-'));
    gateway = await startGateway({
      environment: { NOTIFICATION_POLL_INTERVAL: '100' },
      sandbox: {
        onRequest: ({ path }) => {
          if (path === '/notifications/v1') polls.add(path);
        },
      },
    });
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true });
    await gateway.close();
  });
  const here = (text: string): string => text.replaceAll('http://127.0.0.1:4000', gateway.url);

  /** Runs a subscribing command until it has printed a notification. @returns its output. */
  const untilReceived = async (command: string, args: string[], environment = {}): Promise<string> => {
    const text = `notification ${randomUUID()}`;
    const child = spawn(command, args, { env: { ...processEnvironment(), ...environment } });
    const closed = once(child, 'close');
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
      });
    }
    const ended = closed.then(() => {
      throw new Error(`it ended: ${printed}`);
    });
    ended.catch(() => {});
    // Polling starts with the first subscriber, and the first poll precedes its position.
    while (!printed.includes(text)) {
      const before = polls.items.length;
      await Promise.race([polls.reach(before + 1), once(child.stdout, 'data'), ended]);
      gateway.sandbox.sendNotification({ receiver: 'u-ana', text });
    }
    child.kill();
    await closed;
    return printed;
  };

  it('run in a shell, and resume after an event', async () => {
    const [listen = '', resume = ''] = blocksOf(documentation, 'sh');
    const printed = await untilReceived('sh', ['-c', `exec ${here(listen)}`]);
    const [position] = printed.matchAll(/^id: (\S+)$/gm);
    expect(resume).toContain('$LAST_ID');
    const resumed = await untilReceived('sh', ['-c', `exec ${here(resume)}`], { LAST_ID: position?.[1] });
    const textsIn = (text: string): string[] => text.match(/notification [\w-]{36}/g) ?? [];
    expect(textsIn(resumed).slice(0, textsIn(printed).length)).toEqual(textsIn(printed));
  });

  it('match the subscription in the README', async () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [section = ''] = /## Subscribe\n[\s\S]*?\n## /.exec(readme) ?? [];
    const [subscribe = '', send = ''] = blocksOf(section, 'sh');
    const printed = await untilReceived('sh', ['-c', `exec ${here(subscribe)}`]);
    const forms = (text: string): string[] =>
      [...text.matchAll(/^data: .*$/gm)].map(([line]) => line.replace(/"text":".*"/, '"text":""'));
    const [output = ''] = blocksOf(section, 'text');
    expect(forms(printed).slice(0, 2)).toEqual(forms(output));
    const { stdout } = await promisify(execFile)('sh', ['-c', here(send)]);
    expect(JSON.parse(stdout)).toEqual({
      data: { sendNotification: { notification: { id: expect.any(String) } } },
    });
  });
});
