import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { json } from './support/faults.ts';
import { as, codesByPath, startGateway, type TestGateway } from './support/gateway.ts';
import { startRedis } from './support/redis.ts';

describe('notifications', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.faults.clear());
  afterAll(() => gateway.close());

  const lastBody = (): unknown => JSON.parse(gateway.requests.at(-1)?.body ?? '');

  it("lists the signed-in user's unacknowledged notifications", async () => {
    const { data, errors, calls } = await gateway.query(
      `{ me { notifications(first: 1) {
        totalCount pageInfo { hasNextPage }
        nodes { id text textParameters path persist acknowledged createdDate receiver { handle } extra }
      } } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(data.me.notifications).toEqual({
      totalCount: null,
      pageInfo: { hasNextPage: true },
      nodes: [
        {
          id: 'nt-exam',
          text: 'The field exam is on Saturday.',
          textParameters: null,
          path: null,
          persist: true,
          acknowledged: false,
          createdDate: '2026-05-02T08:01:00.000Z',
          receiver: { handle: '@ana.ferreira' },
          extra: { sender: 'u-hana' },
        },
      ],
    });
    expect(calls).toEqual([
      'GET /user/v1/my/profile',
      'GET /notifications/v1?acknowledge=false&limit=1&page=1',
    ]);
  });

  it('filters by acknowledgement and by date-time', async () => {
    const { data, calls } = await gateway.query(
      `{ me {
        all: notifications(includeAcknowledged: true) { nodes { id } }
        late: notifications(since: "2026-05-01T00:00:00+02:00") { nodes { id } }
      } }`,
      { as: as.student },
    );
    expect(data.me.all.nodes).toHaveLength(3);
    expect(data.me.late.nodes).toEqual([{ id: 'nt-exam' }]);
    expect(calls.slice(1).toSorted()).toEqual([
      'GET /notifications/v1?acknowledge=false&limit=10&page=1&since=2026-04-30T22%3A00%3A00.000Z',
      'GET /notifications/v1?acknowledge=true&limit=10&page=1',
    ]);
  });

  it('filters by date, sent as a date', async () => {
    const { data, errors, calls } = await gateway.query(
      `query ($since: DateOrDateTime) { me { notifications(since: $since) { nodes { id } } } }`,
      { as: as.student, variables: { since: '2026-05-01' } },
    );
    expect(errors).toEqual([]);
    expect(data.me.notifications.nodes).toEqual([{ id: 'nt-exam' }]);
    expect(calls[1]).toBe('GET /notifications/v1?acknowledge=false&limit=10&page=1&since=2026-05-01');
  });

  it('are null for other users', async () => {
    const { data, errors, calls } = await gateway.query(
      `{ me { friends { user { notifications { nodes { id } } } } } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(new Set(data.me.friends.map(JSON.stringify))).toEqual(
      new Set(['{"user":{"notifications":null}}']),
    );
    expect(calls).toEqual(['GET /user/v1/my/profile', 'GET /user/v1/my/friends']);
  });

  it('sends a notification with every field as a string, as the platform expects', async () => {
    const { data, errors, calls } = await gateway.query(
      `mutation { sendNotification(input: { receiverId: "u-priya", text: "Hello %s", textParameters: "Priya", path: "/home", persist: false }) {
        notification { id text persist acknowledged receiverId } extra
      } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(data.sendNotification.notification).toMatchObject({
      text: 'Hello %s',
      persist: false,
      acknowledged: false,
      receiverId: 'u-priya',
    });
    // What is only pushed is streamed from here, once the session is confirmed.
    expect(calls).toEqual(['GET /oauth/v2/session/validate', 'PUT /notifications/v1']);
    expect(lastBody()).toEqual({
      receiver: 'u-priya',
      text: 'Hello %s',
      textParameters: 'Priya',
      path: '/home',
      persist: 'false',
    });
  });

  it('stores a notification by default', async () => {
    const { data } = await gateway.query(
      `mutation { sendNotification(input: { receiverId: "u-ana", text: "To myself" }) { notification { id persist } } }`,
      { as: as.student },
    );
    expect(data.sendNotification.notification.persist).toBe(true);
    expect(lastBody()).toEqual({ receiver: 'u-ana', text: 'To myself', persist: 'true' });
    const listed = await gateway.query(`{ me { notifications(first: 1) { nodes { id text } } } }`, {
      as: as.student,
    });
    expect(listed.data.me.notifications.nodes).toEqual([
      { id: data.sendNotification.notification.id, text: 'To myself' },
    ]);
  });

  it.each(['in memory', 'in Redis'])(
    'accepts a lone surrogate in an ID as the platform does: events %s',
    async (store) => {
      const redis = store === 'in Redis' ? await startRedis() : null;
      if (redis) onTestFinished(redis.stop);
      const own = await startGateway(redis ? { environment: { REDIS_URL: redis.url } } : {});
      onTestFinished(own.close);
      const { errors, calls } = await own.query(
        'mutation ($id: ID!) { sendNotification(input: { receiverId: $id, text: "Hi", persist: false }) { streamed } }',
        { as: as.student, variables: { id: 'u-\ud800' } },
      );
      expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INTERNAL_SERVER_ERROR');
      expect(calls).toEqual(['GET /oauth/v2/session/validate', 'PUT /notifications/v1']);
      expect(own.logLines.join('')).not.toContain('URIError');
    },
  );

  it('registers a session for push', async () => {
    const { data, errors, calls } = await gateway.query(
      `mutation { registerDevice(input: { deviceToken: "device-1", refreshToken: "demo-student-refresh-token" }) { registered } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(data.registerDevice).toEqual({ registered: true });
    expect(calls).toEqual(['PUT /notifications/v1/register']);
    expect(lastBody()).toEqual({ deviceToken: 'device-1', refreshToken: 'demo-student-refresh-token' });
  });

  it('acknowledges a notification; one that does not exist is NOT_FOUND', async () => {
    const { data, errors, calls } = await gateway.query(
      `mutation {
        acknowledgeNotification(input: { notificationId: "nt-tourniquet" }) { notificationId notification { acknowledged } }
        none: acknowledgeNotification(input: { notificationId: "nt-none" }) { notificationId }
      }`,
      { as: as.student },
    );
    expect(data).toEqual({
      acknowledgeNotification: { notificationId: 'nt-tourniquet', notification: { acknowledged: true } },
      none: null,
    });
    expect(codesByPath(errors)).toEqual({ none: 'NOT_FOUND' });
    expect(calls).toEqual(['POST /notifications/v1/acknowledge', 'POST /notifications/v1/acknowledge']);
  });

  it('has null for a flag that is neither true nor false', async () => {
    gateway.faults.set(
      'GET /notifications/v1',
      json([{ notificationId: 'n1', persist: 'maybe', acknowledged: 'no' }]),
    );
    const { data, errors } = await gateway.query(
      `{ me { notifications { nodes { persist acknowledged } } } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(data.me.notifications.nodes).toEqual([{ persist: null, acknowledged: null }]);
  });

  it('reads flags sent as strings, IDs sent as numbers and a wrapped list', async () => {
    gateway.faults.set(
      'GET /notifications/v1',
      json({
        items: [{ _id: 3, text: 'x', persist: 'true', acknowledged: 'false', createdAt: '2026-01-01' }],
      }),
    );
    const { data, errors } = await gateway.query(
      `{ me { notifications { nodes { id persist acknowledged createdDate receiver { id } } } } }`,
      { as: as.student },
    );
    expect(errors).toEqual([]);
    expect(data.me.notifications.nodes).toEqual([
      {
        id: '3',
        persist: true,
        acknowledged: false,
        createdDate: '2026-01-01T00:00:00.000Z',
        receiver: null,
      },
    ]);
  });
});
