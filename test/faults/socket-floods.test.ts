// @module-tag slow
// @module-tag linux
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET } from '../../src/admission/limits.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { percentile } from '../support/percentile.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { streamLimit, subscriptionBytes } from '../support/stream-limit.ts';
import { until } from '../support/until.ts';

const MEGABYTE = 1_000_000;
/** Milliseconds that a flood lasts. */
const DURATION = FULL ? 12_000 : 500;
/** Milliseconds of a flood of operations: long enough for more of them than an address may run in a minute. */
const OPERATIONS_DURATION = FULL ? DURATION : 1500;
/** Requests of others from which a flood is judged, however long they take. */
const FEWEST = 10;
/** Bytes that a flood keeps in its own buffer. */
const IN_FLIGHT = MEGABYTE;
/** Milliseconds after which a client that reads nothing is disconnected, and the closing handshake. */
const STALLED = 35_000;

describe('a flood over one socket', { timeout: 120_000 }, () => {
  let gateway: ProductionGateway;
  beforeAll(async () => {
    gateway = await startProduction({
      environment: {
        LIMIT_RATE: FULL ? '1200' : '120',
        LOG_LEVEL: 'info',
        NODE_OPTIONS: '--max-old-space-size=512',
      },
    });
  });
  afterAll(() => gateway.close());

  async function open(): Promise<WebSocket> {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('error', () => {});
    await once(socket, 'open');
    return socket;
  }

  async function greeted(): Promise<WebSocket> {
    const socket = await open();
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    return socket;
  }

  /** Sends for as long as the flood lasts and the socket is open, and measures what others notice. */
  async function flood(name: string, socket: WebSocket, send: (number: number) => void, duration = DURATION) {
    const before = gateway.memory();
    let memory = before;
    let isOver = false;
    const delays: number[] = [];
    const others = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await (await fetch(`${gateway.url}/health/live`)).text();
        delays.push(performance.now() - startedAt);
        memory = Math.max(memory, gateway.memory());
        await pause(20);
      }
    })();
    const endsAt = performance.now() + duration;
    let sent = 0;
    const isFlooding = () => performance.now() < endsAt || delays.length < FEWEST;
    while (isFlooding() && socket.readyState === WebSocket.OPEN) {
      if (socket.bufferedAmount < IN_FLIGHT) for (let n = 0; n < 50; n += 1) send(sent++);
      await turn();
    }
    isOver = true;
    await others;
    const at = (share: number): number => Math.round(percentile(delays, share));
    const figures = {
      sent,
      grown: Math.round((memory - before) / MEGABYTE),
      p50: at(0.5),
      p99: at(0.99),
      longest: at(1),
    };
    note(name, figures);
    return figures;
  }

  /** Others are served promptly, and memory stays bounded. */
  const expectHarmless = ({ grown, p50, p99 }: { grown: number; p50: number; p99: number }): void => {
    expect(grown).toBeLessThan(250);
    // Of a few requests the slowest may have met a busy machine.
    expect(FULL ? p99 : p50).toBeLessThan(1000);
  };

  const LARGE_PING = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1000) } });

  it.each<[string, (socket: WebSocket) => void]>([
    ['pings', (socket) => socket.send(LARGE_PING)],
    ['small pings', (socket) => socket.send('{"type":"ping"}')],
    ['control pings', (socket) => socket.ping('x'.repeat(125))],
  ])('of %s whose replies are never read is no longer read itself', async (name, send) => {
    const socket = await greeted();
    socket.pause();
    expectHarmless(await flood(`unread ${name}`, socket, () => send(socket)));
    socket.terminate();
  });

  it('closes a client that goes on reading nothing with a code that it retries on', {
    tags: 'full',
  }, async () => {
    const socket = await greeted();
    const closed = once(socket, 'close');
    socket.pause();
    await flood('a stalled client', socket, () => socket.send(LARGE_PING));
    await pause(STALLED - DURATION);
    socket.resume();
    // The close frame waits behind the unread output and is lost with it. Clients retry on 1006 too.
    expect((await closed)[0]).toBe(1006);
    await until(async () => (await gateway.held()).webSockets === 0);
  });

  it('of operations is refused, then closed with a code that clients retry on', async () => {
    const socket = await greeted();
    const closed = once(socket, 'close');
    const query = 'subscription { notificationReceived { cursor } }';
    expectHarmless(
      await flood(
        'operations',
        socket,
        (number) =>
          socket.send(JSON.stringify({ id: String(number), type: 'subscribe', payload: { query } })),
        OPERATIONS_DURATION,
      ),
    );
    expect((await closed)[0]).toBe(1013);
  });
});

describe('a user who subscribes to everything many times over', { timeout: 120_000 }, () => {
  const STREAM = 'subscription { notificationReceived { cursor notification { id text } } }';
  const SOCKETS = FULL ? 90 : 6;
  const PER_SOCKET = 100;
  /** Bytes that the session may hold, and the subscriptions that fit beside some sockets. */
  const HELD = 20_000_000;
  const limitBeside = (sockets: number): number =>
    Math.floor((HELD - sockets * SOCKET) / subscriptionBytes(STREAM));

  it('is given a bounded number of subscriptions, and its own events do not delay others', async () => {
    const gateway = await startProduction({
      environment: { LIMIT_RATE: '0', ...streamLimit(HELD) },
    });
    onTestFinished(gateway.close);
    /** Sockets that are open, each with its subscriptions: one that is closed as a flood makes room for others. */
    const sockets = new Map<WebSocket, Set<string>>();
    onTestFinished(() => {
      for (const socket of sockets.keys()) socket.terminate();
    });
    const opened = (): number => sockets.values().reduce((sum, { size }) => sum + size, 0);
    let refused = 0;
    let delivered = 0;
    for (let index = 0; index < SOCKETS; index += 1) {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const seen = new Set<string>();
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      sockets.set(socket, seen);
      await once(socket, 'open');
      socket.send('{"type":"connection_init","payload":{"authorization":"Bearer demo-student-token"}}');
      await once(socket, 'message');
      socket.on('message', (data) => {
        const { type, id } = JSON.parse(String(data));
        if (type === 'error') refused += 1;
        else if (type === 'next' && seen.has(id)) delivered += 1;
        else if (type === 'next') seen.add(id);
      });
    }
    for (const socket of sockets.keys())
      for (let id = 0; id < PER_SOCKET; id += 1)
        socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: STREAM } }));
    await until(() => opened() >= limitBeside(SOCKETS), { within: 60_000 });
    const delays: number[] = [];
    const refusals: number[] = [];
    const send = async (): Promise<void> => {
      const body = JSON.stringify({
        query:
          'mutation { sendNotification(input: { receiverId: "u-ana", text: "To myself" }) { streamed } }',
      });
      const headers = { 'content-type': 'application/json', authorization: 'Bearer demo-student-token' };
      await (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body })).text();
    };
    const endsAt = performance.now() + DURATION;
    const others = (async () => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now();
        const headers = {
          'content-type': 'application/json',
          authorization: 'Bearer demo-instructor-token',
        };
        const body = '{"query":"{ __typename }"}';
        const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body });
        await response.text();
        if (response.status !== 200) refusals.push(response.status);
        delays.push(performance.now() - startedAt);
        await pause(20);
      }
    })();
    while (performance.now() < endsAt) {
      void send().catch(() => {});
      await pause(50);
    }
    await others;
    note('self fan-out', {
      sockets: sockets.size,
      opened: opened(),
      refused,
      delivered,
      refusals: refusals.length,
      p50: Math.round(percentile(delays, 0.5)),
      p99: Math.round(percentile(delays, 0.99)),
      memory: Math.round(gateway.memory() / MEGABYTE),
    });
    expect(opened()).toBeLessThanOrEqual(limitBeside(sockets.size));
    expect(refused).toBeGreaterThan(0);
    await until(() => delivered > 0, { within: 60_000 });
    expect(refusals).toEqual([]);
    if (FULL) expect(percentile(delays, 0.99)).toBeLessThan(1500);
  });
});
