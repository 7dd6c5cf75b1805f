import { describe, expect, it, vi } from 'vitest';
import { memoryEvents } from '../../../src/events/memory/events.ts';
import {
  contentsOf,
  DAY,
  HOUR,
  INTERVAL,
  numbers,
  OVERLAP,
  retention,
  seldom,
  startPoller,
  startPollerProcess,
} from '../../support/notification-pollers.ts';

describe('a notification poller that sees notifications again', () => {
  it('reads overlapping windows, so that a row that becomes visible late is appended', async () => {
    const { platform, contents, pass } = await startPoller();
    await pass(OVERLAP);
    const newest = platform.send();
    await pass(INTERVAL);
    const late = platform.send({ createdAt: (newest.createdAt ?? 0) - OVERLAP + 1 });
    await pass(INTERVAL);
    expect(platform.calls.at(-1)?.since).toBe((newest.createdAt ?? 0) - OVERLAP);
    expect(contents.items).toEqual([newest.payload, late.payload]);
  });

  it('appends each ID once, and keeps its duplicate key longer than overlap and retention', async () => {
    const { clock, platform, events, contents, instance, pollers, pass, settle } = await startPoller();
    const append = vi.spyOn(events.log, 'append');
    platform.send();
    await pass(4 * INTERVAL);
    expect(contents.texts).toEqual([1]);
    const duplicate = append.mock.calls[0]?.[2]?.duplicate;
    expect(duplicate).toMatchObject({ key: 'id:n1' });
    expect(duplicate && 'within' in duplicate && duplicate.within).toBeGreaterThan(
      OVERLAP + retention.events,
    );

    // The same by the log's duplicate check alone, without any other state.
    await pollers.close();
    await events.coordination.removeValue('notification-watermark:ann');
    instance().follow('ann', 'token', clock.now() - HOUR);
    await settle();
    expect(append.mock.calls.length).toBeGreaterThan(1);
    expect(contents.texts).toEqual([1]);
  });

  it('knows a notification again by a digest, if its ID could be a name', async () => {
    const { platform, events, contents, pass } = await startPoller();
    const append = vi.spyOn(events.log, 'append');
    platform.send({ id: 'for Ana Ferreira' });
    platform.send({ id: 'for Kofi Mensah' });
    await pass(4 * INTERVAL);
    expect(contents.texts).toEqual([1, 2]);
    const keys = append.mock.calls.map(([, , options]) => options?.duplicate?.key);
    expect(keys).toEqual([expect.stringMatching(/^id:[\w-]{22}$/), expect.stringMatching(/^id:[\w-]{22}$/)]);
  });

  it('appends nothing again that the log has lost after its readers received it, however old a cursor is', async () => {
    const { clock, platform, events, coordination, instance, pass, pollers } = await startPoller();
    const startedAt = clock.now();
    platform.send();
    await pass(INTERVAL);
    // A failover to a replica that lacks the newest writes.
    const emptied = memoryEvents({ clock, retention });
    const after = contentsOf(emptied);
    coordination.shared = emptied.coordination;
    vi.spyOn(events.log, 'append').mockImplementation((...args) => emptied.log.append(...args));
    for (const listener of coordination.listeners) listener(null);
    await pass(INTERVAL);
    platform.send();
    await pass(3 * OVERLAP);
    platform.send();
    await pass(3 * OVERLAP);
    await pollers.close();
    platform.calls.length = 0;
    instance().follow('ann', 'returning', startedAt);
    await pass(INTERVAL);
    expect(after.texts).toEqual([2, 3]);
  });

  it('recognizes a notification without an ID by its content, in any order of members', async () => {
    const { platform, contents, pass } = await startPoller();
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

  it('does not append the latest row again days later, when the log has expired it', async () => {
    const { platform, events, instance, pass, pollers } = await startPoller(seldom);
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

  it('keeps rows without a time in place and appends them once', async () => {
    const { platform, contents, pass } = await startPoller();
    await pass(1000);
    platform.send();
    await pass(1);
    platform.send({ createdAt: null });
    await pass(1);
    platform.send();
    await pass(10 * INTERVAL);
    expect(contents.texts).toEqual([1, 2, 3]);
  });

  it('uses its own clock if no row has a time', async () => {
    const { platform, contents, running, pass } = await startPollerProcess();
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

  it('ignores the time of a row from the future', async () => {
    const { platform, contents, pass } = await startPoller();
    platform.send({ createdAt: Date.parse('2099-01-01') });
    await pass(INTERVAL);
    platform.send();
    await pass(2 * OVERLAP);
    platform.send();
    await pass(INTERVAL);
    expect(contents.texts).toEqual([1, 2, 3]);
  });
});
