import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { errorsIn, itemIn } from '../stream.ts';
import { itemAt, RECEIVED, type Trial } from '../trial.ts';
import type { Socket } from '../websocket.ts';

const OPERATION = { query: RECEIVED, variables: {} };
/** Longer than servers accept. */
const TOO_LONG = 4_000_000;

/** Section 7: `graphql-transport-ws`. */
export const SOCKETS: Checks = {
  '7.1': {
    over: 'WebSocket',
    run: async (trial) => {
      const { raw } = await trial.socket();
      expectSame(raw.protocol, 'graphql-transport-ws', 'the subprotocol');
    },
  },
  '7.2': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      expectSame(itemAt(socket.messages.values, 0).type, 'connection_ack', 'the first message');
    },
  },
  '7.3': {
    over: 'WebSocket',
    run: async (trial) => {
      const { socket, first, second } = await twoStreams(trial);
      await trial.send('a');
      for (const id of [first, second]) await receives(trial, socket, id, 'a');
      const ids = socket.messages.values.slice(1).map(({ id }) => id);
      expect(
        ids.every((id) => id === first || id === second),
        'a message has an unknown ID',
      );
    },
  },
  '7.4': {
    over: 'WebSocket',
    run: async (trial) => {
      const { socket, first, second } = await twoStreams(trial);
      socket.send({ id: first, type: 'complete' });
      // The reply to a ping follows the end of the stream.
      socket.send({ type: 'ping' });
      await socket.messages.first(({ type }) => type === 'pong', 'the pong');
      await trial.send('a');
      await receives(trial, socket, second, 'a');
      const ended = socket.messages.values.filter(
        ({ id, payload }) => id === first && itemIn(payload, null).text === trial.text('a'),
      );
      expectSame(ended.length, 0, 'events after `complete`');
    },
  },
  '7.5': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      const open = socket.subscribe(OPERATION);
      await socket.reply(open, 'next');
      const refused = socket.subscribe({ query: RECEIVED, variables: { after: 'nonsense' } });
      const { type, payload } = await socket.reply(refused, 'error', 'next', 'complete');
      expectSame(type, 'error', 'the reply to a refused operation');
      expect(errorsIn(payload).length > 0, 'the message has no errors');
      await trial.send('a');
      await receives(trial, socket, open, 'a');
    },
  },
  '7.6': {
    over: 'WebSocket',
    run: async (trial) => {
      for (const message of ['nonsense', { type: 'unknown' }]) {
        const socket = trial.connect();
        socket.send(message);
        expectSame(await socket.closeCode(), 4400, 'the close code');
      }
    },
  },
  '7.7': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = trial.connect();
      socket.subscribe(OPERATION);
      expectSame(await socket.closeCode(), 4401, 'the close code');
    },
  },
  '7.8': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      const id = socket.subscribe(OPERATION);
      await socket.reply(id, 'next');
      socket.send({ id, type: 'subscribe', payload: OPERATION });
      expectSame(await socket.closeCode(), 4409, 'the close code');
    },
  },
  '7.9': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      socket.init(null);
      expectSame(await socket.closeCode(), 4429, 'the close code');
    },
  },
  '7.10': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      const id = socket.subscribe({ query: `${RECEIVED} # ${'x'.repeat(TOO_LONG)}`, variables: {} });
      const outcome = await Promise.race([
        socket.closeCode(),
        socket.reply(id, 'next', 'error').catch(() => socket.closeCode()),
      ]);
      if (typeof outcome === 'number') expectSame(outcome, 1009, 'the close code');
    },
  },
  '7.11': {
    over: 'WebSocket',
    needs: ['token'],
    run: async (trial) => {
      const token = await trial.newToken();
      const stream = await trial.started({ authorization: bearer(token) });
      await trial.server.signOut(token);
      expectSame(await stream.ended(), { how: 'closed', code: 4403 }, 'the end of the stream');
    },
  },
  '7.12': {
    over: 'WebSocket',
    hook: 'restart',
    run: async (trial) => {
      const stream = await trial.started();
      await trial.hook();
      const end = await stream.ended();
      expect(
        end.how === 'closed' && [1001, 1012].includes(end.code),
        `the stream ended with ${JSON.stringify(end)}`,
      );
    },
  },
  '7.13': {
    over: 'WebSocket',
    hook: 'outage',
    run: async (trial) => {
      await trial.hook();
      expectSame(await trial.open().ended(), { how: 'closed', code: 1013 }, 'the end of the connection');
    },
  },
};

async function twoStreams(trial: Trial): Promise<{ socket: Socket; first: string; second: string }> {
  const socket = await trial.socket();
  const [first, second] = [socket.subscribe(OPERATION), socket.subscribe(OPERATION)];
  for (const id of [first, second]) await socket.reply(id, 'next');
  return { socket, first, second };
}

/** Waits until a subscription receives an event of this trial. */
async function receives(trial: Trial, socket: Socket, id: string, label: string): Promise<void> {
  await socket.messages.first(
    (message) => message.id === id && itemIn(message.payload, null).text === trial.text(label),
    `the event "${label}" for ${id}`,
  );
}
