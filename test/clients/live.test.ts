import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { isSignedOut } from '../../packages/client/src/errors.ts';
import {
  type AnyClient,
  liveNotifications,
  type NotificationsState,
} from '../../packages/client/src/live.ts';
import { createEnvironment } from '../../packages/client/src/relay.ts';
import { SessionError } from '../../packages/client/src/session.ts';
import { openSocket } from '../../packages/client/src/stream.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { suiteGateway } from '../support/suite.ts';
import { HASTY } from './manual-clock.ts';

const LIST = 'GET /notifications/v1';

describe('live notifications', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({
    clock,
    environment: { NOTIFICATION_POLL_INTERVAL: '500', EVENT_RETENTION: '600000' },
  });
  beforeAll(() => clock.flow());

  /** From here on, the seed data has notifications of nobody. */
  let next = 6;
  /** A user who has never had a stream, with one stored notification. */
  const newcomer = () => {
    const { userId = '' } = gateway.sandbox.school.users.filter(({ anonymous }) => !anonymous)[next++] ?? {};
    const authorization = `Bearer ${gateway.sandbox.issueToken(userId)}`;
    const send = (text: string) => gateway.sandbox.sendNotification({ receiver: userId, text });
    send('stored');
    return { userId, authorization, send };
  };
  /** @param renew the credential in place of one that was refused. */
  const optionsOf = (authorization: string, renew = () => authorization, send = fetch) => {
    const url = `${gateway.url}/graphql`;
    let current = authorization;
    const session = {
      authorization: (refused: string | null) => {
        if (refused !== null) current = renew();
        return current;
      },
    };
    const socket = openSocket({ url, session, clock: HASTY, keepAlive: 60_000_000 });
    return { url, session, socket, clock: HASTY, fetch: send };
  };
  const STACKS: Record<string, (options: ReturnType<typeof optionsOf>) => AnyClient> = {
    'Apollo Client': createApolloClient,
    urql: createUrqlClient,
    Relay: createEnvironment,
  };
  const open = (client: AnyClient, first?: number) => {
    const live = liveNotifications(client, { clock: HASTY, first });
    const listeners = new Set<() => void>();
    const follow = () =>
      live.subscribe(() => {
        for (const listener of listeners) listener();
      });
    let stop = follow();
    const close = () => stop();
    onTestFinished(close);
    const until = (holds: (state: NotificationsState) => boolean) =>
      new Promise<NotificationsState>((resolve) => {
        const check = () => {
          if (!holds(live.state())) return;
          listeners.delete(check);
          resolve(live.state());
        };
        listeners.add(check);
        check();
      });
    const again = () => {
      stop = follow();
    };
    return { live, until, close, again };
  };
  const textsOf = ({ notifications }: NotificationsState) => notifications.map(({ text }) => text);
  const has = (text: string) => (state: NotificationsState) => textsOf(state).includes(text);
  /** Reads of the list by a client, which the poller does with `acknowledge=true`. */
  const readsSince = (start: number) =>
    gateway.requests.slice(start).filter(({ query }) => query.includes('acknowledge=false')).length;

  describe.each(Object.keys(STACKS))('over %s', (name) => {
    /** The stacks differ in how they send: one of them is enough for what the store makes of it. */
    const inDetail = name === 'Apollo Client' ? {} : { tags: 'slow' };
    const connect = (authorization: string, renew?: () => string, send?: typeof fetch) => {
      const options = optionsOf(authorization, renew, send);
      const client = STACKS[name]?.(options);
      if (!client) throw new Error(name);
      return { client, socket: options.socket };
    };

    it('have what is stored and what arrives, once, and read the list once', async () => {
      const { authorization, send } = newcomer();
      const start = gateway.requests.length;
      const { until, live } = open(connect(authorization).client);
      expect(live.state().status).toBe('loading');
      const { notifications } = await until(has('stored'));
      send('new');
      const state = await until(has('new'));
      expect(state.notifications.slice(1)).toEqual(notifications);
      expect(state).toMatchObject({ status: 'live', unread: `${1 + notifications.length}`, error: null });
      expect(readsSince(start)).toBe(1);
    });

    it('are acknowledged at once, in every tab, and unread again if that fails', inDetail, async () => {
      const { authorization, send } = newcomer();
      const [one, other] = [open(connect(authorization).client), open(connect(authorization).client)];
      await Promise.all([one.until(has('stored')), other.until(has('stored'))]);
      send('to read');
      const [row] = (await one.until(has('to read'))).notifications;
      await other.until(has('to read'));
      const acknowledged = one.live.acknowledge(row?.id ?? '');
      expect(one.live.state().unread).toBe('1');
      await acknowledged;
      expect((await other.until(({ unread }) => unread === '1')).notifications[0]?.acknowledged).toBe(true);

      gateway.faults.set('POST /notifications/v1/acknowledge', status(400));
      const [, stored] = one.live.state().notifications;
      await expect(one.live.acknowledge(stored?.id ?? '')).rejects.toThrow();
      expect(one.live.state().unread).toBe('1');
    });

    it(
      'continue where they were after a lost connection and after an absence, without the list',
      inDetail,
      async () => {
        const { authorization, send } = newcomer();
        const { client, socket } = connect(authorization);
        const start = gateway.requests.length;
        const { until, close, again } = open(client);
        await until(has('stored'));
        send('one');
        await until(has('one'));
        socket.terminate();
        send('while reconnecting');
        await until(has('while reconnecting'));
        close();
        send('while away');
        await clock.advance(300_000);
        again();
        const state = await until(has('while away'));
        expect(textsOf(state)).toEqual(['while away', 'while reconnecting', 'one', 'stored']);
        expect(state.unread).toBe('4');
        expect(readsSince(start)).toBe(1);
      },
    );

    it('keep what is acknowledged while the list is read again', inDetail, async () => {
      const { userId, authorization, send } = newcomer();
      let wait = Promise.resolve();
      const { client } = connect(authorization, undefined, async (input, init) => {
        const response = await fetch(input, init);
        if (String(init?.body).includes('LiveNotifications')) await wait;
        return response;
      });
      const start = gateway.requests.length;
      const { until, close, again, live } = open(client);
      await until(has('stored'));
      for (const text of ['one', 'two']) {
        send(text);
        await until(has(text));
      }
      close();
      await gateway.instructor(
        'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamOutcome } }',
        { input: { receiverId: userId, text: 'only pushed', persist: false } },
      );
      send('while away');
      await clock.advance(1_300_000);
      const { promise, resolve } = Promise.withResolvers<void>();
      wait = promise;
      again();
      await expect.poll(() => readsSince(start)).toBe(2);
      const [two, one] = live.state().notifications;
      for (const row of [one, two]) await live.acknowledge(row?.id ?? '');
      resolve();
      const { notifications, unread } = await until(has('while away'));
      expect(notifications.map(({ text, acknowledged }) => [text, acknowledged])).toEqual([
        ['while away', false],
        ['two', true],
        ['one', true],
        ['stored', false],
      ]);
      expect(unread).toBe('2');
      expect(readsSince(start)).toBe(2);
    });

    it('try again while the platform fails, and tell why', inDetail, async () => {
      const { authorization } = newcomer();
      gateway.faults.set(LIST, status(503));
      const { until } = open(connect(authorization).client);
      expect(await until(({ error }) => error !== null)).toMatchObject({ status: 'loading' });
      gateway.faults.clear();
      expect(await until(has('stored'))).toMatchObject({ status: 'live', error: null });
    });

    it(
      'go on with the renewed session if its token ends while the list is being read',
      inDetail,
      async () => {
        const { userId, authorization, send } = newcomer();
        gateway.faults.set(LIST, (request, response) => {
          gateway.faults.clear();
          gateway.sandbox.revokeToken(authorization.replace('Bearer ', ''));
          status(401)(request, response);
        });
        const { until } = open(
          connect(authorization, () => `Bearer ${gateway.sandbox.issueToken(userId)}`).client,
        );
        await until(has('stored'));
        send('new');
        expect(await until(has('new'))).toMatchObject({ status: 'live', unread: '2', error: null });
      },
    );

    it('wait while the session cannot be refreshed', async () => {
      const { authorization, send } = newcomer();
      let isAvailable = false;
      const renew = () => {
        if (!isAvailable) throw new SessionError('The gateway is unreachable.');
        return authorization;
      };
      const { until } = open(connect('Bearer expired', renew).client);
      const { status, error } = await until(({ error }) => error !== null);
      expect({ status, isSignedOut: isSignedOut(error) }).toEqual({ status: 'loading', isSignedOut: false });
      isAvailable = true;
      await until(has('stored'));
      send('new');
      expect(await until(has('new'))).toMatchObject({ status: 'live', error: null });
    });

    it('end with the session', inDetail, async () => {
      const { until } = open(connect('Bearer nobody').client);
      const { error } = await until(({ status }) => status === 'ended');
      expect(isSignedOut(error)).toBe(true);
    });
  });

  it('read the list once the stream has begun, if the list does not say where the stream stood', async () => {
    const { authorization, send } = newcomer();
    const client = createApolloClient(optionsOf(authorization));
    const query = client.query.bind(client);
    const start = gateway.requests.length;
    const { until } = open({
      ...client,
      mutate: client.mutate.bind(client),
      subscribe: client.subscribe.bind(client),
      query: async (options: Parameters<typeof query>[0]) => {
        const result = structuredClone(await query(options));
        Reflect.set(Object(result.data).me.notifications, 'streamCursor', null);
        return result;
      },
    });
    await until(has('stored'));
    send('since then');
    expect(
      (await until(has('since then'))).notifications.filter(({ text }) => text === 'since then'),
    ).toHaveLength(1);
    expect(readsSince(start)).toBe(2);
  });

  it('keep what arrives on the next stream while a list is read for the one before', async () => {
    const { authorization, send } = newcomer();
    const client = createApolloClient(optionsOf(authorization));
    let wait = Promise.resolve();
    const lists = new Collected<unknown>();
    const query = client.query.bind(client);
    let cursor: unknown;
    let deliver = (_result: unknown): void => {};
    const { until } = open({
      mutate: client.mutate.bind(client),
      query: async (options: Parameters<typeof query>[0]) => {
        const list = await query(options);
        lists.add(list);
        await wait;
        return list;
      },
      subscribe: (options: Parameters<typeof client.subscribe>[0]) => ({
        subscribe: (observer) => {
          deliver = (result) => observer.next(result);
          return client.subscribe(options).subscribe({
            ...observer,
            next: (result) => {
              cursor = Object(result.data).notificationReceived.cursor;
              observer.next(result);
            },
          });
        },
      }),
    });
    await until(has('stored'));
    send('one');
    await until(has('one'));
    const { promise, resolve } = Promise.withResolvers<void>();
    wait = promise;
    const gap = { reason: 'TRIMMED' };
    deliver({ data: { notificationReceived: { cursor, gap, notification: null } } });
    await lists.reach(2);
    send('two');
    const errors = [{ message: '', extensions: { code: 'UPSTREAM_UNAVAILABLE', retryable: true } }];
    wait = Promise.resolve();
    const before = deliver;
    before({ data: undefined, error: { errors } });
    await expect.poll(() => deliver).not.toBe(before);
    await until(has('two'));
    resolve();
    send('three');
    const state = await until(has('three'));
    expect(textsOf(state)).toEqual(['three', 'two', 'one', 'stored']);
  });

  it('read the list once over urql, also if its cache loses a field meanwhile', async () => {
    const { authorization, send } = newcomer();
    send('one');
    const options = optionsOf(authorization);
    let wait = Promise.resolve();
    let lists = 0;
    let deliver = (_item: object, _errors?: object[]): void => {};
    const client = createUrqlClient({
      ...options,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        lists += 1;
        await wait;
        return response;
      },
      socket: {
        ...options.socket,
        subscribe: (payload, sink) => {
          deliver = (item, errors) =>
            sink.next(Object({ data: { notificationReceived: item }, ...(errors && { errors }) }));
          return options.socket.subscribe(payload, sink);
        },
      },
    });
    const { until, live } = open(client);
    await until(has('one'));
    send('to come');
    await until(has('to come'));
    const { promise, resolve } = Promise.withResolvers<void>();
    wait = promise;
    const item = { __typename: 'NotificationEvent', cursor: 'c', replayed: true, gap: null };
    deliver({ ...item, gap: { __typename: 'Gap', reason: 'TRIMMED' }, notification: null });
    await expect.poll(() => lists).toBe(2);
    // The list could not be read for a field of a replayed notification.
    const path = ['notificationReceived', 'notification', 'acknowledged'];
    const errors = [{ message: '', path, extensions: { code: 'UPSTREAM_TIMEOUT' } }];
    for (const row of live.state().notifications) {
      deliver({ ...item, notification: { ...row, __typename: 'Notification', acknowledged: null } }, errors);
      await nextTurn();
    }
    resolve();
    wait = Promise.resolve();
    send('two');
    await until(has('two'));
    expect(lists).toBe(2);
  });

  it('count more than a page as the platform does, or as at least a page', async () => {
    const { authorization, send } = newcomer();
    for (const text of ['two', 'three']) send(text);
    await clock.advance(120_000);
    const { until } = open(createApolloClient(optionsOf(authorization)), 2);
    const { unread } = await until(has('three'));
    expect(unread).toMatch(/^(2\+|3)$/);
    send('four');
    expect((await until(has('four'))).unread).toMatch(/^(3\+|4)$/);
  });
});
