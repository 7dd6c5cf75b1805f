import { describe, expect, it, vi } from 'vitest';
import { LogUnavailable } from '../../../src/events/log.ts';
import { INTERVAL, numbers, startPoller, startPollerProcess } from '../../support/notification-pollers.ts';

describe('a notification poller without an event log', () => {
  it('loses nothing and leaves the watermark in place', async () => {
    const { clock, platform, events, contents, problems, pass } = await startPoller();
    const before = await events.coordination.readValue('notification-watermark:ann');
    const append = events.log.append.bind(events.log);
    let appends = 0;
    const failing = vi.spyOn(events.log, 'append').mockImplementation((...args) => {
      if (++appends > 2) throw new LogUnavailable('out-of-memory', 'refused');
      return append(...args);
    });
    platform.sendMany(5, (index) => ({ createdAt: clock.now() + index }));
    await pass(INTERVAL + 20_000);
    expect(contents.texts).toEqual([1, 2]);
    expect(await events.coordination.readValue('notification-watermark:ann')).toBe(before);
    expect(problems[0]).toMatchObject({ at: 'store', code: 'out-of-memory' });
    failing.mockRestore();
    await pass(3000);
    expect(contents.texts).toEqual(numbers(1, 5));
  });

  it('does not poll while it cannot claim the topic, and resumes within 3 seconds of its return', async () => {
    const { clock, platform, events, contents, instance, pass } = await startPollerProcess();
    const claim = events.ownership.claim.bind(events.ownership);
    let isUnreachable = true;
    vi.spyOn(events.ownership, 'claim').mockImplementation(async (topic) => {
      if (isUnreachable) throw new LogUnavailable('unreachable', 'refused');
      return claim(topic);
    });
    instance().follow('ann', 'token', clock.now());
    await pass(60_000);
    expect(platform.calls).toEqual([]);
    platform.send();
    isUnreachable = false;
    await pass(3000);
    expect(contents.texts).toEqual([1]);
  });

  it('retries a watermark that could not be stored', async () => {
    const { clock, platform, events, contents, coordination, pass } = await startPoller();
    const write = vi
      .spyOn(coordination, 'writeValue')
      .mockRejectedValue(new LogUnavailable('read-only', 'refused'));
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1]);
    write.mockRestore();
    const sent = clock.now() - INTERVAL;
    await pass(INTERVAL);
    expect(await events.coordination.readValue('notification-watermark:ann')).toContain(`"at":${sent}`);
    expect(contents.texts).toEqual([1]);
  });
});
