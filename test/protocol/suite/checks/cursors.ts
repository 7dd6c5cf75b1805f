import type { Checks } from '../check.ts';
import { expectSame } from '../failure.ts';
import { bearer } from '../server.ts';
import { cursorOf } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

const ATO_STREAM = 'subscription { atoRequestChanged { cursor } }';

/** Section 4: cursors that are refused. */
export const CURSORS: Checks = {
  '4.1': { run: (trial) => expectRefused(trial, 'nonsense') },
  '4.2': {
    run: async (trial) => {
      const cursor = await newCursor(trial);
      for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 1])
        await expectRefused(trial, withOther(cursor, at));
    },
  },
  '4.3': {
    run: async (trial) => {
      const cursor = await newCursor(trial);
      for (const changed of [cursor.slice(0, -1), `${cursor}A`, cursor.slice(1)])
        await expectRefused(trial, changed);
    },
  },
  '4.4': { run: (trial) => expectRefused(trial, '') },
  '4.5': {
    run: async (trial) => {
      const authorization = bearer(trial.server.settings.senderToken);
      const { cursor } = await trial.open({ authorization }).position();
      await expectRefused(trial, cursor ?? '');
    },
  },
  '4.6': {
    needs: ['plugin'],
    run: async (trial) => {
      const authorization = trial.server.settings.plugin;
      const { cursor } = await trial.open({ authorization, query: ATO_STREAM }).position();
      await expectRefused(trial, cursor ?? '');
    },
  },
  '4.7': {
    run: async (trial) => {
      const { errors } = await trial.refusal({ after: 'nonsense' });
      expectSame(itemAt(errors, 0).retryable, false, '`retryable` of a refused cursor');
    },
  },
  '4.8': {
    run: async (trial) => {
      const stream = trial.open({ after: withOther(await newCursor(trial), 20) });
      await stream.ended();
      expectSame(stream.items.values, [], 'items of a refused stream');
    },
  },
};

const newCursor = async (trial: Trial): Promise<string> => cursorOf((await trial.history()).position);

/** The cursor with another character at this index. */
const withOther = (cursor: string, index: number): string =>
  `${cursor.slice(0, index)}${cursor[index] === 'B' ? 'C' : 'B'}${cursor.slice(index + 1)}`;

async function expectRefused(trial: Trial, after: string): Promise<void> {
  const { errors } = await trial.refusal({ after });
  expectSame(
    errors.map(({ code }) => code),
    ['BAD_USER_INPUT'],
    `the refusal of the cursor "${after}"`,
  );
}
