import { describe, expect, it } from 'vitest';
import { hangs } from '../../support/notification-platform.ts';
import { HOUR, numbers, startPollerProcess, topicOf } from '../../support/notification-pollers.ts';

describe('the shutdown of a notification poller', () => {
  it('leaves no poll, timer, claim or subscription when the last follower leaves', async () => {
    const { clock, platform, events, coordination, timersBefore, instance, pass, settle } =
      await startPollerProcess();
    const pollers = instance();
    const leaves = ['a', 'b'].map((token) => pollers.follow('ann', token, null));
    await settle();
    expect(clock.timers).toBeGreaterThan(timersBefore);
    expect(coordination.listeners.size).toBe(1);
    expect(await events.ownership.claim(topicOf('ann'))).toBeNull();
    for (const leave of leaves) leave();
    await settle();
    expect(clock.timers).toBe(timersBefore);
    expect(coordination.listeners.size).toBe(0);
    expect(await events.ownership.claim(topicOf('ann'))).not.toBeNull();
    platform.calls.length = 0;
    await pass(HOUR);
    expect(platform.calls).toEqual([]);
  });

  it('leaves nothing behind when followers come and go during every step', async () => {
    const { clock, platform, contents, coordination, timersBefore, instance, settle } =
      await startPollerProcess();
    const pollers = instance();
    for (const steps of numbers(0, 40)) {
      const leave = pollers.follow('ann', 'token', steps % 2 ? null : clock.now() - HOUR);
      for (const _ of numbers(1, steps)) await Promise.resolve();
      leave();
      if (steps % 3) await settle();
    }
    await settle();
    expect(clock.timers).toBe(timersBefore);
    expect(coordination.listeners.size).toBe(0);
    expect(platform.running).toBe(0);
    expect(platform.mostRunning).toBe(1);
    platform.send();
    pollers.follow('ann', 'token', null);
    await settle();
    expect(contents.texts).toEqual([1]);
  });

  it('aborts the call in flight when the last follower leaves, and when it is closed', async () => {
    const { clock, platform, problems, timersBefore, instance, settle } = await startPollerProcess();
    const pollers = instance();
    platform.before = hangs;
    const leave = pollers.follow('ann', 'token', null);
    await settle();
    expect(platform.running).toBe(1);
    leave();
    await settle();
    expect(platform.running).toBe(0);
    pollers.follow('ann', 'token', null);
    await settle();
    expect(platform.running).toBe(1);
    await pollers.close();
    expect(platform.running).toBe(0);
    expect(clock.timers).toBe(timersBefore);
    expect(problems).toEqual([]);
    pollers.follow('ann', 'token', null)();
    await settle();
    expect(platform.running).toBe(0);
  });
});
