import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type NotificationPollers,
  type NotificationPollersOptions,
  notificationPollers,
  type PolledNotification,
  type PollProblem,
} from '../../src/domains/notification/poller/notification-pollers.ts';
import type { Events } from '../../src/events/events.ts';
import { LogUnavailable } from '../../src/events/log.ts';
import { memoryEvents } from '../../src/events/memory.ts';
import { redisEvents } from '../../src/events/redis.ts';
import { GatewayError } from '../../src/graph/errors.ts';
import { addressesOf, createPlatform } from '../../src/platform/client.ts';
import { listNotifications, notificationIdOf } from '../../src/platform/routes/notification.ts';
import { undiciTransport } from '../../src/platform/transport.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import {
  hangs,
  InstanceCoordination,
  NotificationPlatform,
  TopicContents,
} from '../support/notification-platform.ts';
import { type RedisServer, startRedis, until } from '../support/redis.ts';
import { startRedisProxy } from '../support/redis-proxy.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const INTERVAL = 5000;
const OVERLAP = 60_000;
const LEASE_TTL = 6000;
const retention = { events: DAY, entries: 100_000, snapshots: null };
const topicOf = (userId: string): string => `notifications:${userId}`;
const TOPIC = topicOf('ann');

/** Ends what a test has opened, latest first. */
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

function contentsOf(events: Events, topic = TOPIC): TopicContents {
  const contents = new TopicContents(events.log, topic);
  endings.push(() => contents.close());
  return contents;
}

describe('in one process', () => {
  let platform: NotificationPlatform;
  let events: Events;
  let contents: TopicContents;
  let problems: PollProblem[];
  let coordination: InstanceCoordination;
  let timersBefore: number;

  beforeEach(async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: Date.parse('2026-09-01T12:00:00.000Z'),
    });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    platform = new NotificationPlatform();
    events = memoryEvents({ retention });
    contents = contentsOf(events);
    coordination = new InstanceCoordination(events.coordination);
    problems = [];
    endings.unshift(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });
    await settle();
    timersBefore = vi.getTimerCount();
  });

  function instance(changes: Partial<NotificationPollersOptions> = {}): NotificationPollers {
    const pollers = notificationPollers({
      log: events.log,
      coordination,
      topicOf,
      list: platform.list,
      interval: INTERVAL,
      retention: retention.events,
      onError: (problem) => problems.push(problem),
      ...changes,
    });
    endings.push(() => pollers.close());
    return pollers;
  }

  /** For tests in which days pass. */
  const seldom = { interval: 60_000, leaseTtl: 60_000 };
  const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
  /** Until nothing more happens at this moment. */
  const settle = (): Promise<unknown> => pass(0);
  /** A poller that runs and has looked once. */
  async function running(changes: Partial<NotificationPollersOptions> = {}): Promise<NotificationPollers> {
    const pollers = instance(changes);
    pollers.follow('ann', 'token', null);
    await settle();
    expect(platform.calls.length).toBeGreaterThan(0);
    platform.calls.length = 0;
    return pollers;
  }

  describe('reading the list', () => {
    const orders: [string, NotificationPlatform['order']][] = [
      ['newest first', (rows) => rows.toReversed()],
      ['oldest first', (rows) => rows],
      [
        'in no order of time',
        (rows) =>
          rows.toSorted((a, b) => String(a.payload).length - String(b.payload).length || hash(a) - hash(b)),
      ],
    ];
    const hash = ({ id }: PolledNotification): number => (Number(id?.slice(1)) * 7919) % 1009;

    it.each(orders)('appends all pages, oldest first, where the platform lists %s', async (_name, order) => {
      await running();
      platform.order = order;
      const start = Date.now();
      await pass(1000);
      platform.sendMany(257, (index) => ({ createdAt: start + index }));
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 257));
      expect(platform.calls.map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
    });

    it('asks for one page where the list has a few rows, or none', async () => {
      await running();
      await pass(INTERVAL);
      platform.sendMany(3);
      await pass(INTERVAL);
      expect(platform.calls.map(({ page }) => page)).toEqual([1, 1]);
      expect(contents.texts).toEqual([1, 2, 3]);
    });

    it('keeps the order of rows created in the same millisecond', async () => {
      await running();
      platform.sendMany(150, () => ({ createdAt: Date.now() + 1 }));
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 150));

      platform.sendMany(150, () => ({ createdAt: Date.now() + 1 }));
      platform.before = ({ page }) => {
        if (page !== 2) return;
        platform.send({ createdAt: platform.rows.at(-1)?.createdAt ?? null });
        platform.before = () => {};
      };
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 301));
    });

    it('finds every row where the platform uses smaller pages than asked for', async () => {
      await running();
      platform.largestPage = 20;
      platform.sendMany(65, (index) => ({ createdAt: Date.now() + index + 1 }));
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 65));
    });

    it('comes to an end where the platform ignores the page', async () => {
      await running({
        list: async (token, query, signal) => platform.list(token, { ...query, page: 1 }, signal),
      });
      platform.sendMany(40, (index) => ({ createdAt: Date.now() + index + 1 }));
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 40));
      expect(platform.calls.length).toBeLessThan(5);
    });

    it('leaves out what a platform sends from before the window', async () => {
      platform.send({ createdAt: Date.now() - HOUR });
      await running({
        list: async (token, query, signal) => platform.list(token, { ...query, since: 0 }, signal),
      });
      platform.send();
      await pass(1);
      platform.send();
      await pass(INTERVAL);
      expect(contents.texts).not.toContain(1);
      expect(contents.texts).toContain(3);
    });

    it('loses nothing when rows arrive while the pages are read', async () => {
      await running();
      platform.sendMany(250, (index) => ({ createdAt: Date.now() + index + 1 }));
      await pass(INTERVAL - 1);
      platform.before = ({ page }) => {
        if (page === 2) platform.sendMany(3, (index) => ({ createdAt: Date.now() + index }));
        if (platform.rows.length > 260) platform.before = () => {};
      };
      await pass(4 * INTERVAL);
      expect(platform.rows.length).toBeGreaterThan(255);
      expect(contents.texts).toEqual(numbers(1, platform.rows.length));
    });

    it('loses nothing when rows vanish while the pages are read, and others slip past the reader', async () => {
      await running();
      platform.sendMany(250, (index) => ({ createdAt: Date.now() + index + 1 }));
      platform.before = ({ page }) => {
        if (page !== 2) return;
        // Five of the newest, which were on the page that has been read.
        platform.rows.splice(-5);
        platform.before = () => {};
      };
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(1, 250));
    });

    it('does not move the watermark past a list that never holds still', async () => {
      await running();
      const moving = Date.now() + 1;
      platform.sendMany(250, () => ({ createdAt: moving }));
      platform.before = ({ page }) => {
        if (page === 2) platform.sendMany(1, () => ({ createdAt: moving }));
      };
      await pass(INTERVAL);
      const [first] = platform.calls;
      platform.calls.length = 0;
      platform.before = () => {};
      await pass(INTERVAL);
      expect(platform.calls[0]?.since).toBe(first?.since);
      expect(contents.texts.toSorted((a, b) => Number(a) - Number(b))).toEqual(
        numbers(1, platform.rows.length),
      );
    });

    it('says so in a gap where the list is too long to be read', async () => {
      await running();
      platform.largestPage = 10;
      platform.sendMany(5010, (index) => ({ createdAt: Date.now() + index + 1 }));
      await pass(2 * INTERVAL);
      expect(
        contents.items.filter((item) => JSON.stringify(item) === '{"gap":"UPSTREAM_INCOMPLETE"}'),
      ).toHaveLength(1);
      expect(contents.texts).toContain(5010);
    });
  });

  describe('what was read before', () => {
    it('reads windows that overlap, so that a row which becomes visible late is appended', async () => {
      await running();
      await pass(OVERLAP);
      const newest = platform.send();
      await pass(INTERVAL);
      const late = platform.send({ createdAt: (newest.createdAt ?? 0) - OVERLAP + 1 });
      await pass(INTERVAL);
      expect(platform.calls.at(-1)?.since).toBe((newest.createdAt ?? 0) - OVERLAP);
      expect(contents.items).toEqual([newest.payload, late.payload]);
    });

    it('appends each id once, and has the log know it for longer than overlap and retention', async () => {
      const append = vi.spyOn(events.log, 'append');
      const pollers = await running();
      platform.send();
      await pass(4 * INTERVAL);
      expect(contents.texts).toEqual([1]);
      const duplicate = append.mock.calls[0]?.[2]?.duplicate;
      expect(duplicate).toMatchObject({ key: 'id:n1' });
      expect(duplicate && 'within' in duplicate && duplicate.within).toBeGreaterThan(
        OVERLAP + retention.events,
      );

      // The same by the log's own rule, when nothing else is left that knows.
      await pollers.close();
      await events.coordination.removeValue('notification-watermark:ann');
      instance().follow('ann', 'token', Date.now() - HOUR);
      await settle();
      expect(append.mock.calls.length).toBeGreaterThan(1);
      expect(contents.texts).toEqual([1]);
    });

    it('knows a notification without an id by what it says, in whatever order its members come', async () => {
      await running();
      platform.send({ id: null, payload: { text: 'a', more: { x: 1, y: [2, null] } } });
      platform.send({ id: null, payload: { text: 'b' } });
      await pass(INTERVAL);
      platform.rows[0] = {
        ...platform.send(),
        id: null,
        payload: { more: { y: [2, null], x: 1 }, text: 'a' },
      };
      platform.rows.pop();
      await pass(INTERVAL);
      expect(contents.texts).toEqual(['a', 'b']);
    });

    it('does not append the latest one again when the log has forgotten it, days later', async () => {
      const pollers = await running(seldom);
      platform.send();
      await pass(3 * DAY);
      await pollers.close();
      await pass(3 * DAY);
      const append = vi.spyOn(events.log, 'append');
      instance(seldom).follow('ann', 'token', null);
      await pass(seldom.interval);
      platform.send();
      await pass(seldom.interval);
      expect(append.mock.calls.map(([, { payload }]) => payload)).toEqual([{ text: 2 }]);
    });

    it('keeps rows without a time in their place, and appends them once', async () => {
      await running();
      await pass(1000);
      platform.send();
      await pass(1);
      platform.send({ createdAt: null });
      await pass(1);
      platform.send();
      await pass(10 * INTERVAL);
      expect(contents.texts).toEqual([1, 2, 3]);
    });

    it('goes by its own clock where no row has a time', async () => {
      platform.send({ createdAt: null });
      await running();
      for (const _ of numbers(1, 5)) {
        platform.send({ createdAt: null });
        await pass(INTERVAL);
      }
      await pass(INTERVAL);
      expect(contents.texts).toEqual(numbers(2, 6));
      expect(platform.calls.at(-1)?.since).toBe((platform.calls.at(-1)?.time ?? 0) - INTERVAL - OVERLAP);
    });

    it('is not led astray by a row from the future', async () => {
      await running();
      platform.send({ createdAt: Date.parse('2099-01-01') });
      await pass(INTERVAL);
      platform.send();
      await pass(2 * OVERLAP);
      platform.send();
      await pass(INTERVAL);
      expect(contents.texts).toEqual([1, 2, 3]);
    });
  });

  describe('where a poller begins', () => {
    it('begins now for the first follower ever, and takes nothing from before for new', async () => {
      platform.sendMany(3, (index) => ({ createdAt: Date.now() - 3000 + 1000 * index }));
      const pollers = instance();
      pollers.follow('ann', 'token', null);
      await pass(INTERVAL);
      expect(contents.texts).toEqual([]);
      // By a platform whose clock is behind.
      platform.send({ createdAt: Date.now() - INTERVAL - 2000 });
      platform.send();
      await pass(INTERVAL);
      expect(contents.texts).toEqual([4, 5]);
      // Nor days later, when only the watermark knows them.
      await pollers.close();
      await pass(2 * DAY);
      instance().follow('ann', 'token', null);
      await settle();
      expect(contents.texts).toEqual([4, 5]);
    });

    it('appends what came between the following and the first answer', async () => {
      platform.before = () => {
        platform.before = () => {};
        platform.send({ createdAt: Date.now() + 1 });
      };
      instance().follow('ann', 'token', null);
      await pass(INTERVAL);
      expect(contents.texts).toEqual([1]);
    });

    it('goes back to the watermark, so that days without a follower lose nothing', async () => {
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

    it('goes back to a cursor that is older than the watermark', async () => {
      const pollers = await running();
      const cursor = Date.now();
      await pass(1000);
      platform.send();
      await pass(HOUR);
      platform.send();
      await pass(INTERVAL);
      await pollers.close();
      // The log lost it, the watermark did not: they are in different places.
      const emptied = memoryEvents({ retention });
      const refilled = contentsOf(emptied);
      instance({ log: emptied.log }).follow('ann', 'token', cursor);
      await settle();
      expect(platform.calls.at(-1)?.since).toBe(cursor - OVERLAP);
      expect(refilled.texts).toEqual([1]);
    });

    it('goes back to the cursor where there is no watermark', async () => {
      platform.send({ createdAt: Date.now() - HOUR });
      instance().follow('ann', 'token', Date.now() - 2 * HOUR);
      await settle();
      expect(contents.texts).toEqual([1]);
    });

    it('goes back to the watermark where the cursor is newer', async () => {
      const pollers = await running();
      await pollers.close();
      await pass(HOUR);
      platform.send();
      await pass(HOUR);
      instance().follow('ann', 'token', Date.now());
      await settle();
      expect(contents.texts).toEqual([1]);
    });

    it('does not bring back what was trimmed so long ago that the log has forgotten it', async () => {
      const start = Date.now();
      const pollers = await running(seldom);
      await pass(1000);
      platform.send();
      await pass(5 * DAY);
      platform.send();
      await pass(2 * seldom.interval);
      await pollers.close();
      const append = vi.spyOn(events.log, 'append');
      instance(seldom).follow('ann', 'token', start);
      await pass(2 * seldom.interval);
      expect(platform.calls.at(-1)?.since).toBeGreaterThan(Date.now() - 2 * DAY);
      expect(append).not.toHaveBeenCalled();

      // Nor does it look for it again with each cursor that is as old.
      const again = instance(seldom);
      await settle();
      platform.calls.length = 0;
      again.follow('ann', 'token', start);
      await pass(seldom.interval / 2);
      expect(platform.calls).toEqual([]);
    });

    it('polls once over a wider window for a follower who joins with an older cursor', async () => {
      const start = Date.now();
      const pollers = await running();
      await pass(HOUR);
      platform.send();
      await pass(2 * INTERVAL);
      const narrow = platform.calls.at(-1)?.since;
      platform.calls.length = 0;
      pollers.follow('ann', 'token', start - HOUR);
      await settle();
      expect(platform.calls.map(({ since }) => since)).toEqual([start - HOUR - OVERLAP]);
      pollers.follow('ann', 'token', start - HOUR);
      pollers.follow('ann', 'token', start);
      await settle();
      expect(platform.calls).toHaveLength(1);
      await pass(INTERVAL);
      expect(platform.calls.map(({ since }) => since)).toEqual([start - HOUR - OVERLAP, narrow]);
      expect(contents.texts).toEqual([1]);
    });

    it('takes a watermark that makes no sense for none', async () => {
      for (const text of ['', '{', '[]', '7', '{"at":"x","from":1,"known":[]}', '{"at":1,"from":2}']) {
        await events.coordination.writeValue('notification-watermark:ann', text);
        const leave = instance().follow('ann', 'token', null);
        await settle();
        expect(platform.calls.splice(0).map(({ since }) => since)).toEqual([Date.now() - OVERLAP]);
        leave();
        await settle();
      }
    });
  });

  describe('when the log is not available', () => {
    it('loses nothing, and leaves the watermark where it is', async () => {
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

    it('does not poll without the lease, and goes on within 3 seconds of its return', async () => {
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

    it('stores a watermark later that could not be stored at once', async () => {
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

  describe('tokens', () => {
    it('polls once for several followers of a user, and for each user alone', async () => {
      const pollers = await running();
      pollers.follow('ann', 'second', null);
      pollers.follow('ann', 'token', null);
      pollers.follow('bob', 'third', null);
      await pass(INTERVAL);
      expect(platform.calls.map(({ token }) => token).toSorted()).toEqual(['third', 'third', 'token']);
    });

    it.each(['UNAUTHENTICATED', 'FORBIDDEN'] as const)(
      'uses the token of another follower at once when one is refused with %s, and stops when none is left',
      async (code) => {
        const pollers = await running();
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
        expect(await events.coordination.acquireLease(topicOf('ann'), 'somebody', 1)).toBe(true);
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

    it('tries a refused token again for whoever follows with it anew', async () => {
      const pollers = await running();
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

    it('begins for a follower whose token stands, whatever becomes of the token of another', async () => {
      const pollers = instance();
      platform.refusedTokens.add('refused');
      pollers.follow('ann', 'token', null, true);
      pollers.follow('ann', 'refused', null, true);
      const begun = pollers.whenReady('ann');
      await settle();
      expect(await begun).toBe(true);
    });

    it('does not begin where every token is refused', async () => {
      const pollers = instance();
      platform.refusedTokens.add('refused');
      pollers.follow('ann', 'refused', null, true);
      const begun = pollers.whenReady('ann');
      await settle();
      expect(await begun).toBe(false);
    });

    it('tries a refused token again by itself, slowly: a single wrong refusal silences no stream', async () => {
      await running();
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

    it('uses no token of a follower who has left', async () => {
      const pollers = await running();
      const leave = pollers.follow('ann', 'second', null);
      leave();
      leave();
      await pass(2 * INTERVAL);
      expect(platform.calls.map(({ token }) => token)).toEqual(['token', 'token']);
    });

    it('stores no token', async () => {
      const write = vi.spyOn(coordination, 'writeValue');
      const signal = vi.spyOn(coordination, 'signal');
      const append = vi.spyOn(events.log, 'append');
      instance().follow('ann', 'secret', Date.now() - HOUR);
      platform.send();
      await pass(INTERVAL);
      expect(write).toHaveBeenCalled();
      expect(JSON.stringify([write, signal, append].map(({ mock }) => mock.calls))).not.toContain('secret');
    });
  });

  describe('a nudge', () => {
    it('makes it poll at once', async () => {
      const pollers = await running();
      platform.send();
      pollers.pollNow('ann');
      await settle();
      expect(contents.texts).toEqual([1]);
    });

    it('during a poll makes it poll again, never beside it', async () => {
      const pollers = await running();
      let answer = (): void => {};
      platform.before = () =>
        new Promise((resolve) => {
          answer = resolve;
        });
      pollers.pollNow('ann');
      await settle();
      for (const _ of numbers(1, 5)) pollers.pollNow('ann');
      await settle();
      expect(platform.calls).toHaveLength(1);
      platform.before = () => {};
      answer();
      await settle();
      expect(platform.calls).toHaveLength(2);
      expect(platform.mostRunning).toBe(1);
    });

    it('polls for nobody who has no follower', async () => {
      instance().pollNow('ann');
      await settle();
      expect(platform.calls).toEqual([]);
      expect(vi.getTimerCount()).toBe(timersBefore);
    });

    it('works on this instance while messages cannot be sent', async () => {
      const pollers = await running();
      vi.spyOn(coordination, 'signal').mockResolvedValue(false);
      platform.send();
      pollers.pollNow('ann');
      await settle();
      expect(contents.texts).toEqual([1]);
    });

    it('is made up for after messages may have been missed', async () => {
      await running();
      platform.send();
      for (const listener of coordination.listeners) listener(null);
      await settle();
      expect(contents.texts).toEqual([1]);
    });
  });

  describe('backing off', () => {
    const fails = (error: unknown) => () => {
      throw error;
    };
    const times = (): number[] => platform.calls.map(({ time }) => time - (platform.calls[0]?.time ?? 0));
    const down = new GatewayError('UPSTREAM_UNAVAILABLE', 'The platform failed to answer.');

    it('doubles up to a ceiling, with jitter, and begins anew after a success', async () => {
      await running();
      platform.before = fails(down);
      await pass(INTERVAL);
      await pass(10 * OVERLAP);
      // Half of the jitter, which adds up to a half.
      const gaps = times()
        .slice(1)
        .map((time, index) => time - (times()[index] ?? 0));
      expect(gaps.slice(0, 5)).toEqual([6250, 12_500, 25_000, 50_000, 75_000]);
      expect(new Set(gaps.slice(4))).toEqual(new Set([75_000]));
      expect(problems.map(({ retryInMs }) => retryInMs)).toEqual([...gaps, 75_000]);

      platform.before = () => {};
      await pass(75_000);
      platform.before = fails(down);
      platform.calls.length = 0;
      await pass(INTERVAL + 6250);
      expect(times().slice(-2)).toEqual(
        [INTERVAL, INTERVAL + 6250].map((time) => time - (times().length === 2 ? INTERVAL : 0)),
      );
    });

    it('spreads by chance', async () => {
      await running();
      platform.before = fails(down);
      vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(0.99);
      await pass(20_000);
      expect(problems.slice(0, 2).map(({ retryInMs }) => retryInMs)).toEqual([
        INTERVAL,
        2 * INTERVAL * 1.495,
      ]);
    });

    it('waits for as long as the platform asks, whatever a nudge wants', async () => {
      const pollers = await running();
      platform.before = fails(new GatewayError('RATE_LIMITED', 'Too many.', { retryAfterMs: 120_000 }));
      await pass(INTERVAL);
      expect(platform.calls).toHaveLength(1);
      platform.before = () => {};
      platform.send();
      pollers.pollNow('ann');
      await pass(120_000 - 1);
      expect(platform.calls).toHaveLength(1);
      await pass(60_001);
      expect(contents.texts).toEqual([1]);
    });

    it('waits for that long also when followers leave and come, and on other instances', async () => {
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

    it('tells what failed without a token, a text or a message', async () => {
      await running();
      platform.send();
      platform.before = fails(new TypeError('token and {"text":1}'));
      await pass(INTERVAL);
      expect(problems).toMatchObject([{ at: 'gateway', code: 'TypeError', retryInMs: 6250 }]);
      expect(JSON.stringify(problems)).not.toMatch(/token|text/);
      expect(problems[0]?.trace).toContain('poller.test.ts');
    });
  });

  describe('the end', () => {
    it('leaves no poll, no timer, no lease and no subscription when the last follower leaves', async () => {
      const pollers = instance();
      const leaves = ['a', 'b'].map((token) => pollers.follow('ann', token, null));
      await settle();
      expect(vi.getTimerCount()).toBeGreaterThan(timersBefore);
      expect(coordination.listeners.size).toBe(1);
      expect(await events.coordination.acquireLease(topicOf('ann'), 'somebody', 1)).toBe(false);
      for (const leave of leaves) leave();
      await settle();
      expect(vi.getTimerCount()).toBe(timersBefore);
      expect(coordination.listeners.size).toBe(0);
      expect(await events.coordination.acquireLease(topicOf('ann'), 'somebody', 1)).toBe(true);
      platform.calls.length = 0;
      await pass(HOUR);
      expect(platform.calls).toEqual([]);
    });

    it('leaves nothing behind when followers come and go during every step', async () => {
      const pollers = instance();
      for (const steps of numbers(0, 40)) {
        const leave = pollers.follow('ann', 'token', steps % 2 ? null : Date.now() - HOUR);
        for (const _ of numbers(1, steps)) await Promise.resolve();
        leave();
        if (steps % 3) await settle();
      }
      await settle();
      expect(vi.getTimerCount()).toBe(timersBefore);
      expect(coordination.listeners.size).toBe(0);
      expect(platform.running).toBe(0);
      expect(platform.mostRunning).toBe(1);
      platform.send();
      pollers.follow('ann', 'token', null);
      await settle();
      expect(contents.texts).toEqual([1]);
    });

    it('aborts the call in flight when the last follower leaves, and when it is closed', async () => {
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
      expect(vi.getTimerCount()).toBe(timersBefore);
      expect(problems).toEqual([]);
      pollers.follow('ann', 'token', null)();
      await settle();
      expect(platform.running).toBe(0);
    });
  });

  describe('beside another instance', () => {
    let one: InstanceCoordination;
    let two: InstanceCoordination;
    let first: NotificationPollers;
    let second: NotificationPollers;

    beforeEach(async () => {
      one = new InstanceCoordination(events.coordination);
      two = new InstanceCoordination(events.coordination);
      first = instance({ coordination: one });
      second = instance({ coordination: two });
      first.follow('ann', 'first', null);
      await settle();
      second.follow('ann', 'second', null);
      await settle();
    });
    const pollsBy = (token: string): number => platform.calls.filter((call) => call.token === token).length;

    it('polls on one of them', async () => {
      await pass(10 * INTERVAL);
      expect(pollsBy('first')).toBe(11);
      expect(pollsBy('second')).toBe(0);
    });

    it('polls on the other at once after the first was closed', async () => {
      platform.send();
      await first.close();
      await settle();
      expect(pollsBy('second')).toBe(1);
      expect(contents.texts).toEqual([1]);
    });

    it('polls on the other within the lease time after the first died, and appends nothing twice', async () => {
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

    it('takes over from one whose tokens are all refused', async () => {
      platform.refusedTokens.add('first');
      platform.send();
      await pass(INTERVAL);
      expect(contents.texts).toEqual([1]);
      expect(pollsBy('second')).toBe(1);
    });

    it('polls on the one that has the lease when another is nudged', async () => {
      platform.calls.length = 0;
      platform.send();
      second.pollNow('ann');
      await settle();
      expect(platform.calls.map(({ token }) => token)).toEqual(['first']);
      expect(contents.texts).toEqual([1]);
    });

    it('widens the window on the one that polls for a follower who joins the other, until it was heard', async () => {
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

    it('ends the call in flight when the lease went to another, and appends nothing more', async () => {
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

    it('appends nothing after it was stopped for longer than its lease, though no timer has told', async () => {
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

    it('keeps a new lease when the store ends an old one late', async () => {
      await second.close();
      const lost = new LogUnavailable('unreachable', 'unknown');
      const release = vi.spyOn(one, 'releaseLease').mockRejectedValueOnce(lost);
      const renew = vi.spyOn(one, 'renewLease').mockResolvedValueOnce(false);
      await pass(2 * LEASE_TTL);
      expect(renew.mock.calls.length).toBeGreaterThan(1);
      await events.coordination.releaseLease(...(release.mock.calls[0] ?? ['', '']));
      expect(await events.coordination.acquireLease(topicOf('ann'), 'somebody', 1)).toBe(false);
    });

    it('keeps the lease through a poll that takes longer than it', async () => {
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

    it('appends nothing twice for those who listen when the store has lost everything', async () => {
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
});

describe('over Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ appendonly: 'yes', appendfsync: 'always' });
  });
  afterAll(() => server.stop());

  interface Instance {
    events: Events;
    pollers: NotificationPollers;
    /** Takes its network away for good. */
    die(): void;
  }

  async function redisInstance(platform: NotificationPlatform, prefix: string): Promise<Instance> {
    const proxy = await startRedisProxy(server.port);
    endings.push(() => proxy.close());
    const events = redisEvents({
      urls: [proxy.url],
      cluster: false,
      retention,
      prefix,
      timeout: 400,
      heartbeat: 200,
      pollInterval: 60_000,
    });
    endings.push(() => events.close());
    await until(() =>
      events.log.checkWritable(TOPIC).then(
        () => true,
        () => false,
      ),
    );
    const pollers = notificationPollers({
      log: events.log,
      coordination: events.coordination,
      topicOf,
      list: platform.list,
      interval: 50,
      leaseTtl: 1500,
      retention: retention.events,
    });
    endings.push(() => pollers.close());
    return { events, pollers, die: () => proxy.cut() };
  }

  async function pair(): Promise<{
    platform: NotificationPlatform;
    one: Instance;
    two: Instance;
    contents: TopicContents;
    prefix: string;
  }> {
    const platform = new NotificationPlatform();
    const prefix = randomUUID();
    const [one, two] = [await redisInstance(platform, prefix), await redisInstance(platform, prefix)];
    one.pollers.follow('ann', 'one', null);
    await until(() => platform.calls.length > 1);
    two.pollers.follow('ann', 'two', null);
    await until(async () => (await subscribers(server, prefix)) >= 2);
    return { platform, one, two, contents: contentsOf(two.events), prefix };
  }

  const pollsBy = (platform: NotificationPlatform, token: string): number =>
    platform.calls.filter((call) => call.token === token).length;

  it('polls on one of two instances, and brings each notification once and in order', async () => {
    const { platform, contents } = await pair();
    for (const number of numbers(1, 60)) {
      platform.send();
      await until(() => contents.texts.length === number || number % 5 !== 0);
    }
    await until(() => contents.texts.length >= 60);
    expect(contents.texts).toEqual(numbers(1, 60));
    expect(pollsBy(platform, 'two')).toBe(0);
    expect(platform.mostRunning).toBe(1);
  });

  it('hands over at once when an instance is closed, and within the lease time when it dies', async () => {
    const { platform, one, two, contents, prefix } = await pair();
    const closed = performance.now();
    await one.pollers.close();
    platform.send();
    await until(() => contents.texts.length === 1);
    // By a message; the timer of those who stand by would take a quarter of the lease time.
    expect(pollsBy(platform, 'two')).toBeGreaterThan(0);
    expect(performance.now() - closed).toBeLessThan(1500);

    const third = await redisInstance(platform, prefix);
    third.pollers.follow('ann', 'three', null);
    const watching = contentsOf(third.events);
    two.die();
    platform.send();
    await until(() => pollsBy(platform, 'three') > 0);
    await until(() => watching.texts.length >= 2);
    expect(watching.texts).toEqual([1, 2]);
    const calls = pollsBy(platform, 'two');
    await until(() => pollsBy(platform, 'three') > 5);
    expect(pollsBy(platform, 'two')).toBe(calls);
  });

  it('is nudged from another instance', async () => {
    const platform = new NotificationPlatform();
    const prefix = randomUUID();
    const { pollers, events } = await redisInstance(platform, prefix);
    const slow = notificationPollers({
      log: events.log,
      coordination: events.coordination,
      topicOf,
      list: platform.list,
      interval: HOUR,
      retention: DAY,
    });
    endings.push(() => slow.close());
    slow.follow('ann', 'token', null);
    const contents = contentsOf(events);
    await until(async () => platform.calls.length > 0 && (await subscribers(server, prefix)) > 0);
    platform.send();
    pollers.pollNow('ann');
    await until(() => contents.texts.length === 1);
  });

  it('loses nothing and repeats nothing when Redis is killed and comes back', async () => {
    const { platform, contents } = await pair();
    platform.sendMany(3);
    await until(() => contents.texts.length === 3);
    await server.kill();
    platform.sendMany(3);
    await server.start();
    const back = performance.now();
    await until(() => contents.texts.length >= 6);
    expect(performance.now() - back).toBeLessThan(10_000);
    expect(contents.texts).toEqual(numbers(1, 6));
    expect(platform.mostRunning).toBe(1);
  });

  it('repeats nothing after a flush', async () => {
    const { platform, contents } = await pair();
    platform.sendMany(3);
    await until(() => contents.texts.length === 3);
    // Both know how far it is: the one that stands by has looked since.
    const calls = platform.calls.length;
    await until(() => platform.calls.length > calls + 20);
    await server.command('FLUSHALL');
    platform.sendMany(3);
    await until(() => contents.texts.includes(6));
    expect(contents.texts).toEqual([1, 2, 3, { gap: 'LOG_REPLACED' }, 4, 5, 6]);
  });

  it('leaves no subscription and no lease in Redis when the last follower leaves', async () => {
    const platform = new NotificationPlatform();
    const prefix = randomUUID();
    const { pollers } = await redisInstance(platform, prefix);
    const leave = pollers.follow('ann', 'token', null);
    await until(
      async () => (await leases(server, prefix)).length === 1 && (await subscribers(server, prefix)) === 1,
    );
    leave();
    await until(
      async () => (await leases(server, prefix)).length === 0 && (await subscribers(server, prefix)) === 0,
    );
  });
});

describe('on the sandbox platform', () => {
  it('streams what others send, acknowledged or not, and what was sent while nobody listened', async () => {
    const sandbox = await startSandbox();
    endings.push(() => sandbox.close());
    const transport = undiciTransport({ connections: 4, timeout: 5000, responseLimit: 1_000_000 });
    endings.push(() => transport.close());
    const events = memoryEvents({ retention });
    const contents = contentsOf(events, topicOf('u-ana'));
    const problems: PollProblem[] = [];
    const pollers = notificationPollers({
      log: events.log,
      coordination: events.coordination,
      topicOf,
      list: async (token, { since, page, limit }, signal) => {
        const platform = createPlatform({
          addresses: addressesOf({
            platform: new URL(sandbox.url),
            notes: null,
            push: new URL(sandbox.pushUrl),
          }),
          send: transport.send,
          credential: { kind: 'user', token },
          signal,
        });
        const query = { acknowledge: true, limit, page, since: new Date(since).toISOString() };
        const found = await platform.read(listNotifications, query);
        return (found?.rows ?? []).map((row) => ({
          id: notificationIdOf(row),
          createdAt: Date.parse(row.createdDate ?? ''),
          payload: { text: row.text ?? null, path: row.path ?? null },
        }));
      },
      interval: 20,
      retention: retention.events,
      onError: (problem) => problems.push(problem),
    });
    endings.push(() => pollers.close());
    const send = (text: string) =>
      sandbox.sendNotification({ sender: 'u-marcus', receiver: 'u-ana', text, persist: true });

    // The school's own are from before.
    const leave = pollers.follow('u-ana', sandbox.credentials.student, null);
    await until(async () => (await events.coordination.readValue('notification-watermark:u-ana')) !== null);
    const texts = numbers(1, 230).map((number) => `number ${number}`);
    for (const text of texts.slice(0, 30)) send(text);
    await until(() => contents.texts.length === 30);
    leave();

    for (const text of texts.slice(30)) {
      const { notificationId } = send(text);
      if (text.endsWith('7')) await acknowledge(sandbox.pushUrl, sandbox.credentials.student, notificationId);
    }
    pollers.follow('u-ana', 'a token that is over', null);
    pollers.follow('u-ana', sandbox.credentials.student, null);
    pollers.follow('u-ana', 'another', null);
    await until(() => contents.texts.length >= 230);
    expect(contents.texts).toEqual(texts);
    expect(problems).toEqual([{ at: 'token', code: 'UNAUTHENTICATED', retryInMs: expect.any(Number) }]);
  });
});

async function acknowledge(address: string, token: string, notificationId: string): Promise<void> {
  const response = await fetch(new URL('/notifications/v1/acknowledge', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ notificationId }),
  });
  expect(response.status).toBe(200);
}

/** How many connections listen for what concerns a user's poller, on any instance. */
async function subscribers(server: RedisServer, prefix: string): Promise<number> {
  const channels = await server.command('PUBSUB', 'SHARDCHANNELS', `${prefix}:signal:*`);
  const [channel] = Array.isArray(channels) ? channels : [];
  if (channel === undefined) return 0;
  const counts = await server.command('PUBSUB', 'SHARDNUMSUB', String(channel));
  return Array.isArray(counts) ? Number(counts[1]) : 0;
}

async function leases(server: RedisServer, prefix: string): Promise<unknown[]> {
  const keys = await server.command('KEYS', `${prefix}:lease:*`);
  return Array.isArray(keys) ? keys : [];
}
