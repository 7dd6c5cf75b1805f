import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, type Stream } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `e${index}`);

/** Long, so that events pile up for a client that does not read. */
const LONG = 'x'.repeat(3900);
const LONG_EVENTS = 180;

/** Section 3: order and delivery. */
export const ORDER: Checks = {
  '3.1': {
    run: async (trial) => {
      const stream = await trial.started();
      const labels = numbered(8);
      await trial.send(...labels);
      expectSame(await trial.labelsUpToNow(stream), labels, 'events sent one after the other');
    },
  },
  '3.2': {
    run: async (trial) => {
      const { position } = await trial.history();
      const labels = numbered(4);
      await trial.send(...labels);
      const received: string[] = [];
      let after = cursorOf(position);
      for (const label of labels) {
        const stream = trial.open({ after });
        const item = await stream.event(trial.text(label));
        const found = stream.labels(trial.marker);
        received.push(...found.slice(0, found.indexOf(label) + 1));
        after = cursorOf(item);
        stream.close();
      }
      expectSame(received, labels, 'events along a line of cursors');
    },
  },
  '3.3': {
    run: async (trial) => {
      const streams = [await trial.started(), await trial.started()];
      await Promise.all(numbered(8).map((label) => trial.send(label)));
      await trial.send('last');
      for (const stream of streams) await stream.event(trial.text('last'));
      const [first, second] = streams.map((stream) => stream.labels(trial.marker));
      expectSame(second, first, 'the order in the second of two streams');
      expectSame(first?.toSorted(), [...numbered(8), 'last'], 'the events of both');
    },
  },
  '3.4': {
    run: async (trial) => {
      const streams = [await trial.started(), await trial.started()];
      await trial.send('a', 'b', 'c');
      for (const stream of streams) {
        const item = await stream.event(trial.text('b'));
        expectSame(await trial.labelsAfter(item), ['c'], 'events after the cursor of either stream');
      }
    },
  },
  '3.5': {
    run: async (trial) => {
      const { events } = await trial.history('a');
      const labels = numbered(12);
      const sending = trial.send(...labels);
      const streams = labels.slice(0, 4).map(() => trial.open({ after: cursorOf(itemAt(events, 0)) }));
      await sending;
      await trial.send('last');
      for (const stream of streams) {
        await stream.event(trial.text('last'));
        expectSame(stream.labels(trial.marker), [...labels, 'last'], 'events during the opening');
      }
    },
  },
  '3.6': {
    run: async (trial) => {
      const stream = await trial.started();
      const labels = numbered(LONG_EVENTS);
      stream.pause();
      for (const label of labels) await trial.send(`${label} ${LONG}`);
      await trial.send('last');
      stream.resume();
      expectSame(await labelsToLast(trial, stream), labels, 'events for a client that stopped reading');
    },
  },
  '3.7': {
    run: async (trial) => {
      const [first, second] = [await trial.started(), await trial.started()];
      first.close();
      expectSame(await trial.labelsUpToNow(second), [], 'events of the stream that stays open');
      expect(second.end === null, 'closing one stream ended the other');
    },
  },
};

/** The labels before the last one, on this stream or, if the server has disconnected it, on the ones that resume it. */
async function labelsToLast(trial: Trial, stream: Stream): Promise<string[]> {
  const last = stream.event(trial.text('last')).catch((error: unknown) => {
    if (stream.end === null) throw error;
    return null;
  });
  const isComplete = (await last) !== null;
  const labels = stream.labels(trial.marker).map((label) => label.split(' ', 1)[0] ?? '');
  if (isComplete) return labels.filter((label) => label !== 'last');
  const resumed = trial.open({ after: cursorOf(itemAt(stream.items.values, -1)) });
  return [...labels, ...(await labelsToLast(trial, resumed))];
}
