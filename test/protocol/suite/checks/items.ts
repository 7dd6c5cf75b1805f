import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

/** Section 1: items. */
export const ITEMS: Checks = {
  '1.1': {
    run: async (trial) => {
      const { position, events } = await trial.history('a', 'b');
      for (const item of [position, ...events]) cursorOf(item);
    },
  },
  '1.2': {
    run: async (trial) => {
      const { position, events } = await trial.history('a');
      for (const item of [position, ...events])
        expect(/^[!-~]{1,256}$/.test(cursorOf(item)), `a header cannot contain the cursor ${item.cursor}`);
    },
  },
  '1.3': {
    run: async (trial) => {
      await expectPosition(trial, {});
    },
  },
  '1.4': {
    run: async (trial) => {
      // No event occurs meanwhile.
      await trial.open().position();
    },
  },
  '1.5': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      expectSame(
        events.map(({ replayed }) => replayed),
        [false, false],
        '`replayed` of new events',
      );
    },
  },
  '1.6': {
    run: async (trial) => {
      await trial.send('before');
      const stream = await trial.started();
      expectSame(await trial.labelsUpToNow(stream), [], 'events from before the stream');
    },
  },
  '1.7': {
    run: async (trial) => {
      const stream = await trial.started();
      await trial.send('a', 'b');
      expectSame(await trial.labelsUpToNow(stream), ['a', 'b'], 'events after the position');
    },
  },
  '1.8': {
    run: async (trial) => {
      const { position, events } = await trial.history('a', 'b');
      const cursors = [position, itemAt(events, 0), itemAt(events, 1)].map(cursorOf);
      expect(new Set(cursors).size === 3, 'two items of one stream have the same cursor');
    },
  },
};

/** The first item must be a position. */
export async function expectPosition(trial: Trial, options: { after?: string }): Promise<void> {
  const { replayed, gap, text, errors } = await trial.open(options).position();
  const expected = { replayed: false, gap: null, text: null, errors: [] };
  expectSame({ replayed, gap, text, errors }, expected, 'the first item');
}
