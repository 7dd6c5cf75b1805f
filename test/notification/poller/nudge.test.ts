import { describe, expect, it, vi } from 'vitest';
import { numbers, startPoller, startPollerProcess } from '../../support/notification-pollers.ts';

describe('a nudge of a notification poller', () => {
  it('during a poll causes another poll after it, never a concurrent one', async () => {
    const { platform, settle, pollers } = await startPoller();
    let answer = (): void => {};
    platform.before = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    pollers.pollNow('ann', 'ben');
    await settle();
    for (const _ of numbers(1, 5)) pollers.pollNow('ann', 'ben');
    await settle();
    expect(platform.calls).toHaveLength(1);
    platform.before = () => {};
    answer();
    await settle();
    expect(platform.calls).toHaveLength(2);
    expect(platform.mostRunning).toBe(1);
  });

  it('is ignored for a user without followers', async () => {
    const { clock, platform, timersBefore, instance, settle } = await startPollerProcess();
    instance().pollNow('ann', 'ben');
    await settle();
    expect(platform.calls).toEqual([]);
    expect(clock.timers).toBe(timersBefore);
  });

  it('works on this instance while signals cannot be sent', async () => {
    const { platform, contents, coordination, settle, pollers } = await startPoller();
    vi.spyOn(coordination, 'signal').mockResolvedValue(false);
    platform.send();
    pollers.pollNow('ann', 'ben');
    await settle();
    expect(contents.texts).toEqual([1]);
  });

  it('is replaced by a poll after signals may have been missed', async () => {
    const { platform, contents, coordination, settle } = await startPoller();
    platform.send();
    for (const listener of coordination.listeners) listener(null);
    await settle();
    expect(contents.texts).toEqual([1]);
  });
});
