import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { cursorOf } from '../stream.ts';
import { itemAt } from '../trial.ts';
import { expectPosition } from './items.ts';

const OTHER_SELECTION = `subscription Other($after: String) {
  item: notificationReceived(after: $after) { notification { id text } cursor }
}`;

/** Section 2: resuming. */
export const RESUMING: Checks = {
  '2.1': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b', 'c');
      const labels = await trial.labelsAfter(itemAt(events, 0));
      for (const label of ['b', 'c'])
        expect(labels.includes(label), `event ${label} after the cursor is missing`);
    },
  },
  '2.2': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b', 'c');
      const labels = await trial.labelsAfter(itemAt(events, 1));
      for (const label of ['a', 'b'])
        expect(!labels.includes(label), `event ${label} up to the cursor was repeated`);
    },
  },
  '2.3': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b', 'c', 'd');
      expectSame(await trial.labelsAfter(itemAt(events, 0)), ['b', 'c', 'd'], 'the replay');
    },
  },
  '2.4': {
    run: async (trial) => {
      const { position } = await trial.history();
      await trial.send('a', 'b');
      expectSame(await trial.labelsAfter(position), ['a', 'b'], 'events after the position');
    },
  },
  '2.5': {
    run: async (trial) => {
      const { events } = await trial.history('a');
      await trial.send('b', 'c');
      expectSame(await trial.labelsAfter(itemAt(events, 0)), ['b', 'c'], 'events while away');
    },
  },
  '2.6': {
    run: async (trial) => {
      const { position } = await trial.history('a', 'b');
      const stream = trial.open({ after: cursorOf(position) });
      await stream.event(trial.text('b'));
      expectSame(
        stream.events(trial.marker).map(({ replayed }) => replayed),
        [true, true],
        '`replayed` of old events',
      );
    },
  },
  '2.7': {
    run: async (trial) => {
      const { position } = await trial.history('a');
      const stream = trial.open({ after: cursorOf(position) });
      await stream.event(trial.text('a'));
      await trial.send('b', 'c');
      await stream.event(trial.text('c'));
      expectSame(
        stream.events(trial.marker).map(({ text, replayed }) => [text, replayed]),
        [
          [trial.text('a'), true],
          [trial.text('b'), false],
          [trial.text('c'), false],
        ],
        'old and new events',
      );
    },
  },
  '2.8': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      await expectPosition(trial, { after: cursorOf(itemAt(events, 0)) });
    },
  },
  '2.9': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const first = await trial.open({ after: cursorOf(itemAt(events, 0)) }).position();
      expectSame(await trial.labelsAfter(first), ['b'], 'events after the position of a resumed stream');
    },
  },
  '2.10': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const after = itemAt(events, 0);
      expectSame(await trial.labelsAfter(after), ['b'], 'the first use of the cursor');
      const both = await Promise.all([trial.labelsAfter(after), trial.labelsAfter(after)]);
      expectSame(both, [['b'], ['b']], 'two more uses at the same time');
    },
  },
  '2.11': {
    run: async (trial) => {
      const { position } = await trial.history('a', 'b', 'c');
      const replay = trial.open({ after: cursorOf(position) });
      const replayed = await replay.event(trial.text('b'));
      replay.close();
      expectSame(await trial.labelsAfter(replayed), ['c'], 'events after a replayed one');
    },
  },
  '2.12': {
    run: async (trial) => {
      const { websocket, sse } = trial.transports;
      const { events } = await trial.history('a', 'b');
      const other = trial.transport === sse ? websocket : sse;
      const stream = trial.openOver(other, { after: cursorOf(itemAt(events, 0)) });
      expectSame(await trial.labelsUpToNow(stream), ['b'], `events over ${other.name}`);
    },
  },
  '2.13': {
    needs: ['token'],
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const authorization = bearer(await trial.newToken());
      const labels = await trial.labelsAfter(itemAt(events, 0), { authorization });
      expectSame(labels, ['b'], 'events in another session of the user');
    },
  },
  '2.14': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const labels = await trial.labelsAfter(itemAt(events, 0), { query: OTHER_SELECTION });
      expectSame(labels, ['b'], 'events with another selection');
    },
  },
  '2.15': {
    run: async (trial) => {
      await trial.send('before');
      const stream = await trial.started({ after: null });
      await trial.send('a');
      expectSame(await trial.labelsUpToNow(stream), ['a'], 'events after a null cursor');
    },
  },
  '2.16': {
    hook: 'restart',
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      await trial.hook();
      const stream = trial.open({ after: cursorOf(itemAt(events, 0)) });
      const labels = await trial.labelsUpToNow(stream);
      const hasGap = stream.items.values.some(({ gap }) => gap !== null);
      if (!hasGap) expectSame(labels, ['b'], 'events across a restart, without a gap');
    },
  },
};
