// @module-tag slow
// @module-tag redis-server
// @module-tag linux
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AddressedClient } from '../support/addressed-client.ts';
import { describeEach } from '../support/describe-each.ts';
import type { SentEvent } from '../support/event-stream.ts';
import { status } from '../support/faults.ts';
import { pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import type { GatewayProcess } from '../support/process.ts';
import { operationsOf, ProxiedGateways } from '../support/proxied-gateways.ts';
import { startHaproxy, startNginx } from '../support/reverse-proxy.ts';
import { until } from '../support/until.ts';

const RECEIVED = `subscription ($after: String) {
  received: notificationReceived(after: $after) { cursor notification { text } }
}`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const SEND_ROUTE = 'PUT /notifications/v1';
const PROFILE_ROUTE = 'GET /user/v1/my/profile';

interface Item {
  cursor: string;
  notification: { text: string } | null;
}
const itemOf = ({ data }: SentEvent): Item => JSON.parse(data).data.received;
const textOf = ({ notification }: Item): string | undefined => notification?.text;

/** Operations per minute of one user in these tests; an address may run 20 times as many. */
const RATE = 20;
const ADDRESS_RATE = 20 * RATE;

/** Its status, or that its connection was closed without a response. */
const outcomeOf = (response: Promise<{ status: number }>): Promise<string> =>
  response.then(
    ({ status }) => String(status),
    () => 'closed',
  );

describeEach([
  ['nginx', ['nginx'], startNginx, /^5\d\d$/],
  // HAProxy answers nothing if it had used its connection to the instance before.
  ['HAProxy', ['haproxy'], startHaproxy, /^5\d\d$|^closed$/],
])('two gateways behind %s as in its reference configuration', {}, (_name, startProxy, lost) => {
  let gateways: ProxiedGateways;
  beforeAll(async () => {
    gateways = await ProxiedGateways.start(startProxy, {
      LIMIT_RATE: String(RATE),
      NOTIFICATION_POLL_INTERVAL: '100',
      // Nobody is there: what counts is what the platform is sent.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    });
  });
  afterEach(async () => {
    gateways.faults.clear();
    await gateways.closeClients();
  });
  afterAll(() => gateways.close());

  const send = (client: AddressedClient, text: string) =>
    client.query(SEND, {
      headers: as.instructor,
      variables: { input: { receiverId: 'u-ana', text, persist: false } },
    });

  it('continues no trace that a client made up', async () => {
    const client = gateways.clientAt('127.0.0.1');
    const traces: unknown[] = [];
    gateways.faults.set(PROFILE_ROUTE, (request, response) => {
      traces.push(request.headers.traceparent);
      status(503)(request, response);
    });
    const trace = 'a1'.repeat(16);
    const headers = { ...as.student, traceparent: `00-${trace}-${'b2'.repeat(8)}-01` };
    await client.query('{ me { id } }', { headers });
    expect(traces[0]).toMatch(/^00-[0-9a-f]{32}-/);
    expect(traces.join()).not.toContain(trace);
  });

  /** Sends queries until every instance has got one since its start. */
  const untilAllServe = (client: AddressedClient): Promise<void> =>
    until(async () => {
      expect(await client.query('{ __typename }')).toMatchObject({ status: 200 });
      return (await Promise.all(gateways.processes.map(operationsOf))).every((count) => count > 0);
    });

  it('share the operations', async () => {
    await untilAllServe(gateways.clientAt('127.0.0.2'));
  });

  it('respond to queries and mutations, and deliver events over WebSocket and server-sent events', async () => {
    const client = gateways.clientAt('127.0.0.3');
    expect(await client.query('{ me { id } }', { headers: as.student })).toMatchObject({
      status: 200,
      data: { me: { id: 'u-ana' } },
    });
    const socket = client.listen<Item>(RECEIVED, as.student.authorization ?? '');
    const stream = await client.stream(RECEIVED, { headers: as.student });
    await Promise.all([socket.reach(1), stream.events.reach(1)]);
    expect(await send(client, 'first')).toMatchObject({ data: { sendNotification: { streamed: true } } });
    const items = await socket.reach(2);
    const events = await stream.events.reach(2);
    expect([items.map(textOf), events.map(itemOf).map(textOf)]).toEqual([
      [undefined, 'first'],
      [undefined, 'first'],
    ]);
    socket.stop();
    stream.stop();
    await send(client, 'missed');
    const resumed = await client.stream(RECEIVED, {
      headers: { ...as.student, 'last-event-id': events[1]?.id ?? '' },
    });
    const again = client.listen<Item>(RECEIVED, as.student.authorization ?? '', {
      after: items[1]?.cursor,
    });
    expect((await resumed.events.reach(2)).map(itemOf).map(textOf)).toEqual([undefined, 'missed']);
    expect((await again.reach(2)).map(textOf)).toEqual([undefined, 'missed']);
    resumed.stop();
    again.stop();
  });

  it('count each client under its own address, whatever it says in X-Forwarded-For', async () => {
    const [busy, other] = [gateways.clientAt('127.0.0.4'), gateways.clientAt('127.0.0.5')];
    /** Sends more than one minute's operations, at most two minutes' if a minute ends meanwhile. */
    const statuses = async (headersOf: (number: number) => Record<string, string>): Promise<Set<number>> => {
      const seen = new Set<number>();
      for (let sent = 0; sent <= 2 * ADDRESS_RATE && !seen.has(429); sent += 10) {
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            busy.query('{ __typename }', { headers: headersOf(sent + index) }),
          ),
        );
        for (const { status } of results) seen.add(status);
      }
      return seen;
    };
    expect(await statuses(() => ({}))).toContain(429);
    expect(await other.query('{ __typename }')).toMatchObject({ status: 200 });
    const lies = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number % 250}, 127.0.0.1` });
    expect(await statuses(lies)).toContain(429);
    // Nor does it use up the operations of an address that it claims.
    expect(await statuses(() => ({ 'x-forwarded-for': '127.0.0.5' }))).toContain(429);
    expect(await other.query('{ __typename }')).toMatchObject({ status: 200 });
  });

  it('log requests with what the runbook asks for, and without the query string', async () => {
    const client = gateways.clientAt('127.0.0.7');
    const text = 'query Hidden { me { id } }';
    const { requestId } = await client.query(text, { headers: as.student, search: '?query=hidden' });
    await until(() => gateways.accessLog.includes(requestId));
    const line = gateways.accessLog.split('\n').find((each) => each.includes(requestId)) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      client: '127.0.0.7',
      method: 'POST',
      path: '/graphql',
      requestId,
      instance: expect.stringMatching(/./),
    });
    expect(line).not.toMatch(/hidden/i);
  });

  it('keep streams without events open for longer than any timeout of the proxy', {
    tags: 'full',
    timeout: 120_000,
  }, async () => {
    const client = gateways.clientAt('127.0.0.8');
    const socket = client.listen<Item>(RECEIVED, as.student.authorization ?? '');
    const stream = await client.stream(RECEIVED, { headers: as.student });
    await Promise.all([socket.reach(1), stream.events.reach(1)]);
    await pause(75_000);
    await send(client, 'late');
    expect((await socket.reach(2)).map(textOf)).toEqual([undefined, 'late']);
    expect((await stream.events.reach(2)).map(itemOf).map(textOf)).toEqual([undefined, 'late']);
    socket.stop();
    stream.stop();
  });

  it('repeat a query sent by GET if the instance that has it is gone', async () => {
    const client = gateways.clientAt('127.0.0.9');
    const senders: GatewayProcess[] = [];
    gateways.faults.set(PROFILE_ROUTE, ({ headers }) => void senders.push(gateways.senderOf(headers)));
    const response = client.query('{ me { id } }', { headers: as.student, method: 'GET' });
    await until(() => senders.length > 0);
    gateways.faults.clear();
    const [gone] = senders;
    gone?.child.kill('SIGKILL');
    expect(await response).toMatchObject({ status: 200, data: { me: { id: 'u-ana' } } });
    await gateways.start(gone === gateways.processes[0] ? 0 : 1);
    await untilAllServe(client);
  });

  it('never repeat a mutation that an instance has received, and go on without the instance', async () => {
    const client = gateways.clientAt('127.0.0.6');
    const senders: GatewayProcess[] = [];
    gateways.faults.set(SEND_ROUTE, ({ headers }) => void senders.push(gateways.senderOf(headers)));
    const outcome = outcomeOf(send(client, 'once'));
    await until(() => senders.length > 0);
    senders[0]?.child.kill('SIGKILL');
    await senders[0]?.ended;
    expect(await outcome).toMatch(lost);
    // A read may still meet a connection of which HAProxy does not know that it is closed: its client repeats it.
    let served = 0;
    await until(async () => {
      const read = await outcomeOf(client.query('{ __typename }'));
      expect(read).toMatch(read === 'closed' ? lost : /^200$/);
      if (read === '200') served += 1;
      return served === 20;
    });
    expect(senders).toHaveLength(1);
  });
});
