import { beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { type Fault, gibberish, reset, status } from '../support/faults.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { suiteGateway, testGateway } from '../support/suite.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { id text receiver { id handle } } }
}`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { notification { id } streamOutcome streamed } }`;
const STUDENT = as.student.authorization ?? '';

interface Item {
  cursor: string;
  replayed: boolean;
  gap: { reason: string } | null;
  notification: { id: string | null; text: string; receiver: { id: string; handle: string } } | null;
}

describe('the notification stream', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock, environment: { NOTIFICATION_POLL_INTERVAL: '500' } });
  beforeAll(() => clock.flow());

  const texts = (items: Item[]): (string | undefined)[] =>
    items.map(({ notification }) => notification?.text);
  const receive = (after: string | null = null, authorization = STUDENT) =>
    listen<Item>(gateway.url, RECEIVED, { authorization, variables: { after } });
  const send = (text: string, persist: boolean) =>
    gateway.query(SEND, { as: as.instructor, variables: { input: { receiverId: 'u-ana', text, persist } } });

  it('reports a gap when the outcome of a send is unknown', async () => {
    const stream = receive();
    await stream.reach(1);
    const faulty = async (fault: Fault) => {
      gateway.faults.set('PUT /notifications/v1', fault);
      const { errors } = await send('perhaps', false);
      gateway.faults.clear();
      return errors[0]?.extensions;
    };
    expect(await faulty(reset)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: false });
    await stream.reach(2);
    expect(await faulty(gibberish)).toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
    await stream.reach(3);
    // No 5xx says whether the platform, or what it calls, had written before it failed.
    let gaps = 2;
    for (const failed of [500, 502, 503, 504, 303]) {
      expect((await faulty(status(failed)))?.retryable).toBe(false);
      gaps += 1;
      await stream.reach(1 + gaps);
    }
    // These were certainly not written.
    expect(await faulty(status(400))).toMatchObject({ code: 'BAD_USER_INPUT' });
    for (const refused of [302, 307, 413]) expect(await faulty(status(refused))).toBeDefined();
    expect(await faulty(status(429))).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    await send('known', false);
    const lost = 'UPSTREAM_INCOMPLETE';
    const items = await stream.reach(gaps + 2);
    expect(items.map(({ gap }) => gap?.reason)).toEqual([undefined, ...Array(gaps).fill(lost), undefined]);
    expect(texts(items).at(-1)).toBe('known');
    stream.stop();
  });

  it('reads what has expired from the platform, and says that it is replayed', async () => {
    const clock = new FakeClock();
    const expiring = await testGateway({ clock, config: { eventRetention: 60_000 } });
    const open = (after: string | null) =>
      listen<Item>(expiring.url, RECEIVED, { authorization: STUDENT, variables: { after } });
    const first = open(null);
    const [position] = await first.reach(1);
    expiring.sandbox.sendNotification({ receiver: 'u-ana', text: 'expired' });
    await clock.until(() => first.items.length === 2);
    first.stop();
    await clock.advance(120_000);
    const resumed = open(position?.cursor ?? null);
    await clock.until(() => texts(resumed.items).includes('expired'));
    const [, gap, ...missed] = resumed.items;
    expect(gap).toMatchObject({ gap: { reason: 'TRIMMED' }, replayed: false });
    expect(missed.map(({ replayed }) => replayed)).toEqual(missed.map(() => true));
    resumed.stop();
  });

  it('does not open if the platform cannot be read for the baseline', async () => {
    const fresh = await testGateway();
    fresh.faults.set('GET /notifications/v1', status(500));
    const stream = listen<Item>(fresh.url, RECEIVED, { authorization: STUDENT });
    await stream.end();
    expect(stream.items).toEqual([]);
    expect(codesByPath(stream.errors)).toEqual({ notificationReceived: 'UPSTREAM_UNAVAILABLE' });
    stream.stop();
  });

  it('delivers notifications sent through the graph, stored or not', async () => {
    const stream = receive();
    await stream.reach(1);
    const stored = await send('stored', true);
    expect(stored.data.sendNotification).toEqual({
      notification: { id: expect.any(String) },
      streamOutcome: 'NOT_STREAMED',
      streamed: null,
    });
    await stream.reach(2);
    const pushed = await send('only pushed', false);
    expect(pushed.data.sendNotification).toMatchObject({ streamOutcome: 'SENT', streamed: true });
    expect(texts(await stream.reach(3)).slice(1)).toEqual(['stored', 'only pushed']);
    stream.stop();
  });

  describe('a record that the list also shows', () => {
    const NOTIFICATION = 'id text path persist acknowledged createdDate senderId extra';
    const open = (after: string | null = null, fields = NOTIFICATION) =>
      // biome-ignore lint/suspicious/noExplicitAny: the test knows the response shape
      listen<any>(
        gateway.url,
        `subscription ($after: String) { notificationReceived(after: $after) { cursor notification { ${fields} } } }`,
        { authorization: STUDENT, variables: { after } },
      );
    const listed = async (count: number) => {
      const { data } = await gateway.student(
        `{ me { notifications(first: ${count}, includeAcknowledged: true) { nodes { ${NOTIFICATION} } } } }`,
      );
      return data.me.notifications.nodes.toReversed();
    };
    /** Searches of the list for a notification. The poller reads it from other times on. */
    const searchesFor = ({ createdDate }: { createdDate: string }, since: number) => {
      const from = new Date(Date.parse(createdDate) - 1000).toISOString();
      return gateway.requests
        .slice(since)
        .filter(({ query }) => new URLSearchParams(query).get('since') === from).length;
    };

    it('has the same values in a new event, and is unacknowledged', async () => {
      const stream = open();
      await stream.reach(1);
      await send('new', true);
      const { notification } = (await stream.reach(2))[1];
      expect(notification).toMatchObject({ acknowledged: false, senderId: 'u-marcus', extra: {} });
      expect([notification]).toEqual(await listed(1));
      await send('only pushed', false);
      expect((await stream.reach(3))[2].notification).toMatchObject({ acknowledged: false, extra: null });
      stream.stop();
    });

    it('has the same values in replayed events, with one call for a replay, if they are selected', async () => {
      const stream = open();
      const [position] = await stream.reach(1);
      for (const text of ['one', 'two', 'three']) await send(text, true);
      const before = (await stream.reach(4)).slice(1).map(({ notification }) => notification);
      stream.stop();
      await gateway.query(
        `mutation ($id: ID!) { acknowledgeNotification(input: { id: $id }) { notificationId } }`,
        { as: as.student, variables: { id: before[1].id } },
      );

      const brief = gateway.requests.length;
      const short = open(position.cursor, 'id text');
      await short.reach(4);
      short.stop();
      expect(searchesFor(before[0], brief)).toBe(0);

      const whole = gateway.requests.length;
      const resumed = open(position.cursor);
      const after = (await resumed.reach(4)).slice(1).map(({ notification }) => notification);
      resumed.stop();
      expect(after).toEqual(await listed(3));
      expect(after.map(({ acknowledged }) => acknowledged)).toEqual([false, true, false]);
      expect(searchesFor(before[0], whole)).toBe(1);
    });

    it('fails only in the fields that the list has, if the list cannot be read', async () => {
      const stream = open();
      const [position] = await stream.reach(1);
      await send('kept', true);
      await stream.reach(2);
      stream.stop();
      const resumed = open(position.cursor);
      gateway.faults.set('GET /notifications/v1', status(503));
      const { notification } = (await resumed.reach(2))[1];
      gateway.faults.clear();
      resumed.stop();
      expect(notification).toMatchObject({ text: 'kept', acknowledged: null, extra: null });
      expect(new Set(Object.values(codesByPath(resumed.errors)))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
    });
  });
});
