import { alone, type Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, isHeaderValue } from '../item.ts';
import type { Stream } from '../stream.ts';
import { given, itemAt, type Trial } from '../trial.ts';

/** Long, so that events pile up for a client that does not read. */
const LONG = 'x'.repeat(3900);
const LONG_EVENTS = 180;

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `e${index}`);

/** Delivery. */
const DELIVERING: Checks = {
  'core-1': async (trial) => {
    const { events } = await trial.history('a', 'b');
    for (const item of events) cursorOf(item);
    expectSame(await trial.labelsAfter(itemAt(events, 0)), ['b'], 'events after the cursor of an event');
  },
  'core-2': async (trial) => {
    const { start, events } = await trial.history('a');
    for (const item of [start, ...events])
      expect(isHeaderValue(cursorOf(item)), `a header cannot contain the cursor ${item.cursor}`);
  },
  'core-3': async (trial) => {
    const { start, events } = await trial.history('a', 'b');
    const cursors = [start, itemAt(events, 0), itemAt(events, 1)].map(cursorOf);
    expect(new Set(cursors).size === 3, 'two items of one stream have the same cursor');
  },
  'core-4': alone(async (trial) => {
    await trial.send('before');
    const stream = await trial.started();
    expectSame(await trial.labelsUpToNow(stream), [], 'events from before the stream');
  }),
  'core-5': async (trial) => {
    const stream = await trial.started();
    await trial.send('a', 'b');
    expectSame((await trial.labelsUpToNow(stream)).toSorted(), ['a', 'b'], 'events of an open stream');
  },
  'core-6': async (trial) => {
    const stream = await trial.started();
    const labels = numbered(8);
    await trial.send(...labels);
    await trial.labelsUpToNow(stream);
    expectSame(
      trial.labels(stream).filter((label) => labels.includes(label)),
      labels,
      'events one after the other',
    );
  },
  'core-7': async (trial) => {
    const streams = [await trial.started(), await trial.started()];
    await Promise.all(numbered(8).map((label) => trial.send(label)));
    await trial.send('last');
    for (const stream of streams) await stream.event(trial.text('last'));
    const [first, second] = streams.map((stream) => trial.labels(stream));
    expectSame(second, first, 'the order in the second of two streams');
    expectSame(first?.toSorted(), [...numbered(8), 'last'], 'the events of both');
  },
  'core-8': async (trial) => {
    const streams = [await trial.started(), await trial.started()];
    await trial.send('a', 'b', 'c');
    for (const stream of streams) {
      const item = await stream.event(trial.text('b'));
      expectSame(await trial.labelsAfter(item), ['c'], 'events after the cursor of either stream');
    }
  },
  'core-9': async (trial) => {
    const stream = await trial.started();
    const labels = numbered(LONG_EVENTS);
    stream.pause();
    for (const label of labels) await trial.send(`${label} ${LONG}`);
    await trial.send('last');
    stream.resume();
    expectSame(await labelsToLast(trial, stream), labels, 'events for a client that stopped reading');
  },
  'core-10': async (trial) => {
    const [first, second] = [await trial.started(), await trial.started()];
    first.close();
    expectSame(await trial.labelsUpToNow(second), [], 'events of the stream that stays open');
    expect(second.end === null, 'closing one stream ended the other');
  },
};

/** Resuming. */
const RESUMING: Checks = {
  'core-11': alone(async (trial) => {
    const { events } = await trial.history('a', 'b', 'c');
    const labels = await trial.labelsAfter(itemAt(events, 0));
    for (const label of ['b', 'c'])
      expect(labels.includes(label), `event ${label} after the cursor is missing`);
  }),
  'core-12': async (trial) => {
    const { events } = await trial.history('a', 'b', 'c');
    const labels = await trial.labelsAfter(itemAt(events, 1));
    for (const label of ['a', 'b'])
      expect(!labels.includes(label), `event ${label} up to the cursor was repeated`);
  },
  'core-13': async (trial) => {
    const { events } = await trial.history('a', 'b', 'c', 'd');
    expectSame(await trial.labelsAfter(itemAt(events, 0)), ['b', 'c', 'd'], 'the replay');
  },
  'core-14': async (trial) => {
    const { events } = await trial.history('a');
    await trial.send('b', 'c');
    expectSame(await trial.labelsAfter(itemAt(events, 0)), ['b', 'c'], 'events while away');
  },
  'core-15': async (trial) => {
    const { start } = await trial.history('a');
    const stream = trial.open({ after: cursorOf(start) });
    await stream.event(trial.text('a'));
    await trial.send('b', 'c');
    await stream.event(trial.text('c'));
    expectSame(trial.labels(stream), ['a', 'b', 'c'], 'old and new events');
  },
  'core-16': async (trial) => {
    const { events } = await trial.history('a', 'b');
    const after = itemAt(events, 0);
    expectSame(await trial.labelsAfter(after), ['b'], 'the first use of the cursor');
    const both = await Promise.all([trial.labelsAfter(after), trial.labelsAfter(after)]);
    expectSame(both, [['b'], ['b']], 'two more uses at the same time');
  },
  'core-17': async (trial) => {
    const { start } = await trial.history('a', 'b', 'c');
    const replay = trial.open({ after: cursorOf(start) });
    const replayed = await replay.event(trial.text('b'));
    replay.close();
    expectSame(await trial.labelsAfter(replayed), ['c'], 'events after a replayed one');
  },
  'core-18': {
    comparesTransports: true,
    run: async (trial) => {
      const { websocket, sse } = trial.server;
      const { events } = await trial.history('a', 'b');
      const other = trial.transport === sse ? websocket : sse;
      const stream = trial.openOver(other, { after: cursorOf(itemAt(events, 0)) });
      expectSame(await trial.labelsUpToNow(stream), ['b'], `events over ${other.name}`);
    },
  },
  'core-19': {
    needs: ['otherSelection'],
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const query = given(trial.server.adapter.otherSelection, 'otherSelection');
      const labels = await trial.labelsAfter(itemAt(events, 0), { query });
      expectSame(labels, ['b'], 'events with another selection');
    },
  },
  'core-20': async (trial) => {
    await trial.send('before');
    const stream = await trial.started({ after: null });
    await trial.send('a');
    expectSame(await trial.labelsUpToNow(stream), ['a'], 'events after a null cursor');
  },
  'core-21': async (trial) => {
    const { start } = await trial.history();
    const labels = numbered(4);
    await trial.send(...labels);
    const received: string[] = [];
    let after = cursorOf(start);
    for (const label of labels) {
      const stream = trial.open({ after });
      const item = await stream.event(trial.text(label));
      const found = trial.labels(stream);
      received.push(...found.slice(0, found.indexOf(label) + 1));
      after = cursorOf(item);
      stream.close();
    }
    expectSame(received, labels, 'events along a line of cursors');
  },
  'core-22': async (trial) => {
    const { events } = await trial.history('a');
    const labels = numbered(12);
    const sending = trial.send(...labels);
    const streams = labels.slice(0, 4).map(() => trial.open({ after: cursorOf(itemAt(events, 0)) }));
    await sending;
    await trial.send('last');
    for (const stream of streams) {
      await stream.event(trial.text('last'));
      expectSame(trial.labels(stream), [...labels, 'last'], 'events during the opening');
    }
  },
};

/** Refusing. */
const REFUSING: Checks = {
  'core-23': async (trial) => {
    await trial.refusal({ after: 'nonsense' });
  },
  'core-24': async (trial) => {
    const stream = trial.open({ after: 'nonsense' });
    await stream.ended().catch(() => {});
    expectSame(stream.items.values, [], 'items of a refused stream');
  },
};

export const CORE: Checks = { ...DELIVERING, ...RESUMING, ...REFUSING };

/** The labels before the last one, on this stream or, if the server has disconnected it, on the ones that resume it. */
async function labelsToLast(trial: Trial, stream: Stream): Promise<string[]> {
  const last = stream.event(trial.text('last')).catch((error: unknown) => {
    if (stream.end === null) throw error;
    return null;
  });
  const isComplete = (await last) !== null;
  const labels = trial.labels(stream).map((label) => label.split(' ', 1)[0] ?? '');
  if (isComplete) return labels.filter((label) => label !== 'last');
  const resumed = trial.open({ after: cursorOf(itemAt(stream.items.values, -1)) });
  return [...labels, ...(await labelsToLast(trial, resumed))];
}
