import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { as, codesByPath, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { untilQuiet } from '../support/polls.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { suiteGateway, testGateway } from '../support/suite.ts';

const LIST = '{ me { notifications { nodes { id text } streamCursor } } }';
const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { id text } }
}`;
const POLL = 'GET /notifications/v1';

interface Item {
  cursor: string;
  replayed: boolean;
  gap: { reason: string } | null;
  notification: { id: string; text: string } | null;
}

describe('a list of notifications and the stream that continues it', () => {
  const clock = new FakeClock();
  const gateway = suiteGateway({ clock, environment: { NOTIFICATION_POLL_INTERVAL: '500' } });
  beforeAll(() => clock.flow());

  const list = async (credential: Record<string, string> = as.student, document = LIST) => {
    const { data, errors, calls } = await gateway.query(document, { as: credential });
    expect(errors).toEqual([]);
    const { nodes, streamCursor } = data.me.notifications;
    return { texts: nodes.map(({ text }: { text: string }) => text), streamCursor, calls };
  };
  const receive = (after: string | null, authorization: string) =>
    listen<Item>(gateway.url, RECEIVED, { authorization, variables: { after } });
  const texts = (items: Item[]) => items.flatMap(({ notification }) => notification?.text ?? []);
  const send = (text: string, receiver: string) => gateway.sandbox.sendNotification({ receiver, text });
  /** A user who has never had a stream. */
  let next = 5;
  const newcomer = () => {
    const users = gateway.sandbox.school.users.filter(
      ({ anonymous, userId }) => !anonymous && userId !== 'u-ana',
    );
    const { userId } = users[next++] ?? {};
    if (userId === undefined) throw new Error('everybody has had a stream');
    return { userId, authorization: `Bearer ${gateway.sandbox.issueToken(userId)}` };
  };

  it('have between them everything, also if another stream of the user opens first, without a cursor', async () => {
    const { userId, authorization } = newcomer();
    const { streamCursor } = await list({ authorization });
    send('between', userId);
    const another = receive(null, authorization);
    await another.reach(1);
    const stream = receive(streamCursor, authorization);
    expect(texts(await stream.reach(2))).toEqual(['between']);
    stream.stop();
    another.stop();
  });

  it('leave that place to the cursors of the stream, until there is a first event', async () => {
    const { userId, authorization } = newcomer();
    const { streamCursor } = await list({ authorization });
    gateway.faults.set(POLL, status(503));
    const interrupted = receive(streamCursor, authorization);
    const [position] = await interrupted.reach(1);
    interrupted.stop();
    await untilQuiet(gateway, clock);
    send('between', userId);
    gateway.faults.clear();
    await clock.advance(600_000);
    const stream = receive(position?.cursor ?? null, authorization);
    expect(texts(await stream.reach(2))).toEqual(['between']);
    stream.stop();
  });

  it('show nothing old as new, with a cursor and without', async () => {
    const { userId, authorization } = newcomer();
    const first = receive(null, authorization);
    const [position] = await first.reach(1);
    first.stop();
    await untilQuiet(gateway, clock);
    send('old', userId);
    await clock.advance(60_000);
    const fresh = receive(null, authorization);
    const resumed = receive(position?.cursor ?? null, authorization);
    const seen = async (stream: typeof fresh) => {
      await stream.reach(2);
      return stream.items.slice(1).map(({ notification, replayed }) => [notification?.text, replayed]);
    };
    expect(await seen(fresh)).toEqual([['old', true]]);
    expect(await seen(resumed)).toEqual([['old', true]]);
    send('new', userId);
    await Promise.all([fresh.reach(3), resumed.reach(3)]);
    for (const stream of [fresh, resumed]) {
      expect(stream.items[2]).toMatchObject({ replayed: false, notification: { text: 'new' } });
      stream.stop();
    }
  });

  it('are read in this order: the user, the place in the stream, the list', async () => {
    const { calls } = await list();
    expect(calls).toEqual(['GET /user/v1/my/profile', `${POLL}?acknowledge=false&limit=10&page=1`]);
    const without = await gateway.student('{ me { notifications { nodes { id } } } }');
    expect(without.calls).toEqual([`${POLL}?acknowledge=false&limit=10&page=1`]);
  });

  it('find the place also below fragments, and not if it is skipped', async () => {
    const { calls, streamCursor } = await list(
      as.student,
      '{ me { notifications { nodes { text } ...Place } } } fragment Place on NotificationConnection { ... { streamCursor } }',
    );
    expect([calls.length, typeof streamCursor]).toEqual([2, 'string']);
    const skipped = await list(as.student, LIST.replace('streamCursor', 'streamCursor @skip(if: true)'));
    expect([skipped.calls.length, skipped.streamCursor]).toEqual([1, undefined]);
  });

  it('never use a list that was read before the place was known', async () => {
    const { userId, authorization } = newcomer();
    const query = (document: string) => gateway.query(document, { as: { authorization } });
    const held: ServerResponse[] = [];
    gateway.faults.set(POLL, (_request, response) => void held.push(response));
    const before = query('{ me { notifications { nodes { text } } } }');
    await clock.until(() => held.length === 1);
    gateway.faults.clear();
    send('since then', userId);
    const { data, calls } = await query(
      '{ me { one: notifications { nodes { text } streamCursor } other: notifications { nodes { text } streamCursor } } }',
    );
    expect(calls.filter((call) => call.startsWith(POLL))).toHaveLength(1);
    const { one, other } = data.me;
    expect(one).toEqual(other);
    expect(one.nodes[0]).toEqual({ text: 'since then' });
    held[0]?.end('[]');
    expect((await before).data.me.notifications.nodes).toEqual([]);
  });

  it('have their place beside a list that nobody follows, which has a call of its own', async () => {
    const document = `{ me { plain: notifications { nodes { text } } followed: notifications { nodes { text } streamCursor } } }`;
    const { data, calls } = await gateway.student(document);
    expect(calls.filter((call) => call.startsWith(POLL))).toHaveLength(2);
    expect(data.me.plain.nodes).toEqual(data.me.followed.nodes);
  });

  it('fail apart: the place needs the profile, the list does not', async () => {
    gateway.faults.set('GET /user/v1/my/profile', status(503));
    const { data, errors } = await gateway.query(LIST, { as: as.student });
    expect(codesByPath(errors)).toEqual({ 'me.notifications.streamCursor': 'UPSTREAM_UNAVAILABLE' });
    expect(data.me.notifications).toMatchObject({ nodes: expect.any(Array), streamCursor: null });
  });
});

describe('a list of ATO requests and the stream that continues it', () => {
  const gateway = suiteGateway();
  const REQUESTS = '{ atoRequests { nodes { id status } streamCursor } }';
  const CHANGED = `subscription ($after: String) {
    atoRequestChanged(after: $after) { requestId status replayed gap { reason } }
  }`;
  const continuedAt = ({ url }: TestGateway, after: string, authorization = as.plugin.authorization) =>
    listen(url, CHANGED, { authorization, variables: { after } });

  it('have between them every change, for a plugin without requests, too', async () => {
    const gateway = await testGateway();
    const continued = (after: string) => continuedAt(gateway, after);
    const { data, calls } = await gateway.plugin(REQUESTS);
    expect(data.atoRequests.nodes).toEqual([]);
    expect(calls).toEqual([]);
    const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    const stream = continued(data.atoRequests.streamCursor);
    const [, change] = await stream.reach(2);
    expect(change).toEqual({ requestId, status: 'NOT_STARTED', replayed: true, gap: null });
    stream.stop();

    const later = await gateway.plugin(REQUESTS);
    expect(later.data.atoRequests.nodes).toEqual([{ id: requestId, status: 'NOT_STARTED' }]);
    const again = continued(later.data.atoRequests.streamCursor);
    await again.reach(1);
    const other = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    expect((await again.reach(2))[1]).toMatchObject({ requestId: other.requestId, replayed: false });
    again.stop();
  });

  it('are those of one request for the user who signed on to it', async () => {
    const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    const user = as.bearer((await signOnToAto(gateway, requestId)).token);
    const { data } = await gateway.query(REQUESTS, { as: user });
    expect(data.atoRequests.nodes).toEqual([{ id: requestId, status: 'NOT_STARTED' }]);
    const stream = continuedAt(gateway, data.atoRequests.streamCursor, user.authorization);
    await stream.reach(1);
    await gateway.query(
      `mutation ($id: ID!) { updateAtoStatus(input: { id: $id, status: COMPLETED }) { streamOutcome } }`,
      {
        as: user,
        variables: { id: requestId },
      },
    );
    expect((await stream.reach(2))[1]).toMatchObject({ requestId, status: 'COMPLETED' });
    stream.stop();
  });
});
