import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/graph/errors.ts';
import {
  HOUR,
  INTERVAL,
  startPoller,
  startPollerProcess,
  topicOf,
} from '../../support/notification-pollers.ts';

describe('the tokens of a notification poller', () => {
  it('polls once per user, however many followers the user has', async () => {
    const { platform, pass, pollers } = await startPoller();
    pollers.follow('ann', 'second', null);
    pollers.follow('ann', 'token', null);
    pollers.follow('bob', 'third', null);
    await pass(INTERVAL);
    expect(platform.calls.map(({ token }) => token).toSorted()).toEqual(['third', 'third', 'token']);
  });

  it.each(['UNAUTHENTICATED', 'FORBIDDEN'] as const)(
    'switches to another token at once when one is refused with %s, and stops when none is left',
    async (code) => {
      const { platform, events, contents, problems, pollers, pass, settle } = await startPoller();
      pollers.follow('ann', 'second', null);
      const refused = new Set(['second']);
      platform.before = ({ token }) => {
        if (refused.has(token)) throw new GatewayError(code, 'No.');
      };
      platform.send();
      await pass(INTERVAL);
      expect(platform.calls.map(({ token }) => token)).toEqual(['second', 'token']);
      expect(contents.texts).toEqual([1]);

      refused.add('token');
      await pass(INTERVAL);
      expect(platform.calls).toHaveLength(3);
      await pass(5 * INTERVAL);
      expect(platform.calls).toHaveLength(3);
      const claim = await events.ownership.claim(topicOf('ann'));
      expect(claim).not.toBeNull();
      await claim?.release();
      expect(problems.map(({ at, code: found }) => [at, found])).toEqual([
        ['token', code],
        ['token', code],
      ]);
      await pass(1);

      platform.send();
      pollers.follow('ann', 'third', null);
      await settle();
      expect(contents.texts).toEqual([1, 2]);
    },
  );

  it('retries a refused token when a new follower presents it', async () => {
    const { platform, contents, pass, settle, pollers } = await startPoller();
    platform.refusedTokens.add('token');
    await pass(INTERVAL);
    platform.refusedTokens.clear();
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([]);
    pollers.follow('ann', 'token', null);
    await settle();
    expect(contents.texts).toEqual([1]);
  });

  it.each([
    ['starts for a follower with a valid token, even if the token of another is refused', ['token'], 'ready'],
    ['does not start if every token is refused', [], 'platform'],
  ])('%s', async (_what, valid, begun) => {
    const { platform, instance, settle } = await startPollerProcess();
    const pollers = instance();
    platform.refusedTokens.add('refused');
    for (const token of [...valid, 'refused']) pollers.follow('ann', token, null);
    const ready = pollers.whenReady('ann');
    await settle();
    expect(await ready).toBe(begun);
  });

  it('retries a refused token slowly, so that one wrong rejection does not end a stream', async () => {
    const { platform, contents, pass } = await startPoller();
    platform.refusedTokens.add('token');
    await pass(INTERVAL);
    const { length } = platform.calls;
    platform.refusedTokens.clear();
    platform.send();
    await pass(5 * INTERVAL);
    expect(platform.calls).toHaveLength(length);
    await pass(HOUR);
    expect(contents.texts).toEqual([1]);
  });

  it('stops using the token of a follower who has left', async () => {
    const { platform, pass, pollers } = await startPoller();
    const leave = pollers.follow('ann', 'second', null);
    leave();
    leave();
    await pass(2 * INTERVAL);
    expect(platform.calls.map(({ token }) => token)).toEqual(['token', 'token']);
  });

  it('stores no token', async () => {
    const { clock, platform, events, coordination, instance, pass } = await startPollerProcess();
    const write = vi.spyOn(coordination, 'writeValue');
    const signal = vi.spyOn(coordination, 'signal');
    const append = vi.spyOn(events.log, 'append');
    instance().follow('ann', 'secret', clock.now() - HOUR);
    platform.send();
    await pass(INTERVAL);
    expect(write).toHaveBeenCalled();
    expect(JSON.stringify([write, signal, append].map(({ mock }) => mock.calls))).not.toContain('secret');
  });
});
