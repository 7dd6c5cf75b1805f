import { alone, type Checks } from '../check.ts';
import { expectSame } from '../failure.ts';
import { cursorOf } from '../item.ts';
import { itemAt, type Trial } from '../trial.ts';

/** The first item of a stream is its position. */
export const POSITION: Checks = {
  'position-1': async (trial) => {
    await expectPosition(trial, {});
  },
  'position-2': async (trial) => {
    // No event occurs meanwhile.
    await trial.open().first();
  },
  'position-3': alone(async (trial) => {
    await trial.send('before');
    const { start } = await trial.history();
    await trial.send('a', 'b');
    expectSame(await trial.labelsAfter(start), ['a', 'b'], 'events after the position');
  }),
  'position-4': async (trial) => {
    const { events } = await trial.history('a', 'b');
    await expectPosition(trial, { after: cursorOf(itemAt(events, 0)) });
  },
  'position-5': async (trial) => {
    const { events } = await trial.history('a', 'b');
    const first = await trial.open({ after: cursorOf(itemAt(events, 0)) }).first();
    expectSame(await trial.labelsAfter(first), ['b'], 'events after the position of a resumed stream');
  },
};

/** The first item must be a position. */
async function expectPosition(trial: Trial, options: { after?: string }): Promise<void> {
  const { cursor, replayed, gap, text, errors } = await trial.open(options).first();
  const hasMark = trial.server.has('replay');
  const expected = {
    hasCursor: true,
    gap: null,
    text: null,
    errors: [],
    ...(hasMark && { replayed: false }),
  };
  expectSame(
    { hasCursor: cursor !== null, gap, text, errors, ...(hasMark && { replayed }) },
    expected,
    'the first item',
  );
}
