import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { FakeClock } from '../support/fake-clock.ts';
import { startGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { until } from '../support/until.ts';

const PING = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1000) } });
/** Ways to ping, and turns of the event loop in which a gateway that reads takes far more than is in flight. */
const PINGS: readonly [string, (socket: WebSocket) => void, number][] = [
  ['messages', (socket) => socket.send(PING), 3000],
  ['frames', (socket) => socket.ping('x'.repeat(125)), 30_000],
];
/** Bytes of the client's own output. */
const IN_FLIGHT = 200_000;
/** Milliseconds after which a client that reads nothing is disconnected, and the closing handshake. */
const STALLED = 35_000;

it.each(PINGS)(
  'a client that pings by %s and reads no replies is no longer read itself, then disconnected',
  async (_kind, ping, turns) => {
    const clock = new FakeClock();
    const gateway = await startGateway({ clock });
    onTestFinished(gateway.close);
    const refusals = async () =>
      (await readMetrics(gateway)).get('gateway_refused_requests_total{reason="unread"}');
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    const closed = once(socket, 'close');
    socket.pause();
    await until(async () => {
      while (socket.bufferedAmount < IN_FLIGHT) ping(socket);
      const before = socket.bufferedAmount;
      for (let passed = 0; passed < turns; passed += 1) await turn();
      return socket.bufferedAmount === before;
    });
    expect(await refusals()).toBe(0);
    await clock.advance(STALLED);
    expect(await refusals()).toBe(1);
    await until(async () => (await readMetrics(gateway)).get('gateway_sockets_open') === 0);
    socket.resume();
    // The close frame waits behind the unread output and is lost with it. Clients retry on 1006 too.
    expect((await closed)[0]).toBe(1006);
  },
);
