import { describe, expect, it, vi } from 'vitest';
import {
  DAY,
  HOUR,
  INTERVAL,
  numbers,
  OVERLAP,
  seldom,
  startPoller,
  startPollerProcess,
} from '../../support/notification-pollers.ts';

describe('the start of a notification poller', () => {
  it('starts now for the first follower ever, and treats no older row as new', async () => {
    const { clock, platform, contents, instance, pass, settle } = await startPollerProcess();
    platform.sendMany(3, (index) => ({ createdAt: clock.now() - 3000 + 1000 * index }));
    const pollers = instance();
    pollers.follow('ann', 'token', null);
    await pass(INTERVAL);
    expect(contents.texts).toEqual([]);
    // From a platform whose clock is slow.
    platform.send({ createdAt: clock.now() - INTERVAL - 2000 });
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([4, 5]);
    // Nor days later, when only the watermark covers them.
    await pollers.close();
    await pass(2 * DAY);
    instance().follow('ann', 'token', null);
    await settle();
    expect(contents.texts).toEqual([4, 5]);
  });

  it('appends notifications that arrive between the cursor of the first follower and the first response', async () => {
    const { clock, platform, contents, instance, pass } = await startPollerProcess();
    platform.before = () => {
      platform.before = () => {};
      platform.send({ createdAt: clock.now() + 1 });
    };
    instance().follow('ann', 'token', clock.now());
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1]);
  });

  it('starts at the watermark, so that days without a follower lose nothing', async () => {
    const { platform, contents, instance, pass, settle } = await startPollerProcess();
    const pollers = instance();
    const leave = pollers.follow('ann', 'token', null);
    await pass(INTERVAL);
    platform.send();
    await pass(INTERVAL);
    leave();
    for (const _ of numbers(1, 30)) {
      await pass(4 * HOUR);
      platform.send();
    }
    expect(contents.texts).toEqual([1]);
    pollers.follow('ann', 'token', null);
    await settle();
    expect(contents.texts).toEqual(numbers(1, 31));
  });

  it('starts at the cursor if there is no watermark', async () => {
    const { clock, platform, contents, instance, settle } = await startPollerProcess();
    platform.send({ createdAt: clock.now() - HOUR });
    instance().follow('ann', 'token', clock.now() - 2 * HOUR);
    await settle();
    expect(contents.texts).toEqual([1]);
  });

  it('starts at the watermark if the cursor is newer', async () => {
    const { clock, platform, contents, instance, pass, settle, pollers } = await startPoller();
    await pollers.close();
    await pass(HOUR);
    platform.send();
    await pass(HOUR);
    instance().follow('ann', 'token', clock.now());
    await settle();
    expect(contents.texts).toEqual([1]);
  });

  it('does not append expired events again', async () => {
    const { clock, platform, events, instance, pollers, pass, settle } = await startPoller(seldom);
    const start = clock.now();
    await pass(1000);
    platform.send();
    await pass(5 * DAY);
    platform.send();
    await pass(2 * seldom.interval);
    await pollers.close();
    const append = vi.spyOn(events.log, 'append');
    instance(seldom).follow('ann', 'token', start);
    await pass(2 * seldom.interval);
    expect(platform.calls.at(-1)?.since).toBeGreaterThan(clock.now() - 2 * DAY);
    expect(append).not.toHaveBeenCalled();

    // Nor is the window read again for each equally old cursor.
    const again = instance(seldom);
    await settle();
    platform.calls.length = 0;
    again.follow('ann', 'token', start);
    await pass(seldom.interval / 2);
    expect(platform.calls).toEqual([]);
  });

  it('reads no further back for a follower with an older cursor, which the log has everything for', async () => {
    const { clock, platform, contents, pollers, pass } = await startPoller();
    const start = clock.now();
    await pass(HOUR);
    platform.send();
    await pass(2 * INTERVAL);
    const since = platform.calls.at(-1)?.since;
    platform.calls.length = 0;
    pollers.follow('ann', 'token', start - HOUR);
    await pass(2 * INTERVAL);
    expect(platform.calls.map((call) => call.since)).toEqual([since, since]);
    expect(contents.texts).toEqual([1]);
  });

  it('ignores an invalid watermark', async () => {
    const { clock, platform, events, instance, settle } = await startPollerProcess();
    for (const text of ['', '{', '[]', '7', '{"at":"x","from":1,"known":[]}', '{"at":1,"from":2}']) {
      await events.coordination.writeValue('notification-watermark:ann', text);
      const leave = instance().follow('ann', 'token', null);
      await settle();
      expect(platform.calls.splice(0).map(({ since }) => since)).toEqual([clock.now() - OVERLAP]);
      leave();
      await settle();
    }
  });
});
