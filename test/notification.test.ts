import { describe, expect, it, onTestFinished } from 'vitest';
import { json } from './support/faults.ts';
import { as, startGateway } from './support/gateway.ts';
import { startRedis } from './support/redis.ts';
import { STORES } from './support/stores.ts';
import { IN_ORDER, suiteGateway } from './support/suite.ts';

describe('notifications', IN_ORDER, () => {
  const gateway = suiteGateway();

  it("lists the signed-in user's unacknowledged notifications", async () => {
    const { data, calls } = await gateway.student(`{ me { notifications(first: 1) {
        totalCount pageInfo { hasNextPage }
        nodes { id text textParameters path persist acknowledged createdDate receiver { handle } senderId extra }
      } } }`);
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
          senderId: 'u-hana',
          extra: {},
        },
      ],
    });
    // The profile is that of the receiver.
    expect(calls).toEqual([
      'GET /notifications/v1?acknowledge=false&limit=1&page=1',
      'GET /user/v1/my/profile',
    ]);
  });

  it('filters by acknowledgement and by date-time', async () => {
    const { data, calls } = await gateway.student(`{ me {
        all: notifications(includeAcknowledged: true) { nodes { id } }
        late: notifications(since: "2026-05-01T00:00:00+02:00") { nodes { id } }
      } }`);
    expect(data.me.all.nodes).toHaveLength(3);
    expect(data.me.late.nodes).toEqual([{ id: 'nt-exam' }]);
    expect(calls.toSorted()).toEqual([
      'GET /notifications/v1?acknowledge=false&limit=10&page=1&since=2026-04-30T22%3A00%3A00.000Z',
      'GET /notifications/v1?acknowledge=true&limit=10&page=1',
    ]);
  });

  for (const [store, tags] of STORES)
    it(`accepts a lone surrogate in an ID as the platform does: events in ${store}`, { tags }, async () => {
      const redis = store === 'Redis' ? await startRedis() : null;
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
    });

  it('has one value in the result of a mutation and in the list', async () => {
    const NOTIFICATION =
      'id text textParameters path persist acknowledged createdDate senderId sender { handle } extra';
    const sent =
      await gateway.student(`mutation { sendNotification(input: { receiverId: "u-ana", text: "Both" }) {
        notificationId notification { ${NOTIFICATION} } extra
      } }`);
    const { notificationId, notification, extra } = sent.data.sendNotification;
    expect(notificationId).toBe(notification.id);
    // What the response says beyond the list is in the payload.
    expect(extra).toEqual({ sender: 'u-ana', devices: expect.any(Number) });
    expect(notification).toMatchObject({ extra: {}, sender: { handle: '@ana.ferreira' } });
    const listed = async () => {
      const { data } = await gateway.student(
        `{ me { notifications(first: 1, includeAcknowledged: true) { nodes { ${NOTIFICATION} } } } }`,
      );
      return data.me.notifications.nodes[0];
    };
    expect(await listed()).toEqual(notification);
    const acknowledged = await gateway.query(
      `mutation ($id: ID!) { acknowledgeNotification(input: { id: $id }) { notification { ${NOTIFICATION} } } }`,
      { as: as.student, variables: { id: notificationId } },
    );
    expect(acknowledged.data.acknowledgeNotification.notification).toEqual({
      ...notification,
      acknowledged: true,
    });
    expect(await listed()).toEqual({ ...notification, acknowledged: true });
  });

  it('has no `extra` in the result of a mutation if it is in another list', async () => {
    const { data } = await gateway.student(
      `mutation { sendNotification(input: { receiverId: "u-priya", text: "x" }) { notification { text extra } extra } }`,
    );
    expect(data.sendNotification).toEqual({
      notification: { text: 'x', extra: null },
      extra: { sender: 'u-ana', devices: expect.any(Number) },
    });
  });

  it('is null in the result of a mutation if the platform returns only a part of it', async () => {
    const part = { notificationId: 'nt-exam', acknowledge: true, note: 'done' };
    gateway.faults.set('POST /notifications/v1/acknowledge', json(part));
    gateway.faults.set('PUT /notifications/v1', json({ notificationId: 'nt-new', text: 'x', note: 'sent' }));
    const { data } = await gateway.student(`mutation {
        acknowledgeNotification(input: { id: "nt-exam" }) { notificationId notification { id text } extra }
        sendNotification(input: { receiverId: "u-ana", text: "x" }) { notificationId notification { id text } extra }
      }`);
    expect(data).toEqual({
      acknowledgeNotification: { notificationId: 'nt-exam', notification: null, extra: { note: 'done' } },
      sendNotification: { notificationId: 'nt-new', notification: null, extra: { note: 'sent' } },
    });
  });

  it('reads flags sent as strings, IDs sent as numbers and a wrapped list; another flag is null', async () => {
    gateway.faults.set(
      'GET /notifications/v1',
      json({
        items: [
          { _id: 3, text: 'x', persist: 'true', acknowledged: 'false', createdAt: '2026-01-01' },
          { notificationId: 'n1', persist: 'maybe', acknowledged: 'no' },
        ],
      }),
    );
    const { data } = await gateway.student(
      `{ me { notifications { nodes { id persist acknowledged createdDate receiver { id } } } } }`,
    );
    const createdDate = '2026-01-01T00:00:00.000Z';
    expect(data.me.notifications.nodes).toEqual([
      { id: '3', persist: true, acknowledged: false, createdDate, receiver: null },
      { id: 'n1', persist: null, acknowledged: null, createdDate: null, receiver: null },
    ]);
  });
});
