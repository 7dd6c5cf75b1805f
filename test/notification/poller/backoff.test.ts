import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/graph/errors.ts';
import type { NotificationPlatform } from '../../support/notification-platform.ts';
import { INTERVAL, OVERLAP, startPoller, startPollerProcess } from '../../support/notification-pollers.ts';

describe('the backoff of a notification poller', () => {
  const fails = (error: unknown) => () => {
    throw error;
  };
  const times = (platform: NotificationPlatform): number[] =>
    platform.calls.map(({ time }) => time - (platform.calls[0]?.time ?? 0));
  const down = new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed to answer.');

  it('doubles up to a ceiling, with jitter, and resets after a success', async () => {
    const { platform, problems, pass } = await startPoller();
    platform.before = fails(down);
    await pass(INTERVAL);
    await pass(10 * OVERLAP);
    // Half of the jitter, whose maximum is a half.
    const gaps = times(platform)
      .slice(1)
      .map((time, index) => time - (times(platform)[index] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([6250, 12_500, 25_000, 50_000, 75_000]);
    expect(new Set(gaps.slice(4))).toEqual(new Set([75_000]));
    expect(problems.map(({ retryInMs }) => retryInMs)).toEqual([...gaps, 75_000]);

    platform.before = () => {};
    await pass(75_000);
    platform.before = fails(down);
    platform.calls.length = 0;
    await pass(INTERVAL + 6250);
    expect(times(platform).slice(-2)).toEqual(
      [INTERVAL, INTERVAL + 6250].map((time) => time - (times(platform).length === 2 ? INTERVAL : 0)),
    );
  });

  it('is jittered', async () => {
    const { platform, problems, pass } = await startPoller();
    platform.before = fails(down);
    vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(0.99);
    await pass(20_000);
    expect(problems.slice(0, 2).map(({ retryInMs }) => retryInMs)).toEqual([INTERVAL, 2 * INTERVAL * 1.495]);
  });

  it('lasts as long as the platform asks, despite nudges', async () => {
    const { platform, contents, pass, pollers } = await startPoller();
    platform.before = fails(new GatewayError('RATE_LIMITED', 'Too many.', { retryAfterMs: 120_000 }));
    await pass(INTERVAL);
    expect(platform.calls).toHaveLength(1);
    platform.before = () => {};
    platform.send();
    pollers.pollNow('ann', 'ben');
    await pass(120_000 - 1);
    expect(platform.calls).toHaveLength(1);
    await pass(60_001);
    expect(contents.texts).toEqual([1]);
  });

  it('lasts that long even if followers leave and return, and on other instances', async () => {
    const { platform, instance, pass, settle } = await startPollerProcess();
    const pollers = instance();
    const leave = pollers.follow('ann', 'token', null);
    await settle();
    platform.before = fails(new GatewayError('RATE_LIMITED', 'Too many.', { retryAfterMs: 120_000 }));
    await pass(INTERVAL);
    platform.calls.length = 0;
    leave();
    await settle();
    pollers.follow('ann', 'token', null);
    instance().follow('ann', 'token', null);
    await pass(120_000 - 1);
    expect(platform.calls).toEqual([]);
    platform.before = () => {};
    await pass(60_001);
    expect(platform.calls).not.toEqual([]);
  });

  it('reports the failure without a token, a text or a message', async () => {
    const { platform, problems, pass } = await startPoller();
    platform.send();
    platform.before = fails(new TypeError('token and {"text":1}'));
    await pass(INTERVAL);
    expect(problems).toMatchObject([{ at: 'gateway', code: 'TypeError', retryInMs: 6250 }]);
    expect(JSON.stringify(problems)).not.toMatch(/token|text/);
    expect(problems[0]?.trace).toContain('backoff.test.ts');
  });
});
