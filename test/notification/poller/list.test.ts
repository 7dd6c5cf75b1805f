import { describe, expect, it } from 'vitest';
import type { PolledNotification } from '../../../src/domains/notification/poller/notification-pollers.ts';
import type { NotificationPlatform } from '../../support/notification-platform.ts';
import {
  HOUR,
  INTERVAL,
  numbers,
  startPoller,
  startPollerProcess,
} from '../../support/notification-pollers.ts';

describe('a notification poller that reads the list', () => {
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

  it.each(orders)('appends all pages, oldest first, if the platform lists %s', async (_name, order) => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.order = order;
    const start = clock.now();
    await pass(1000);
    platform.sendMany(257, (index) => ({ createdAt: start + index }));
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 257));
    expect(platform.calls.map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it('requests one page if the list is short or empty', async () => {
    const { platform, contents, pass } = await startPoller();
    await pass(INTERVAL);
    platform.sendMany(3);
    await pass(INTERVAL);
    expect(platform.calls.map(({ page }) => page)).toEqual([1, 1]);
    expect(contents.texts).toEqual([1, 2, 3]);
  });

  it('keeps the order of rows created in the same millisecond', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.sendMany(150, () => ({ createdAt: clock.now() + 1 }));
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 150));

    platform.sendMany(150, () => ({ createdAt: clock.now() + 1 }));
    platform.before = ({ page }) => {
      if (page !== 2) return;
      platform.send({ createdAt: platform.rows.at(-1)?.createdAt ?? null });
      platform.before = () => {};
    };
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 301));
  });

  it('finds every row if the platform returns smaller pages than requested', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.largestPage = 20;
    platform.sendMany(65, (index) => ({ createdAt: clock.now() + index + 1 }));
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 65));
  });

  it('stops if the platform ignores the page number', async () => {
    const { clock, platform, contents, running, pass } = await startPollerProcess();
    await running({
      list: async (token, query, signal) => platform.list(token, { ...query, page: 1 }, signal),
    });
    platform.sendMany(40, (index) => ({ createdAt: clock.now() + index + 1 }));
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 40));
    expect(platform.calls.length).toBeLessThan(5);
  });

  it('ignores rows from before the window', async () => {
    const { clock, platform, contents, running, pass } = await startPollerProcess();
    platform.send({ createdAt: clock.now() - HOUR });
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

  it('loses nothing if rows arrive while the pages are read', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.sendMany(250, (index) => ({ createdAt: clock.now() + index + 1 }));
    await pass(INTERVAL - 1);
    platform.before = ({ page }) => {
      if (page === 2) platform.sendMany(3, (index) => ({ createdAt: clock.now() + index }));
      if (platform.rows.length > 260) platform.before = () => {};
    };
    await pass(4 * INTERVAL);
    expect(platform.rows.length).toBeGreaterThan(255);
    expect(contents.texts).toEqual(numbers(1, platform.rows.length));
  });

  it('loses nothing if rows are removed while the pages are read and others move to an earlier page', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.sendMany(250, (index) => ({ createdAt: clock.now() + index + 1 }));
    platform.before = ({ page }) => {
      if (page !== 2) return;
      // Five of the newest, from the page that has already been read.
      platform.rows.splice(-5);
      platform.before = () => {};
    };
    await pass(INTERVAL);
    expect(contents.texts).toEqual(numbers(1, 250));
  });

  it('does not move the watermark while the list keeps changing', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    const moving = clock.now() + 1;
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

  it('reports a gap when the list is too long to read', async () => {
    const { clock, platform, contents, pass } = await startPoller();
    platform.largestPage = 10;
    platform.sendMany(5010, (index) => ({ createdAt: clock.now() + index + 1 }));
    await pass(2 * INTERVAL);
    expect(
      contents.items.filter((item) => JSON.stringify(item) === '{"gap":"UPSTREAM_INCOMPLETE"}'),
    ).toHaveLength(1);
    expect(contents.texts).toContain(5010);
  });
});
