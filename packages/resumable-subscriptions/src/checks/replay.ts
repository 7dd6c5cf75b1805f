import { alone, type Checks } from '../check.ts';
import { expectSame } from '../failure.ts';
import { cursorOf } from '../item.ts';

/** Events from before the stream are marked. */
export const REPLAY: Checks = {
  'replay-1': async (trial) => {
    const { events } = await trial.history('a', 'b');
    expectSame(
      events.map(({ replayed }) => replayed),
      [false, false],
      '`replayed` of new events',
    );
  },
  'replay-2': alone(async (trial) => {
    const { start } = await trial.history('a', 'b');
    const stream = trial.open({ after: cursorOf(start) });
    await stream.event(trial.text('b'));
    expectSame(
      trial.events(stream).map(({ replayed }) => replayed),
      [true, true],
      '`replayed` of old events',
    );
  }),
  'replay-3': alone(async (trial) => {
    const { start } = await trial.history('a');
    const stream = trial.open({ after: cursorOf(start) });
    await stream.event(trial.text('a'));
    await trial.send('b', 'c');
    await stream.event(trial.text('c'));
    const replayed = trial
      .events(stream)
      .flatMap((item) => (item.text?.endsWith('a') ? [] : [item.replayed]));
    expectSame(replayed, [false, false], '`replayed` of new events on a resumed stream');
  }),
  'replay-4': {
    with: ['gaps'],
    hook: 'rekey',
    run: async (trial) => {
      const { start } = await trial.history();
      await trial.hook();
      await trial.send('after');
      const { replayed } = await trial.open({ after: cursorOf(start) }).event(trial.text('after'));
      expectSame(replayed, true, '`replayed` of an event from before the stream');
    },
  },
};
