import type { Checks } from '../check.ts';
import { expect, expectSame } from '../failure.ts';
import { cursorOf, type Item, type Stream } from '../stream.ts';
import { itemAt, type Trial } from '../trial.ts';

const REASONS = ['TRIMMED', 'LOG_REPLACED', 'CURSOR_UNKNOWN', 'UPSTREAM_INCOMPLETE'];

/** Section 5: gaps. */
export const GAPS: Checks = {
  '5.1': {
    hook: 'incomplete',
    run: async (trial) => {
      const { gap } = await unrecorded(trial);
      expect(REASONS.includes(String(gap.gap?.reason)), `${gap.gap?.reason} is not a reason`);
    },
  },
  '5.2': {
    hook: 'incomplete',
    run: async (trial) => {
      const { text, replayed } = (await unrecorded(trial)).gap;
      expectSame({ text, replayed }, { text: null, replayed: false }, 'a gap item');
    },
  },
  '5.3': {
    hook: 'incomplete',
    run: async (trial) => {
      const { gap, stream } = await unrecorded(trial);
      expectSame(gap.errors, [], 'the errors of a gap');
      expect(stream.end === null, 'the gap ended the stream');
    },
  },
  '5.4': {
    hook: 'incomplete',
    run: async (trial) => {
      const { stream } = await unrecorded(trial);
      await trial.send('after');
      await stream.event(trial.text('after'));
    },
  },
  '5.5': {
    hook: 'incomplete',
    run: async (trial) => {
      const { gap } = await unrecorded(trial);
      await trial.send('after');
      const resumed = trial.open({ after: cursorOf(gap) });
      await resumed.event(trial.text('after'));
      expectSame(outline(trial, resumed), ['after'], 'what follows the cursor of a gap');
    },
  },
  '5.6': {
    hook: 'incomplete',
    run: async (trial) => {
      const { stream } = await unrecorded(trial);
      await trial.send('after');
      await stream.event(trial.text('after'));
      expectSame(outline(trial, stream), ['before', 'UPSTREAM_INCOMPLETE', 'after'], 'the stream');
    },
  },
  '5.7': {
    hook: 'incomplete',
    run: async (trial) => {
      const { position } = await trial.history('before');
      await trial.hook();
      await trial.send('after');
      const resumed = trial.open({ after: cursorOf(position) });
      await resumed.event(trial.text('after'));
      expectSame(outline(trial, resumed), ['before', 'UPSTREAM_INCOMPLETE', 'after'], 'the replay');
    },
  },
  '5.8': {
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      const stream = trial.open({ after: cursorOf(itemAt(events, 0)) });
      await trial.labelsUpToNow(stream);
      expect(
        !stream.items.values.some(({ gap }) => gap !== null),
        'a gap was reported although nothing is missing',
      );
    },
  },
  '5.9': {
    hook: 'trim',
    run: (trial) => expectGapBeforeNew(trial, 'TRIMMED'),
  },
  '5.10': {
    hook: 'trim',
    run: async (trial) => {
      const { position } = await trial.history();
      const stored = await trial.started();
      await trial.server.send(trial.text('stored'), true);
      await stored.event(trial.text('stored'));
      await trial.hook();
      const resumed = trial.open({ after: cursorOf(position) });
      const { replayed } = await resumed.event(trial.text('stored'));
      expectSame(replayed, true, '`replayed` of a stored notification');
      expectSame(outline(trial, resumed), ['TRIMMED', 'stored'], 'the stream');
    },
  },
  '5.11': {
    hook: 'replace',
    run: (trial) => expectGapBeforeNew(trial, 'LOG_REPLACED'),
  },
  '5.12': {
    hook: 'rekey',
    run: (trial) => expectGapBeforeNew(trial, 'CURSOR_UNKNOWN'),
  },
  '5.13': {
    hook: 'rekey',
    run: async (trial) => {
      const { position } = await trial.history();
      await trial.hook();
      await trial.send('after');
      const { replayed } = await trial.open({ after: cursorOf(position) }).event(trial.text('after'));
      expectSame(replayed, true, '`replayed` of an event from before the stream');
    },
  },
};

/** A stream on which an event could not be recorded, between two others. */
async function unrecorded(trial: Trial): Promise<{ stream: Stream; gap: Item }> {
  const stream = await trial.started();
  await trial.send('before');
  await stream.event(trial.text('before'));
  await trial.hook();
  return { stream, gap: await stream.gap() };
}

/** A client that was away during the loss must receive a gap, and then the events since. */
async function expectGapBeforeNew(trial: Trial, reason: string): Promise<void> {
  const { position } = await trial.history('lost');
  await trial.hook();
  await trial.send('new');
  const resumed = trial.open({ after: cursorOf(position) });
  await resumed.event(trial.text('new'));
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
