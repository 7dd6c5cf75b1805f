import { OperationTypeNode } from 'graphql';
import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { isSignedOut } from '../../packages/client/src/errors.ts';
import { memoryStorage, Session } from '../../packages/client/src/session.ts';
import {
  Connection,
  type Credentials,
  openSocket,
  readEvents,
  type SocketOptions,
  StreamRefused,
} from '../../packages/client/src/stream.ts';
import { Examples } from '../../packages/explorer/reference/examples.ts';
import { readReferenceSource } from '../../src/app/reference-source.ts';
import { Collected } from '../support/collected.ts';
import { reset, status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { signInAs } from '../support/sign-in.ts';
import { proxyOfEachTest, suiteGateway } from '../support/suite.ts';
import { ManualClock } from './manual-clock.ts';

const RECEIVED = `subscription Received($after: String) {
  notificationReceived(after: $after) { cursor notification { text } }
}`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const REFRESH = 'POST /oauth/v2/token';
const OWN_PROFILE = 'GET /user/v1/my/profile';
const student: Credentials = { authorization: () => as.student.authorization ?? '' };

interface Received {
  notificationReceived: { notification: { text: string } | null } | null;
}

const gateway = suiteGateway();
const proxy = proxyOfEachTest(gateway);
let url: string;
let clock: ManualClock;
/** What a browser tells its pages. */
const page = Object.assign(new EventTarget(), {
  document: Object.assign(new EventTarget(), { hidden: false }),
});

beforeAll(() => {
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  url = `http://127.0.0.1:${proxy.port}/graphql`;
  clock = new ManualClock();
  page.document.hidden = false;
});

const comeOnline = (): void => void page.dispatchEvent(new Event('online'));
const show = (): void => void page.document.dispatchEvent(new Event('visibilitychange'));

async function notify(text: string): Promise<void> {
  const input = { receiverId: 'u-ana', text, persist: false };
  const { data } = await gateway.instructor(SEND, { input });
  expect(data.sendNotification).toEqual({ streamed: true });
}

const open = (options: Partial<SocketOptions> = {}): Client =>
  openSocket({ url, session: student, clock, ...options });

/** Follows the notifications of the student over a socket. */
function follow(socket: Client) {
  const connection = new Connection(socket);
  const states = new Collected<string>();
  connection.subscribe(() => states.add(connection.state()));
  const items = new Collected<string | null>();
  const stop = socket.subscribe<Received>(
    { query: RECEIVED },
    {
      next: ({ data }) => items.add(data?.notificationReceived?.notification?.text ?? null),
      error: (error) => items.fail(error),
      complete: () => {},
    },
  );
  return { connection, states, items, stop };
}

/** The same over server-sent events. */
function read(session = student) {
  const items = new Collected<string | null>();
  const stopped = new AbortController();
  void (async () => {
    const query = 'subscription { notificationReceived { notification { text } } }';
    for await (const { result } of readEvents<Received>({
      url,
      query,
      session,
      clock,
      signal: stopped.signal,
    }))
      items.add(result.data?.notificationReceived?.notification?.text ?? null);
  })().catch((error: unknown) => items.fail(error));
  return { items, stop: () => stopped.abort() };
}

const failureOf = (items: Collected<unknown>): Promise<unknown> =>
  items.until(() => false).catch((error: unknown) => error);

describe('a socket whose credential is refused', () => {
  it.each([
    [
      'ends with a typed error if nobody replaces it',
      () => 'Bearer unknown',
      ['Bearer unknown', 'Bearer unknown'],
    ],
    [
      'ends with a typed error if the replacement is refused as well',
      (refused: string | null) => (refused === null ? 'Bearer unknown' : 'Bearer unknown too'),
      ['Bearer unknown', 'Bearer unknown too'],
    ],
  ])('%s', async (_name, authorization, expected) => {
    const sent: string[] = [];
    const session: Credentials = {
      authorization: (refused) => {
        const credential = authorization(refused);
        sent.push(credential);
        return credential;
      },
    };
    const { items } = follow(open({ session }));
    const error = await failureOf(items);
    expect(error).toBeInstanceOf(StreamRefused);
    expect(isSignedOut(error)).toBe(true);
    expect(sent).toEqual(expected);
    expect(clock.pending).toEqual([]);
  });

  it('works again for the next subscription, once there is another', async () => {
    let credential = 'Bearer unknown';
    const socket = open({ session: { authorization: () => credential } });
    const refused = follow(socket);
    await failureOf(refused.items);
    expect(refused.connection.state()).toBe('lost');
    credential = as.student.authorization ?? '';
    const { items, stop } = follow(socket);
    await clock.due(0, 999);
    clock.advance(999);
    await items.reach(1);
    stop();
  });
});

describe('a socket whose token expires before the gateway closes it', () => {
  /** A session of the student that records which credentials were refused. */
  const renewable = () => {
    let token = gateway.sandbox.issueToken('u-ana');
    const asked: (string | null)[] = [];
    const session: Credentials = {
      authorization: (refused) => {
        asked.push(refused);
        if (refused !== null) token = gateway.sandbox.issueToken('u-ana');
        return `Bearer ${token}`;
      },
    };
    return { session, asked, end: () => gateway.sandbox.revokeToken(token), first: `Bearer ${token}` };
  };

  it('replaces it for a refused subscription, and resumes the open ones', async () => {
    const { session, asked, end, first } = renewable();
    const socket = open({ session });
    const before = follow(socket);
    await before.items.reach(1);
    end();
    const after = follow(socket);
    await after.items.reach(1);
    await notify('for both');
    for (const { items } of [before, after]) await items.until(() => items.items.includes('for both'));
    expect(before.states.items).toEqual(['connecting', 'live', 'lost', 'live']);
    expect(asked).toEqual([null, first]);
    for (const { stop } of [before, after]) stop();
  });

  it('ends a subscription that is refused with the new token as well', async () => {
    const { session, asked, first } = renewable();
    gateway.faults.set(OWN_PROFILE, status(401));
    const { items } = follow(open({ session }));
    expect(isSignedOut(await failureOf(items))).toBe(true);
    expect(asked).toEqual([null, first]);
  });

  it('requests no replacement if it has none', async () => {
    const asked: (string | null)[] = [];
    const session: Credentials = { authorization: (refused) => String(asked.push(refused) && '') };
    const { items } = follow(open({ session }));
    expect(isSignedOut(await failureOf(items))).toBe(true);
    expect(asked).toEqual([null]);
  });
});

describe('a temporary failure to refresh the session', () => {
  it.each([
    ['a socket', (session: Credentials) => follow(open({ session }))],
    ['a reader of server-sent events', read],
  ])('is retried by %s', async (_name, start) => {
    const session = new Session({ url, storage: memoryStorage() });
    const page = await session.beginSignIn({ redirectUri: gateway.sandbox.app.redirectUri });
    await session.finishSignIn(await signInAs('@ana.ferreira', page));
    const [, token = ''] = (await session.authorization()).split(' ');
    gateway.sandbox.revokeToken(token);
    gateway.faults.set(REFRESH, reset);
    const { items, stop } = start(session);
    // Less than the second that passes before a look at the clock.
    await clock.due(0, 999.999);
    gateway.faults.clear();
    clock.advance(999.999);
    await items.reach(1);
    stop();
    session.close();
  });
});

describe('back online', () => {
  const BOTH = [
    ['a socket', () => follow(open())],
    ['a reader of server-sent events', () => read()],
  ] as const;

  it.each(BOTH)('%s that waits to reconnect does so at once', async (_name, start) => {
    const { items, stop } = start();
    await items.reach(1);
    proxy.cut();
    for (const wait of [500, 1000, 2000, 4000]) {
      await clock.due(0, wait);
      clock.advance(wait);
    }
    await notify('said meanwhile');
    await clock.due(1000);
    proxy.restore();
    comeOnline();
    await items.until(() => items.items.includes('said meanwhile'));
    stop();
  });

  it.each(BOTH)('%s does not wait for a connection that died unnoticed', async (_name, start) => {
    const { items, stop } = start();
    await items.reach(1);
    proxy.silence();
    await notify('said to nobody');
    comeOnline();
    await items.until(() => items.items.includes('said to nobody'));
    stop();
  });
});

describe('after sleep, or out of sight', () => {
  it('a socket finds within a second that its connection has died', async () => {
    for (const wakeUp of [
      show,
      () => {
        clock.sleep(3_600_000);
        clock.advance(1000);
      },
    ]) {
      const { items, stop } = follow(open());
      await items.reach(1);
      proxy.silence();
      await notify('said to nobody');
      wakeUp();
      clock.advance(1000);
      await items.until(() => items.items.includes('said to nobody'));
      stop();
      proxy.restore();
    }
  });

  it('a socket keeps a connection that works', async () => {
    const socket = open();
    const pongs = new Collected<boolean>();
    socket.on('pong', (received) => pongs.add(received));
    const { items, states, stop } = follow(socket);
    await items.reach(1);
    show();
    await pongs.reach(1);
    clock.advance(14_999);
    await notify('over the same connection');
    await items.reach(2);
    expect(states.items).toEqual(['connecting', 'live']);
    stop();
  });

  it('a reader gives up a connection that it has heard nothing from', async () => {
    const { items, stop } = read();
    await items.reach(1);
    show();
    proxy.silence();
    await notify('said to nobody');
    clock.sleep(3_600_000);
    clock.advance(1000);
    await items.until(() => items.items.includes('said to nobody'));
    stop();
  });

  it('nothing is looked after on a hidden page, whose timers are slow', async () => {
    const { items, states, stop } = follow(open());
    await items.reach(1);
    page.document.hidden = true;
    show();
    clock.sleep(60_000);
    clock.advance(1000);
    clock.advance(1000);
    await notify('in the background');
    await items.reach(2);
    expect(states.items).toEqual(['connecting', 'live']);
    stop();
  });
});

describe('the examples of the reference', () => {
  const source = readReferenceSource(schema, null);
  const examples = new Examples(source, source.examples);
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});

  it.each(fields.map(({ name }) => name))('%s runs over a socket as it is printed', async (name) => {
    const example = examples.ofRootField(OperationTypeNode.SUBSCRIPTION, name);
    expect(example?.document).toContain('$after: String');
    const identity = example?.identity ?? 'student';
    const results = open({ session: { authorization: () => as[identity].authorization ?? '' } }).iterate({
      query: example?.document ?? '',
      variables: { ...example?.variables },
    });
    const { value } = await results.next();
    expect(value).toEqual({ data: { [name]: expect.objectContaining({ cursor: expect.any(String) }) } });
    await results.return?.();
  });
});

describe('a socket', () => {
  it('finds a silent connection by its pings', async () => {
    const { items, states, stop } = follow(open());
    await items.reach(1);
    proxy.silence();
    await notify('said to nobody');
    clock.advance(20_000);
    await states.reach(3);
    await clock.due(0, 500);
    clock.advance(500);
    await items.until(() => items.items.includes('said to nobody'));
    stop();
  });

  // What `ws` reports of such an attempt would end the process.
  it.each([
    ['the global WebSocket', {}],
    ['ws', { webSocketImpl: WebSocket }],
  ])('gives up an attempt to connect that hangs, with %s', async (_name, options) => {
    proxy.stall();
    const { items, states, stop } = follow(open(options));
    await clock.due(20_000);
    clock.advance(20_000);
    await states.reach(2);
    proxy.restore();
    await clock.due(0, 500);
    clock.advance(500);
    await items.reach(1);
    expect(states.items).toEqual(['connecting', 'lost', 'live']);
    stop();
  });

  it('is idle before the first subscription and after the last, even without a connection', async () => {
    const socket = open();
    const { connection, states, items, stop } = follow(socket);
    await items.reach(1);
    expect(connection.state()).toBe('live');
    stop();
    await states.until(() => connection.state() === 'idle');
    expect(states.items).toEqual(['connecting', 'live', 'idle']);
    expect(clock.pending).toEqual([]);

    expect(new Connection(socket).state()).toBe('idle');
    const again = follow(socket);
    await again.items.reach(1);
    proxy.cut();
    await clock.due(0, 500);
    expect(again.connection.state()).toBe('lost');
    again.stop();
    expect(again.connection.state()).toBe('idle');
    await expect.poll(() => clock.pending).toEqual([]);
  });
});
