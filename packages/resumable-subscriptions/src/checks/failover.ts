import type { Checks } from '../check.ts';
import { expectSame } from '../failure.ts';
import { cursorOf } from '../item.ts';
import { itemAt, type Trial } from '../trial.ts';

/** Delivery across restarts and failovers. */
export const FAILOVER: Checks = {
  'failover-1': { hook: 'restart', run: expectAllOrGap },
  'failover-2': { hook: 'failOver', run: expectAllOrGap },
  'failover-3': {
    hook: 'failOver',
    run: async (trial) => {
      const { events } = await trial.history('a', 'b');
      await trial.hook();
      await trial.send('c');
      const stream = trial.open({ after: cursorOf(itemAt(events, 1)) });
      expectSame(await trial.labelsUpToNow(stream), ['c'], 'events after the failover');
    },
  },
};

/** What followed the cursor before the interruption is delivered, or a gap. */
async function expectAllOrGap(trial: Trial): Promise<void> {
  const { events } = await trial.history('a', 'b');
  await trial.hook();
  const stream = trial.open({ after: cursorOf(itemAt(events, 0)) });
  const labels = await trial.labelsUpToNow(stream);
  const hasGap = stream.items.values.some(({ gap }) => gap !== null);
  if (!hasGap) expectSame(labels, ['b'], 'events across the interruption, without a gap');
}
