import { describe, expect, it, vi } from 'vitest';
import { LogUnavailable } from '../../../src/events/log.ts';
import { INTERVAL, numbers, pass, startPollerProcess } from '../../support/notification-pollers.ts';

describe('a notification poller without an event log', () => {
  it('loses nothing and leaves the watermark in place', async () => {
    const { platform, events, contents, problems, running } = await startPollerProcess();
    await running();
    const before = await events.coordination.readValue('notification-watermark:ann');
    const append = events.log.append.bind(events.log);
    let appends = 0;
    const failing = vi.spyOn(events.log, 'append').mockImplementation((...args) => {
      if (++appends > 2) throw new LogUnavailable('out-of-memory', 'refused');
      return append(...args);
    });
    platform.sendMany(5, (index) => ({ createdAt: Date.now() + index }));
    await pass(INTERVAL + 20_000);
    expect(contents.texts).toEqual([1, 2]);
    expect(await events.coordination.readValue('notification-watermark:ann')).toBe(before);
    expect(problems[0]).toMatchObject({ at: 'store', code: 'out-of-memory' });
    failing.mockRestore();
    await pass(3000);
    expect(contents.texts).toEqual(numbers(1, 5));
  });

  it('does not poll without the lease, and resumes within 3 seconds of its return', async () => {
    const { platform, contents, coordination, instance } = await startPollerProcess();
    const acquire = vi
      .spyOn(coordination, 'acquireLease')
      .mockRejectedValue(new LogUnavailable('unreachable', 'refused'));
    instance().follow('ann', 'token', Date.now());
    await pass(60_000);
    expect(platform.calls).toEqual([]);
    platform.send();
    acquire.mockRestore();
    await pass(3000);
    expect(contents.texts).toEqual([1]);
  });

  it('retries a watermark that could not be stored', async () => {
    const { platform, events, contents, coordination, running } = await startPollerProcess();
    await running();
    const write = vi
      .spyOn(coordination, 'writeValue')
      .mockRejectedValue(new LogUnavailable('read-only', 'refused'));
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1]);
    write.mockRestore();
    const sent = Date.now() - INTERVAL;
    await pass(INTERVAL);
    expect(await events.coordination.readValue('notification-watermark:ann')).toContain(`"at":${sent}`);
    expect(contents.texts).toEqual([1]);
  });
});
