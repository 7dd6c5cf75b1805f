import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { FakeClock } from '../support/fake-clock.ts';
import { testGateway } from '../support/suite.ts';
import { until } from '../support/until.ts';

const INTERVAL = 12_000;
/** Shorter than the time in which a client must send its first message. */
const STEP = 2000;
const STEPS = 30;

it('pings each open socket once per interval, and closes one that does not respond', async () => {
  const clock = new FakeClock();
  const gateway = await testGateway({ clock, config: { keepAliveInterval: INTERVAL } });
  const timers = clock.timers;
  const connect = async (options: ClientOptions = {}) => {
    const url = `${gateway.url.replace('http', 'ws')}/graphql`;
    const socket = new WebSocket(url, 'graphql-transport-ws', options);
    onTestFinished(() => socket.terminate());
    const times: number[] = [];
    socket.on('ping', () => void times.push(clock.monotonic()));
    await once(socket, 'open');
    /** Resolves once the gateway has read what the socket has sent, pongs among it. */
    const settle = async (): Promise<void> => {
      socket.send('{"type":"ping"}');
      await once(socket, 'message');
    };
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    return { socket, times, settle };
  };
  const lasting = [await connect(), await connect()];
  const silent = await connect({ autoPong: false });
  const closed = once(silent.socket, 'close').then(() => clock.monotonic());
  for (let step = 0; step < STEPS; step += 1) {
    const brief = await connect();
    await clock.advance(STEP);
    for (const { settle } of lasting) await settle();
    // Others come at any time, and one of them stays.
    if (step === STEPS / 2) lasting.push(brief);
    else brief.socket.terminate();
  }
  expect(lasting.map(({ times }) => times.length)).toEqual([5, 5, 2]);
  for (const { times } of lasting)
    for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBe(INTERVAL);
  expect(silent.times).toHaveLength(1);
  for (const { socket } of lasting) socket.terminate();
  await until(() => clock.timers <= timers);
  expect((await closed) - (silent.times[0] ?? 0)).toBeGreaterThanOrEqual(INTERVAL);
});
