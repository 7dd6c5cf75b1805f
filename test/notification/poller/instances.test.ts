import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hangs, InstanceCoordination } from '../../support/notification-platform.ts';
import { HOUR, INTERVAL, startPollerProcess, topicOf } from '../../support/notification-pollers.ts';

/** Milliseconds. */
const LONG = 10_000;

describe('notification pollers of two instances', () => {
  it('poll on one of them', async () => {
    const { pollsBy, pass } = await startTwoInstances();
    await pass(10 * INTERVAL);
    expect(pollsBy('first')).toBe(11);
    expect(pollsBy('second')).toBe(0);
  });

  it('poll on the other at once after the first is closed', async () => {
    const { platform, contents, first, pollsBy, settle } = await startTwoInstances();
    platform.send();
    await first.close();
    await settle();
    expect(pollsBy('second')).toBe(1);
    expect(contents.texts).toEqual([1]);
  });

  it('take over from an instance whose tokens are all refused', async () => {
    const { platform, contents, pollsBy, pass } = await startTwoInstances();
    platform.refusedTokens.add('first');
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1]);
    expect(pollsBy('second')).toBe(1);
  });

  it('poll on the owner when another instance is nudged', async () => {
    const { platform, contents, second, settle } = await startTwoInstances();
    platform.calls.length = 0;
    platform.send();
    second.pollNow('ann', 'ben');
    await settle();
    expect(platform.calls.map(({ token }) => token)).toEqual(['first']);
    expect(contents.texts).toEqual([1]);
  });

  it('tell an instance of 0.2.0 that waits for an older cursor not to ask again', async () => {
    const { two, settle } = await startTwoInstances();
    const heard: (string | null)[] = [];
    onTestFinished(two.onSignal(topicOf('ann'), (message) => heard.push(message)));
    await two.signal(topicOf('ann'), 'from 1700000000000');
    await settle();
    expect(heard.at(-1)).toBe('covered 1700000000000');
  });

  it('abort the call in flight when the topic is lost, and append nothing more', async () => {
    const { platform, events, claim, refuseClaims, second, pass, settle } = await startTwoInstances();
    const append = vi.spyOn(events.log, 'append');
    await second.close();
    platform.send();
    platform.before = hangs;
    await pass(INTERVAL);
    expect(platform.running).toBe(1);
    refuseClaims();
    claim.end();
    await settle();
    expect(platform.running).toBe(0);
    expect(append).not.toHaveBeenCalled();
  });

  it('append nothing after a pause longer than the claim, even before a timer fires', async () => {
    const { platform, events, claim, refuseClaims, second, pass } = await startTwoInstances();
    const append = vi.spyOn(events.log, 'append');
    await second.close();
    platform.send();
    platform.before = () => {
      vi.spyOn(claim, 'isHeld').mockReturnValue(false);
      refuseClaims();
    };
    await pass(INTERVAL);
    expect(platform.calls.length).toBeGreaterThan(1);
    expect(append).not.toHaveBeenCalled();
  });

  it('stop when the log refuses an append because another instance owns the topic', async () => {
    const { platform, events, contents, claim, refuseClaims, problems, second, pass } =
      await startTwoInstances();
    await second.close();
    refuseClaims();
    vi.spyOn(events.log, 'append').mockResolvedValue({ status: 'fenced' });
    platform.sendMany(2);
    await pass(INTERVAL);
    expect(events.log.append).toHaveBeenCalledOnce();
    expect(claim.isHeld()).toBe(false);
    platform.calls.length = 0;
    await pass(HOUR);
    expect(platform.calls).toEqual([]);
    expect(contents.texts).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('keep the topic through a poll that takes long', async () => {
    const { platform, contents, pollsBy, pass, settle } = await startTwoInstances();
    let answer = (): void => {};
    platform.before = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    platform.send();
    await pass(INTERVAL + 5 * LONG);
    expect(pollsBy('second')).toBe(0);
    platform.before = () => {};
    answer();
    await settle();
    expect(contents.texts).toEqual([1]);
    expect(platform.mostRunning).toBe(1);
  });
});

/** Two instances that follow Ann; the first owns her topic. */
async function startTwoInstances() {
  const started = await startPollerProcess();
  const { platform, events, instance } = started;
  const two = new InstanceCoordination(events.coordination);
  const claims = vi.spyOn(events.ownership, 'claim');
  const first = instance();
  const second = instance({ coordination: two });
  first.follow('ann', 'first', null);
  await started.settle();
  const claim = await claims.mock.results[0]?.value;
  if (!claim) throw new Error('no claim');
  const refuseClaims = (): void => void claims.mockResolvedValue(null);
  second.follow('ann', 'second', null);
  await started.settle();
  const pollsBy = (token: string): number => platform.calls.filter((call) => call.token === token).length;
  return { ...started, two, claim, refuseClaims, first, second, pollsBy };
}
