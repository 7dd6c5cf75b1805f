import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { errorsIn } from '../item.ts';
import { itemAt, type Trial } from '../trial.ts';
import type { Socket } from '../websocket.ts';

/** Longer than servers accept. */
const TOO_LONG = 4_000_000;

/** `graphql-transport-ws`. */
export const WEBSOCKET: Checks = {
  'websocket-1': async (trial) => {
    const { raw } = await trial.socket();
    expectSame(raw.protocol, 'graphql-transport-ws', 'the subprotocol');
  },
  'websocket-2': async (trial) => {
    const socket = await trial.socket();
    expectSame(itemAt(socket.messages.values, 0).type, 'connection_ack', 'the first message');
  },
  'websocket-3': async (trial) => {
    const { socket, first, second } = await twoStreams(trial);
    await trial.send('a');
    for (const id of [first, second]) await receives(trial, socket, id, 'a');
    const ids = socket.messages.values.slice(1).map(({ id }) => id);
    expect(
      ids.every((id) => id === first || id === second),
      'a message has an unknown ID',
    );
  },
  'websocket-4': async (trial) => {
    const { socket, first, second } = await twoStreams(trial);
    socket.send({ id: first, type: 'complete' });
    // The reply to a ping follows the end of the stream.
    socket.send({ type: 'ping' });
    await socket.messages.first(({ type }) => type === 'pong', 'the pong');
    await trial.send('a');
    await receives(trial, socket, second, 'a');
    const ended = socket.messages.values.filter(
      ({ id, payload }) => id === first && trial.server.read(payload, null).text === trial.text('a'),
    );
    expectSame(ended.length, 0, 'events after `complete`');
  },
  'websocket-5': async (trial) => {
    const socket = await trial.socket();
    const open = socket.subscribe(trial.payload());
    await trial.opened(socket, open);
    const refused = socket.subscribe(trial.payload({ after: 'nonsense' }));
    const { type, payload } = await socket.reply(refused, 'error', 'next', 'complete');
    expectSame(type, 'error', 'the reply to a refused operation');
    expect(errorsIn(payload).length > 0, 'the message has no errors');
    await trial.send('a');
    await receives(trial, socket, open, 'a');
  },
  'websocket-6': async (trial) => {
    for (const message of ['nonsense', { type: 'unknown' }]) {
      const socket = trial.connect();
      socket.send(message);
      expectSame(await socket.closeCode(), 4400, 'the close code');
    }
  },
  'websocket-7': async (trial) => {
    const socket = trial.connect();
    socket.subscribe(trial.payload());
    expectSame(await socket.closeCode(), 4401, 'the close code');
  },
  'websocket-8': async (trial) => {
    const socket = await trial.socket();
    const id = socket.subscribe(trial.payload());
    await trial.opened(socket, id);
    socket.send({ id, type: 'subscribe', payload: trial.payload() });
    expectSame(await socket.closeCode(), 4409, 'the close code');
  },
  'websocket-9': async (trial) => {
    const socket = await trial.socket();
    socket.init({});
    expectSame(await socket.closeCode(), 4429, 'the close code');
  },
  'websocket-10': async (trial) => {
    const socket = await trial.socket();
    const id = socket.subscribe({
      query: `${trial.payload().query} # ${'x'.repeat(TOO_LONG)}`,
      variables: {},
    });
    const outcome = await Promise.race([
      socket.closeCode(),
      trial.opened(socket, id).catch(() => (isRefused(socket, id) ? null : socket.closeCode())),
    ]);
    if (typeof outcome === 'number') expectSame(outcome, 1009, 'the close code');
  },
};

/** Whether an operation was answered with an error. */
const isRefused = ({ messages }: Socket, id: string): boolean =>
  messages.values.some((message) => message.id === id && message.type === 'error');

async function twoStreams(trial: Trial): Promise<{ socket: Socket; first: string; second: string }> {
  const socket = await trial.socket();
  const [first, second] = [socket.subscribe(trial.payload()), socket.subscribe(trial.payload())];
  await trial.opened(socket, first, second);
  return { socket, first, second };
}

/** Waits until a subscription receives an event of this trial. */
async function receives(trial: Trial, socket: Socket, id: string, label: string): Promise<void> {
  await socket.messages.first(
    (message) => message.id === id && trial.server.read(message.payload, null).text === trial.text(label),
    `the event "${label}" for ${id}`,
  );
}
