import { describe, expect, it, vi } from 'vitest';
import { LogUnavailable } from '../../../src/events/log.ts';
import { memoryEvents } from '../../../src/events/memory.ts';
import { hangs, InstanceCoordination } from '../../support/notification-platform.ts';
import {
  contentsOf,
  HOUR,
  INTERVAL,
  LEASE_TTL,
  OVERLAP,
  pass,
  retention,
  settle,
  startPollerProcess,
  topicOf,
} from '../../support/notification-pollers.ts';

describe('notification pollers of two instances', () => {
  it('poll on one of them', async () => {
    const { pollsBy } = await startTwoInstances();
    await pass(10 * INTERVAL);
    expect(pollsBy('first')).toBe(11);
    expect(pollsBy('second')).toBe(0);
  });

  it('poll on the other at once after the first is closed', async () => {
    const { platform, contents, first, pollsBy } = await startTwoInstances();
    platform.send();
    await first.close();
    await settle();
    expect(pollsBy('second')).toBe(1);
    expect(contents.texts).toEqual([1]);
  });

  it('poll on the other within the lease time after the first dies, and append nothing twice', async () => {
    const { platform, contents, one, pollsBy } = await startTwoInstances();
    platform.send();
    await pass(2 * INTERVAL);
    platform.calls.length = 0;
    one.dead = true;
    platform.send();
    await pass(LEASE_TTL);
    expect(pollsBy('second')).toBeGreaterThan(0);
    expect(contents.texts).toEqual([1, 2]);
    await pass(HOUR);
    expect(pollsBy('first')).toBeLessThan(2);
  });

  it('take over from an instance whose tokens are all refused', async () => {
    const { platform, contents, pollsBy } = await startTwoInstances();
    platform.refusedTokens.add('first');
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1]);
    expect(pollsBy('second')).toBe(1);
  });

  it('poll on the lease owner when another instance is nudged', async () => {
    const { platform, contents, second } = await startTwoInstances();
    platform.calls.length = 0;
    platform.send();
    second.pollNow('ann', 'ben');
    await settle();
    expect(platform.calls.map(({ token }) => token)).toEqual(['first']);
    expect(contents.texts).toEqual([1]);
  });

  it('widen the window on the lease owner for a follower of the other, retrying until it is received', async () => {
    const { platform, two, second } = await startTwoInstances();
    const cursor = Date.now() - HOUR;
    platform.calls.length = 0;
    let lost = 2;
    const signal = two.signal;
    two.signal = (channel, message) =>
      message.startsWith('from') && lost-- > 0 ? Promise.resolve(true) : signal(channel, message);
    second.follow('ann', 'second', cursor);
    await pass(LEASE_TTL);
    const wide = platform.calls.filter(({ since }) => since === cursor - OVERLAP);
    expect(wide.map(({ token }) => token)).toEqual(['first']);
    const sent = vi.spyOn(two, 'signal');
    await pass(10 * LEASE_TTL);
    expect(sent.mock.calls.filter(([, message]) => message.startsWith('from'))).toEqual([]);
    expect(platform.calls.filter(({ since }) => since === cursor - OVERLAP)).toHaveLength(1);
  });

  it('abort the call in flight when the lease is lost, and append nothing more', async () => {
    const { platform, events, one, second } = await startTwoInstances();
    const append = vi.spyOn(events.log, 'append');
    await second.close();
    platform.send();
    platform.before = hangs;
    await pass(INTERVAL);
    expect(platform.running).toBe(1);
    const renew = vi.spyOn(one, 'renewLease').mockResolvedValue(false);
    vi.spyOn(one, 'acquireLease').mockResolvedValue(false);
    await pass(LEASE_TTL / 2);
    expect(renew).toHaveBeenCalled();
    expect(platform.running).toBe(0);
    expect(append).not.toHaveBeenCalled();
  });

  it('append nothing after a pause longer than the lease, even before a timer fires', async () => {
    const { platform, events, one, second } = await startTwoInstances();
    const append = vi.spyOn(events.log, 'append');
    await second.close();
    platform.send();
    const clock = performance.now.bind(performance);
    platform.before = () => {
      vi.spyOn(performance, 'now').mockImplementation(() => clock() + LEASE_TTL);
      vi.spyOn(one, 'acquireLease').mockResolvedValue(false);
    };
    await pass(INTERVAL);
    expect(platform.calls.length).toBeGreaterThan(1);
    expect(append).not.toHaveBeenCalled();
  });

  it('keep a new lease when the store releases an old one late', async () => {
    const { events, one, second } = await startTwoInstances();
    await second.close();
    const lost = new LogUnavailable('unreachable', 'unknown');
    const release = vi.spyOn(one, 'releaseLease').mockRejectedValueOnce(lost);
    const renew = vi.spyOn(one, 'renewLease').mockResolvedValueOnce(false);
    await pass(2 * LEASE_TTL);
    expect(renew.mock.calls.length).toBeGreaterThan(1);
    await events.coordination.releaseLease(...(release.mock.calls[0] ?? ['', '']));
    expect(await events.coordination.acquireLease(topicOf('ann'), 'somebody', 1)).toBe(false);
  });

  it('keep the lease through a poll that takes longer than the lease time', async () => {
    const { platform, contents, pollsBy } = await startTwoInstances();
    let answer = (): void => {};
    platform.before = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    platform.send();
    await pass(INTERVAL + 5 * LEASE_TTL);
    expect(pollsBy('second')).toBe(0);
    platform.before = () => {};
    answer();
    await settle();
    expect(contents.texts).toEqual([1]);
    expect(platform.mostRunning).toBe(1);
  });

  it('append nothing twice for open streams when the store has lost everything', async () => {
    const { platform, events, one, two } = await startTwoInstances();
    await pass(1000);
    platform.send();
    await pass(2 * INTERVAL);
    const emptied = memoryEvents({ retention });
    const after = contentsOf(emptied);
    for (const way of [one, two]) way.shared = emptied.coordination;
    vi.spyOn(events.log, 'append').mockImplementation((...args) => emptied.log.append(...args));
    await pass(2 * INTERVAL);
    platform.send();
    await pass(2 * INTERVAL);
    expect(after.texts).toEqual([2]);
  });
});

/** Two instances that follow Ann; the first has the lease. */
async function startTwoInstances() {
  const started = await startPollerProcess();
  const { platform, events, instance } = started;
  const one = new InstanceCoordination(events.coordination);
  const two = new InstanceCoordination(events.coordination);
  const first = instance({ coordination: one });
  const second = instance({ coordination: two });
  first.follow('ann', 'first', null);
  await settle();
  second.follow('ann', 'second', null);
  await settle();
  const pollsBy = (token: string): number => platform.calls.filter((call) => call.token === token).length;
  return { ...started, one, two, first, second, pollsBy };
}
