import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SocketConnection } from '../../src/transports/websocket/connection.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startGateway } from '../support/gateway.ts';
import { at } from '../support/injection.ts';

it('a fault in a timer of the gateway ends its turn, is logged once, and the timer goes on', async () => {
  const clock = new FakeClock();
  const gateway = await startGateway({ clock, environment: { LOG_LEVEL: 'error' } });
  onTestFinished(() => gateway.close());
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  const injected = at(SocketConnection.prototype, 'ping').inject(() => injected.end());
  // The timer itself throws: the clock would pass it on, and Node would end the process.
  await clock.until(() => injected.fired() > 0);
  const faults = gateway.logLines.filter((line) => line.includes('injected into ping'));
  expect(faults.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'fault', entry: 'timer' }]);
  await clock.during(once(socket, 'ping'));
  const { data } = await gateway.student('{ me { id } }');
  expect(data).toEqual({ me: { id: 'u-ana' } });
});
