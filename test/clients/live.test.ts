import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { type Clock, SYSTEM_CLOCK } from '../../packages/client/src/clock.ts';
import { isSignedOut } from '../../packages/client/src/errors.ts';
import {
  type AnyClient,
  liveNotifications,
  type NotificationsState,
} from '../../packages/client/src/live.ts';
import { createEnvironment } from '../../packages/client/src/relay.ts';
import { openSocket } from '../../packages/client/src/stream.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { suiteGateway } from '../support/suite.ts';

/** Tries again sooner: what these tests are about is what the store has. */
const hasty: Clock = {
  ...SYSTEM_CLOCK,
  after: (milliseconds, callback) => SYSTEM_CLOCK.after(milliseconds / 100, callback),
};
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
  /** @param renewed the credential in place of one that was refused. */
  const optionsOf = (authorization: string, renewed = authorization) => {
    const url = `${gateway.url}/graphql`;
    let current = authorization;
    const session = {
      authorization: (refused: string | null) => {
        if (refused !== null) current = renewed;
        return current;
      },
    };
    const socket = openSocket({ url, session, clock: hasty, keepAlive: 60_000_000 });
    return { url, session, socket, clock: hasty };
  };
  const STACKS: Record<string, (options: ReturnType<typeof optionsOf>) => AnyClient> = {
    'Apollo Client': createApolloClient,
    urql: createUrqlClient,
    Relay: createEnvironment,
  };
  const open = (client: AnyClient, first?: number) => {
    const live = liveNotifications(client, { clock: hasty, first });
    const listeners = new Set<() => void>();
    let stop = live.subscribe(() => {
      for (const listener of listeners) listener();
    });
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
      stop = live.subscribe(() => {
        for (const listener of listeners) listener();
      });
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
    const connect = (authorization: string, renewed?: string) => {
      const options = optionsOf(authorization, renewed);
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

    it('read the list again after a gap, and only then', inDetail, async () => {
      const { userId, authorization, send } = newcomer();
      const { client } = connect(authorization);
      const start = gateway.requests.length;
      const { until, close, again } = open(client);
      await until(has('stored'));
      close();
      await gateway.instructor(
        'mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamOutcome } }',
        { input: { receiverId: userId, text: 'only pushed', persist: false } },
      );
      send('while away');
      await clock.advance(1_300_000);
      again();
      const state = await until(has('while away'));
      expect(new Set(textsOf(state)).size).toBe(state.notifications.length);
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
        const { until } = open(connect(authorization, `Bearer ${gateway.sandbox.issueToken(userId)}`).client);
        await until(has('stored'));
        send('new');
        expect(await until(has('new'))).toMatchObject({ status: 'live', unread: '2', error: null });
      },
    );

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
