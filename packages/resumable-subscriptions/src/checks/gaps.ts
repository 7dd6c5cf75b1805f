import type { Check, Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, type Item } from '../item.ts';
import type { Stream } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

const REASONS = ['TRIMMED', 'LOG_REPLACED', 'CURSOR_UNKNOWN', 'UPSTREAM_INCOMPLETE'];

interface Loss {
  trial: Trial;
  stream: Stream;
  gap: Item;
}

/** A check of a stream on which an event could not be recorded, after another. */
const unrecorded = (run: (loss: Loss) => Promise<void>): Check => ({
  hook: 'incomplete',
  run: async (trial) => {
    const stream = await trial.started();
    await trial.send('before');
    await stream.event(trial.text('before'));
    await trial.hook();
    await run({ trial, stream, gap: await stream.gap() });
  },
});

/** Loss is reported. */
export const GAPS: Checks = {
  'gaps-1': unrecorded(async ({ gap }) => {
    expect(REASONS.includes(String(gap.gap?.reason)), `${gap.gap?.reason} is not a reason`);
  }),
  'gaps-2': unrecorded(async ({ trial, stream, gap }) => {
    const again = await trial.open({ after: cursorOf(itemAt(stream.items.values, 0)) }).gap();
    for (const { text, replayed } of [gap, again]) {
      expectSame(text, null, 'the event of a gap');
      if (trial.server.has('replay')) expectSame(replayed, false, '`replayed` of a gap');
    }
  }),
  'gaps-3': unrecorded(async ({ gap, stream }) => {
    expectSame(gap.errors, [], 'the errors of a gap');
    expect(stream.end === null, 'the gap ended the stream');
  }),
  'gaps-4': unrecorded(async ({ trial, stream }) => {
    await trial.send('after');
    await stream.event(trial.text('after'));
  }),
  'gaps-5': unrecorded(async ({ trial, gap }) => {
    await trial.send('after');
    const resumed = trial.open({ after: cursorOf(gap) });
    await resumed.event(trial.text('after'));
    expectSame(outline(trial, resumed), ['after'], 'what follows the cursor of a gap');
  }),
  'gaps-6': unrecorded(async ({ trial, stream }) => {
    await trial.send('after');
    await stream.event(trial.text('after'));
    expectSame(outline(trial, stream), ['before', 'UPSTREAM_INCOMPLETE', 'after'], 'the stream');
  }),
  'gaps-7': {
    hook: 'incomplete',
    run: async (trial) => {
      const { start } = await trial.history('before');
      await trial.hook();
      await trial.send('after');
      const resumed = trial.open({ after: cursorOf(start) });
      await resumed.event(trial.text('after'));
      expectSame(outline(trial, resumed), ['before', 'UPSTREAM_INCOMPLETE', 'after'], 'the replay');
    },
  },
  'gaps-8': async (trial) => {
    const { events } = await trial.history('a', 'b');
    const stream = trial.open({ after: cursorOf(itemAt(events, 0)) });
    await trial.labelsUpToNow(stream);
    expect(
      !stream.items.values.some(({ gap }) => gap !== null),
      'a gap was reported although nothing is missing',
    );
  },
  'gaps-9': {
    hook: 'trim',
    run: (trial) => expectGapBeforeNew(trial, 'TRIMMED'),
  },
  'gaps-10': {
    hook: 'trim',
    needs: ['sendStored'],
    run: async (trial) => {
      const { start } = await trial.history();
      const stored = await trial.started();
      await trial.server.adapter.sendStored?.(trial.text('stored'));
      await stored.event(trial.text('stored'));
      await trial.hook();
      const resumed = trial.open({ after: cursorOf(start) });
      const { replayed } = await resumed.event(trial.text('stored'));
      if (trial.server.has('replay')) expectSame(replayed, true, '`replayed` of an event that was filled in');
      expectSame(outline(trial, resumed), ['TRIMMED', 'stored'], 'the stream');
    },
  },
  'gaps-11': {
    hook: 'replace',
    run: (trial) => expectGapBeforeNew(trial, 'LOG_REPLACED'),
  },
  'gaps-12': {
    hook: 'rekey',
    run: (trial) => expectGapBeforeNew(trial, 'CURSOR_UNKNOWN'),
  },
};

/** A client that was away during the loss must receive a gap, and then the events since. */
async function expectGapBeforeNew(trial: Trial, reason: string): Promise<void> {
  const { start } = await trial.history('lost');
  await trial.hook();
  await trial.send('new');
  const resumed = trial.open({ after: cursorOf(start) });
  await resumed.event(trial.text('new'));
  if (trial.server.has('position'))
    expectSame(itemAt(resumed.items.values, 0).gap, null, 'the gap of the position of a resumed stream');
  expectSame(
    outline(trial, resumed).filter((entry) => entry !== 'lost'),
    [reason, 'new'],
    'the resumed stream',
  );
}

/** The gaps and this trial's events, in order. */
const outline = (trial: Trial, stream: Stream): string[] =>
  stream.items.values.flatMap(({ gap, text }) => {
    if (gap !== null) return [String(gap.reason)];
    return text?.startsWith(trial.marker) ? [text.slice(trial.marker.length + 1)] : [];
  });
