import type { Checks } from '../check.ts';
import { expectSame } from '../failure.ts';
import { cursorOf } from '../item.ts';
import { given, itemAt, type Trial } from '../trial.ts';

/** Cursors that cannot be altered, or used by others. */
export const INTEGRITY: Checks = {
  'integrity-1': async (trial) => {
    const cursor = await newCursor(trial);
    for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 1])
      await trial.refusal({ after: withOther(cursor, at) });
  },
  'integrity-2': async (trial) => {
    const cursor = await newCursor(trial);
    for (const after of [cursor.slice(0, -1), `${cursor}A`, cursor.slice(1)]) await trial.refusal({ after });
  },
  'integrity-3': async (trial) => {
    await trial.refusal({ after: '' });
  },
  'integrity-4': {
    needs: ['otherCaller'],
    run: async (trial) => {
      const credential = given(trial.server.adapter.otherCaller, 'otherCaller');
      const { stream, start } = await trial.startedWith({ credential });
      stream.close();
      await trial.refusal({ after: cursorOf(start) });
    },
  },
  'integrity-5': {
    needs: ['otherStream'],
    with: ['position'],
    run: async (trial) => {
      const other = given(trial.server.adapter.otherStream, 'otherStream');
      await trial.refusal({ after: cursorOf(await trial.open(other).first()) });
    },
  },
  'integrity-6': {
    needs: ['newSession'],
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const { credential } = await trial.newSession();
      const labels = await trial.labelsAfter(itemAt(events, 0), { credential });
      expectSame(labels, ['b'], 'events in another session of the caller');
    },
  },
};

const newCursor = async (trial: Trial): Promise<string> => cursorOf((await trial.history()).start);

/** The cursor with another character at this index. */
const withOther = (cursor: string, index: number): string =>
  `${cursor.slice(0, index)}${cursor[index] === 'B' ? 'C' : 'B'}${cursor.slice(index + 1)}`;
