import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { json } from '../support/faults.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Listener, listen } from '../support/listen.ts';
import { readMetrics } from '../support/metrics.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { until } from '../support/until.ts';

const PROFILE = 'GET /user/v1/my/profile';
const STUDENT = as.student.authorization ?? '';
const PLUGIN = as.plugin.authorization ?? '';
/** Selects a receiver field that takes a platform call. */
const RECEIVED = `subscription ($after: String, $full: Boolean = true) {
  notificationReceived(after: $after) {
    cursor replayed gap { reason }
    notification { text receiverId receiver @include(if: $full) { id handle } }
  }
}`;
const OTHER = 'subscription { notificationReceived { cursor notification { receiver { handle country } } } }';
const SEND = `mutation ($text: String!) {
  sendNotification(input: { receiverId: "u-ana", text: $text, persist: false }) { streamed }
}`;
const CHANGED =
  'subscription ($id: ID) { atoRequestChanged(requestId: $id) { cursor status request { id status extra } } }';

describe('an event with several subscribers', () => {
  let gateway: TestGateway;
  const open: Listener<unknown>[] = [];
  beforeEach(async () => {
    gateway = await startGateway();
  });
  afterEach(async () => {
    for (const listener of open.splice(0)) listener.stop();
    await gateway.close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: the test knows the response shape
  const start = async (query: string, authorization: string, variables = {}): Promise<Listener<any>> => {
    const listener = listen(gateway.url, query, { authorization, variables });
    open.push(listener);
    await listener.reach(1);
    return listener;
  };
  /** Calls avoided by sharing an identical one in flight: one per execution after the first. */
  const sharedCalls = async (): Promise<number> =>
    (await readMetrics(gateway)).get('gateway_upstream_saved_calls_total{by="single-flight"}') ?? 0;
  /** Sends the student a notification. @returns what each subscriber received, the calls made, and the executions. */
  const send = async (text: string, listeners: Listener<unknown>[]) => {
    const before = gateway.requests.length;
    const sharedBefore = await sharedCalls();
    await gateway.query(SEND, { as: as.instructor, variables: { text } });
    const items = await Promise.all(listeners.map(async (listener) => (await listener.reach(2)).at(-1)));
    const calls = gateway.requests.slice(before).filter(({ path }) => path === '/user/v1/my/profile').length;
    return { items, calls, executions: calls + (await sharedCalls()) - sharedBefore };
  };

  it("is executed once for one user's subscriptions with the same document: one item, one set of calls", async () => {
    const listeners = await Promise.all(Array.from({ length: 8 }, () => start(RECEIVED, STUDENT)));
    const { items, calls, executions } = await send('once', listeners);
    expect({ calls, executions }).toEqual({ calls: 1, executions: 1 });
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(1);
    expect(items[0]).toMatchObject({
      replayed: false,
      gap: null,
      notification: { text: 'once', receiver: { id: 'u-ana', handle: '@ana.ferreira' } },
    });
  });

  it('is written as JSON once for each distinct result, and each subscriber gets it under its own operation ID', async () => {
    const sockets = await Promise.all(
      ['1', 'a "quoted" ID', 'Zoë ✓', 'x'.repeat(300)].map(async (id) => {
        const socket = await openSocket(gateway.url, STUDENT);
        socket.subscribe(id, RECEIVED);
        await socket.messages(1);
        return { id, ...socket };
      }),
    );
    const other = await start(OTHER, STUDENT);
    const rendered = async () =>
      (await readMetrics(gateway)).get(
        'gateway_stream_results_rendered_total{field="notificationReceived"}',
      ) ?? 0;
    const before = await rendered();
    // Longer than what is copied into each subscriber's frame.
    for (const text of ['short', 'länger '.repeat(500)])
      await gateway.query(SEND, { as: as.instructor, variables: { text } });
    const [, , last] = await Promise.all([
      other.reach(3),
      ...sockets.map(({ messages }) => messages(3)),
    ]).then(([items]) => items);
    expect(last).toHaveProperty('notification.receiver');
    expect((await rendered()) - before).toBe(4);
    const [first] = await Promise.all(sockets.map(({ messages }) => messages(3)));
    for (const { id, messages } of sockets) {
      const payloads = (await messages(3)).map((text) => JSON.stringify(JSON.parse(text).payload));
      // Exactly what `JSON.stringify` makes of the message, in one frame.
      expect(await messages(3)).toEqual(
        payloads.map((payload) => JSON.stringify({ id, type: 'next', payload: JSON.parse(payload) })),
      );
      expect(payloads.slice(1)).toEqual(
        (first ?? []).slice(1).map((text) => JSON.stringify(JSON.parse(text).payload)),
      );
    }
    for (const { close } of sockets) close();
  });

  it("searches the user's list once for what only the list has", async () => {
    const LISTED =
      'subscription { notificationReceived { notification { createdDate acknowledged senderId } } }';
    const listeners = await Promise.all(Array.from({ length: 8 }, () => start(LISTED, STUDENT)));
    const before = gateway.requests.length;
    await gateway.query(
      'mutation { sendNotification(input: { receiverId: "u-ana", text: "listed" }) { notificationId } }',
      { as: as.instructor },
    );
    const items = await Promise.all(listeners.map(async (listener) => (await listener.reach(2))[1]));
    for (const { notification } of items)
      expect(notification).toMatchObject({ acknowledged: false, senderId: 'u-marcus' });
    const since = new Date(Date.parse(items[0].notification.createdDate) - 1000).toISOString();
    const searches = gateway.requests
      .slice(before)
      .filter(({ query }) => new URLSearchParams(query).get('since') === since);
    expect(searches).toHaveLength(1);
  });

  it('is executed again for another document, and for variables that change the selection', async () => {
    const [same, alike, other, short] = await Promise.all([
      start(RECEIVED, STUDENT),
      start(RECEIVED, STUDENT, { full: true, after: null }),
      start(OTHER, STUDENT),
      start(RECEIVED, STUDENT, { full: false }),
    ]);
    const { items, executions } = await send('each', [same, alike, other, short]);
    const [first, second, third, fourth] = items;
    // Omitted and given `full` are different variables; the subscription without the receiver needs no call.
    expect(executions).toBe(3);
    expect(first).toEqual(second);
    expect(third).toMatchObject({ notification: { receiver: { country: expect.any(String) } } });
    expect(fourth).toMatchObject({ notification: { text: 'each', receiverId: 'u-ana' } });
    expect(fourth).not.toHaveProperty('notification.receiver');
  });

  it('is executed under each credential, even if one user signed in twice', async () => {
    const again = `Bearer ${gateway.sandbox.issueToken('u-ana')}`;
    const listeners = await Promise.all([start(RECEIVED, STUDENT), start(RECEIVED, again)]);
    const { items, calls, executions } = await send('twice', listeners);
    expect({ calls, executions }).toEqual({ calls: 2, executions: 2 });
    expect(items[0]).toEqual(items[1]);
  });

  it("carries each caller's own cursor", async () => {
    const { requestId } = await gateway.sandbox.startAtoRequest({ userId: 'u-ana' });
    const token = `Bearer ${(await signOnToAto(gateway, requestId)).token}`;
    const variables = { id: requestId };
    const [plugin, samePlugin, user] = await Promise.all([
      start(CHANGED, PLUGIN, variables),
      start(CHANGED, PLUGIN, variables),
      start(CHANGED, token, variables),
    ]);
    await fetch(`${gateway.url}/plugin/ato/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as.plugin },
      body: JSON.stringify({ requestId, status: 'completed' }),
    });
    const [first, second, third] = await Promise.all(
      [plugin, samePlugin, user].map(async (listener) => (await listener.reach(2))[1]),
    );
    expect(second).toEqual(first);
    expect(third).toEqual({ ...first, cursor: third.cursor });
    expect(first).toMatchObject({ status: 'COMPLETED', request: { id: requestId, status: 'COMPLETED' } });
    expect(third.cursor).not.toBe(first.cursor);
  });

  it('completes for the others when the subscriber that started it disconnects', async () => {
    const listeners = await Promise.all(Array.from({ length: 4 }, () => start(RECEIVED, STUDENT)));
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.faults.set(PROFILE, (request, response) => {
      void held.then(() => json({ userId: 'u-ana', handle: '@held' })(request, response));
    });
    const [first, ...others] = listeners;
    const sent = send('without the first', others);
    await until(() => gateway.requests.at(-1)?.path === '/user/v1/my/profile');
    first?.stop();
    await until(() => first?.ended === true);
    release();
    const { items } = await sent;
    for (const item of items) expect(item).toMatchObject({ notification: { receiver: { handle: '@held' } } });
  });
});

/** A socket without a client library, which sees messages as they are sent. */
async function openSocket(url: string, authorization: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await until(() => received.length === 1);
  expect(received.splice(0)).toEqual(['{"type":"connection_ack"}']);
  return {
    subscribe: (id: string, query: string) =>
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } })),
    messages: async (count: number) => {
      await until(() => received.length >= count);
      return received;
    },
    close: () => socket.close(),
  };
}
