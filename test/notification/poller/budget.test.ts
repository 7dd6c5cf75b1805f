import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/graph/errors.ts';
import type { Jump } from '../../../src/lib/pacing/poll-schedule.ts';
import type { ListCall } from '../../support/notification-platform.ts';
import {
  INTERVAL,
  numbers,
  type PollerProcess,
  startPoller,
  startPollerProcess,
} from '../../support/notification-pollers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Calls per second, and the users that it suffices for at the ordinary interval. */
const BUDGET = 4;
const AFFORDABLE = (BUDGET * INTERVAL) / SECOND;
/** Six times as many: each may be polled every half minute. */
const USERS = 6 * AFFORDABLE;
const PERIOD = (USERS / BUDGET) * SECOND;
/** The longest interval, whatever the platform and the user do. */
const MAX = 12 * INTERVAL;
/** What a bucket may hold beyond the rate. */
const BURST = 2;

const userOf = (token: string): string => token.replace('token of ', '');

/** Calls within each whole second. */
function perSecond(calls: readonly ListCall[]): number[] {
  const counts = new Map<number, number>();
  for (const { time } of calls) {
    const second = Math.floor(time / SECOND);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts.values()];
}

/** Milliseconds between the calls for one user. */
function gapsOf(calls: readonly ListCall[], user: string): number[] {
  const times = calls.filter(({ token }) => userOf(token) === user).map(({ time }) => time);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** An instance that polls for as many users, each of whom has just opened a stream. */
function startCrowd({ instance }: PollerProcess, users: number, changes = {}) {
  const jumps: (Jump | null)[] = [];
  const pollers = instance({
    budget: BUDGET,
    observer: { called: (jump) => jumps.push(jump), refreshed: () => {} },
    ...changes,
  });
  for (const number of numbers(1, users)) pollers.follow(`u${number}`, `token of u${number}`, null);
  return { pollers, jumps };
}

describe('the budget of notification polls', () => {
  it('does not delay the polls of few users', async () => {
    const process = await startPollerProcess();
    startCrowd(process, AFFORDABLE / 2);
    await process.pass(4 * INTERVAL);
    process.platform.calls.length = 0;
    await process.pass(10 * INTERVAL);
    for (const number of numbers(1, AFFORDABLE / 2))
      expect(gapsOf(process.platform.calls, `u${number}`)).toEqual(Array(9).fill(INTERVAL));
  });

  it('holds from the first second, and is shared equally by more users than it suffices for', async () => {
    const process = await startPollerProcess();
    startCrowd(process, USERS);
    await process.pass(5 * PERIOD);
    const { calls } = process.platform;
    expect(Math.max(...perSecond(calls))).toBeLessThanOrEqual(BUDGET + BURST);
    expect(calls.length).toBeGreaterThan((5 * PERIOD * BUDGET * 0.98) / SECOND);
    const gaps = numbers(1, USERS).map((number) => gapsOf(calls, `u${number}`).slice(-2));
    for (const [one = 0, other = 0] of gaps) expect((one + other) / 2 / PERIOD).toBeCloseTo(1, 1);
  });

  it('is divided among the instances of a fleet by their load', async () => {
    const process = await startPollerProcess();
    let polled = 0;
    const onPolled = (change: number): void => {
      polled += change;
    };
    startCrowd(process, USERS, { share: () => 0.5, onPolled });
    await process.pass(PERIOD);
    expect(Math.max(...perSecond(process.platform.calls))).toBeLessThanOrEqual(BUDGET / 2 + BURST);
    expect(polled).toBe(USERS);
  });

  it('counts every page of a long list', async () => {
    const process = await startPollerProcess();
    process.platform.largestPage = 10;
    startCrowd(process, 1);
    await process.settle();
    process.platform.sendMany(10 * 30);
    await process.pass(MINUTE);
    const { calls } = process.platform;
    expect(calls.filter(({ page }) => page > 1).length).toBeGreaterThan(30);
    expect(Math.max(...perSecond(calls))).toBeLessThanOrEqual(BUDGET + BURST);
  });

  it('is not used by users who leave while they wait', async () => {
    const process = await startPollerProcess();
    const { pollers } = startCrowd(process, 1);
    const waiting = numbers(1, USERS).map((number) =>
      pollers.follow(`gone${number}`, `token of gone${number}`, null),
    );
    await process.settle();
    for (const leave of waiting) leave();
    process.platform.calls.length = 0;
    await process.pass(INTERVAL);
    expect(new Set(process.platform.calls.map(({ token }) => token))).toEqual(new Set(['token of u1']));
  });

  it('shows how late polls are', async () => {
    const process = await startPollerProcess();
    const { pollers } = startCrowd(process, USERS);
    expect(pollers.schedule.queue.overdue).toBe(0);
    await process.pass(3 * PERIOD);
    expect(pollers.schedule.queue.overdue / (PERIOD - INTERVAL)).toBeCloseTo(1, 0);
    expect(pollers.schedule.queue.rate).toBe(BUDGET);
  });
});

describe('a poll that jumps the queue', () => {
  /** A crowd that waits half a minute for each poll. */
  const startBusy = async () => {
    const process = await startPollerProcess();
    const crowd = startCrowd(process, USERS);
    await process.pass(2 * PERIOD);
    process.platform.calls.length = 0;
    crowd.jumps.length = 0;
    return { ...process, ...crowd };
  };

  it('follows a sent notification within a fraction of a second', async () => {
    const { platform, pollers, pass } = await startBusy();
    for (const number of numbers(1, 5)) {
      pollers.pollNow(`u${number}`, 'ben');
      await pass(500);
      expect(platform.calls.map(({ token }) => userOf(token))).toContain(`u${number}`);
      platform.calls.length = 0;
    }
  });

  it('reads for a new user, and for one who returns with an old cursor', async () => {
    const { clock, platform, pollers, pass } = await startBusy();
    pollers.follow('new', 'token of new', null);
    pollers.follow('u7', 'token of u7', clock.now() - 10 * MINUTE);
    await pass(SECOND);
    const users = platform.calls.map(({ token }) => userOf(token));
    expect(users).toContain('new');
    expect(users).toContain('u7');
  });

  /** A user who is seldom polled for, just after the ordinary interval since the last poll. */
  const startSeldom = async () => {
    const process = await startPoller({ maxInterval: MAX });
    await process.pass(60 * MAX);
    process.platform.calls.length = 0;
    while (process.platform.calls.length === 0) await process.pass(SECOND);
    await process.pass(2 * INTERVAL);
    process.platform.calls.length = 0;
    return process;
  };

  it('refreshes a user who opens another stream, unless that was done within the interval', async () => {
    const { platform, pollers, settle } = await startSeldom();
    for (const _ of numbers(1, 2)) {
      pollers.follow('ann', 'token', null);
      await settle();
      expect(platform.calls).toHaveLength(1);
    }
  });

  it('refreshes a user who opens a stream on another instance', async () => {
    const { platform, instance, settle } = await startSeldom();
    instance({ maxInterval: MAX }).follow('ann', 'other token', null);
    await settle();
    expect(platform.calls.map(({ token }) => token)).toEqual(['token']);
  });

  it('takes at most half of the budget, whoever causes it', async () => {
    const { platform, pollers, jumps, pass } = await startBusy();
    for (const second of numbers(0, 19)) {
      for (const number of numbers(1, BUDGET)) {
        const user = `u${(second * BUDGET + number) % USERS}`;
        pollers.pollNow(user, `sender ${second} ${number}`);
      }
      await pass(SECOND);
    }
    const jumped = jumps.filter((jump) => jump !== null).length;
    expect(jumped).toBeGreaterThan(0.4 * 20 * BUDGET);
    expect(jumped).toBeLessThanOrEqual(0.5 * 20 * BUDGET + BURST);
    expect(Math.max(...perSecond(platform.calls))).toBeLessThanOrEqual(BUDGET + BURST);
  });

  it('is not held up for long by a storm of others', async () => {
    const { platform, pollers, pass } = await startBusy();
    for (const number of numbers(1, USERS)) pollers.follow(`new${number}`, `token of new${number}`, null);
    pollers.pollNow('u3', 'ben');
    await pass(SECOND);
    expect(platform.calls.map(({ token }) => userOf(token))).toContain('u3');
  });

  it('can be caused by one sender a limited number of times; the others then wait for their turn', async () => {
    const { pollers, jumps, pass } = await startBusy();
    for (const second of numbers(1, 30)) {
      // Not those whose turn it is: their polls need no jump.
      for (const number of numbers(1, 5))
        pollers.pollNow(`u${(second * 5 + number + USERS / 2) % USERS}`, 'ben');
      await pass(SECOND);
    }
    const ofBen = jumps.filter((jump) => jump === 'sent').length;
    // One per second, and ten at once.
    expect(ofBen).toBeGreaterThanOrEqual(30);
    expect(ofBen).toBeLessThanOrEqual(41);
    jumps.length = 0;
    pollers.pollNow('u1', 'cleo');
    await pass(SECOND);
    expect(jumps.filter((jump) => jump === 'sent')).toHaveLength(1);
  });

  it('tells a new user who would wait too long to come back', async () => {
    const process = await startPollerProcess();
    const { pollers } = startCrowd(process, USERS);
    await process.pass(SECOND);
    pollers.follow('late', 'token of late', null);
    expect(await pollers.whenReady('late')).toBe('busy');
    expect(pollers.schedule.queue.jumpDelay).toBeGreaterThan(5000);
    // Someone whose notifications were read before needs no poll to begin with.
    pollers.follow('u1', 'other token of u1', null);
    expect(await pollers.whenReady('u1')).toBe('ready');
    await process.pass(PERIOD);
    pollers.follow('later', 'token of later', null);
    const baseline = pollers.whenReady('later');
    await process.pass(SECOND);
    expect(await baseline).toBe('ready');
  });
});

describe('the interval between polls of a user', () => {
  it('grows with the time since the last operation, after five minutes, and shrinks with the next one', async () => {
    const { platform, pass, pollers } = await startPoller({ maxInterval: MAX });
    await pass(5 * MINUTE);
    expect(new Set(gapsOf(platform.calls, 'token'))).toEqual(new Set([INTERVAL]));
    platform.calls.length = 0;
    await pass(2 * 3600 * SECOND);
    const gaps = gapsOf(platform.calls, 'token');
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(gaps.at(-1)).toBe(MAX);

    platform.calls.length = 0;
    pollers.markActive('token');
    await pass(2 * INTERVAL);
    expect(platform.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('stays as it is for a user who runs operations', async () => {
    const { platform, pass, pollers } = await startPoller({ maxInterval: MAX });
    for (const _ of numbers(1, 20)) {
      pollers.markActive('token');
      await pass(MINUTE);
    }
    expect(platform.calls).toHaveLength((20 * MINUTE) / INTERVAL);
  });

  it('takes operations on other instances of the user into account', async () => {
    const process = await startPoller({ maxInterval: MAX });
    const other = process.instance({ maxInterval: MAX });
    other.follow('ann', 'other token', null);
    for (const _ of numbers(1, 20)) {
      other.markActive('other token');
      await process.pass(MINUTE);
    }
    expect(process.platform.calls.length).toBeGreaterThan((19 * MINUTE) / INTERVAL);
  });

  it('costs one signal per instance and minute, however many operations the user runs', async () => {
    const process = await startPoller();
    const others = ['second token', 'third token'].map((token) => {
      const pollers = process.instance();
      pollers.follow('ann', token, null);
      return { pollers, token };
    });
    await process.settle();
    const signal = vi.spyOn(process.coordination, 'signal');
    // The opening of their streams was a signal as well.
    for (const minute of numbers(1, 3)) {
      await process.pass(MINUTE + 1);
      for (const _ of numbers(1, 50)) for (const { pollers, token } of others) pollers.markActive(token);
      await process.settle();
      expect(signal).toHaveBeenCalledTimes(minute * others.length);
    }
  });

  it('grows with the latency of the platform, and the budget shrinks by as much', async () => {
    const process = await startPollerProcess();
    const { clock, platform } = process;
    startCrowd(process, USERS, { maxInterval: MAX });
    await process.pass(PERIOD);
    platform.before = () => new Promise((resolve) => clock.setTimeout(resolve, 2 * SECOND));
    await process.pass(PERIOD);
    platform.calls.length = 0;
    await process.pass(4 * PERIOD);
    const slow = platform.calls.length;
    // Four times as slow as is acceptable.
    expect(slow / ((4 * PERIOD * BUDGET) / SECOND)).toBeCloseTo(1 / 4, 1);
    platform.before = () => {};
    await process.pass(4 * PERIOD);
    platform.calls.length = 0;
    await process.pass(PERIOD);
    expect(platform.calls.length / ((PERIOD * BUDGET) / SECOND)).toBeCloseTo(1, 1);
  });

  it('grows for all users while the platform asks to wait, up to the maximum', async () => {
    const process = await startPollerProcess();
    const { platform } = process;
    startCrowd(process, AFFORDABLE, { maxInterval: MAX });
    await process.pass(2 * INTERVAL);
    platform.before = () => {
      throw new GatewayError('RATE_LIMITED', 'Too many.', { retryAfterMs: 1000 });
    };
    await process.pass(4 * INTERVAL);
    platform.before = () => {};
    platform.calls.length = 0;
    await process.pass(2 * INTERVAL);
    expect(platform.calls.length).toBeLessThan(AFFORDABLE);
    await process.pass(5 * MAX);
    platform.calls.length = 0;
    await process.pass(INTERVAL);
    expect(platform.calls.length / AFFORDABLE).toBeCloseTo(1, 0);
  });
});
