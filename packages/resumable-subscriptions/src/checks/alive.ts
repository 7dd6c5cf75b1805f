import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import type { Stream } from '../stream.ts';
import type { Trial } from '../trial.ts';

/** Longest times between keep-alives for which a silent client may stay connected. */
const SILENT_INTERVALS = 8 / 3;

/** Keep-alives. */
export const ALIVE: Checks = {
  'alive-1': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      socket.send({ type: 'ping', payload: { sentAt: 1 } });
      const { payload } = await socket.messages.first(({ type }) => type === 'pong', 'the pong');
      expectSame(payload, { sentAt: 1 }, 'the payload of the pong');
    },
  },
  'alive-2': {
    over: 'WebSocket',
    run: async (trial) => {
      const socket = await trial.socket();
      socket.raw.ping('a');
      expectSame(await socket.pongs.first(() => true, 'the pong frame'), 'a', 'the data of the pong frame');
    },
  },
  'alive-3': {
    waits: true,
    run: async (trial) => {
      await keepAliveAfter(trial, await trial.started());
    },
  },
  'alive-4': {
    waits: true,
    run: async (trial) => {
      const stream = await trial.started();
      // Where none arrives, alive-3 says so.
      await keepAliveAfter(trial, stream).catch(() => {});
      expectSame(await trial.labelsUpToNow(stream), [], 'events');
      expect(
        stream.items.values.slice(1).every(({ text }) => text !== null),
        'a keep-alive arrived as an item',
      );
    },
  },
  'alive-5': {
    over: 'WebSocket',
    waits: true,
    run: async (trial) => {
      const socket = trial.connect({ answersPings: false });
      socket.init(trial.operation().credential);
      const patience = trial.server.keepAlive * SILENT_INTERVALS;
      await socket.closed.first(() => true, 'the end of a silent connection', patience);
    },
  },
};

/** Waits for one more keep-alive. */
async function keepAliveAfter({ server }: Trial, { keepAlives }: Stream): Promise<void> {
  const { length } = keepAlives.values;
  await keepAlives.first(() => keepAlives.values.length > length, 'a keep-alive', server.keepAlive);
}
