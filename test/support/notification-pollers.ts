import { expect, onTestFinished, vi } from 'vitest';
import { NotificationPollers } from '../../src/domains/notification/poller/notification-pollers.ts';
import type { NotificationPollersOptions } from '../../src/domains/notification/poller/poller-settings.ts';
import type { Events } from '../../src/events/events.ts';
import { memoryEvents } from '../../src/events/memory/events.ts';
import type { PollProblem } from '../../src/events/poll-problem.ts';
import { FakeClock } from './fake-clock.ts';
import { InstanceCoordination, NotificationPlatform, TopicContents } from './notification-platform.ts';
import { strictBoundary } from './strict-boundary.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const INTERVAL = 5000;
export const OVERLAP = 60_000;
export const retention = { events: DAY, entries: 100_000, bytes: 4_000_000, snapshots: null };
/** The interval for tests that span days. */
export const seldom = { interval: 60_000, maxInterval: 60_000 };
export const topicOf = (userId: string): string => `notifications:${userId}`;
const TOPIC = topicOf('ann');

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

export function contentsOf(events: Events, topic = TOPIC): TopicContents {
  const contents = new TopicContents(events.log, topic);
  onTestFinished(() => contents.close());
  return contents;
}

/** Pollers of one process, under a fake clock. */
export type PollerProcess = Awaited<ReturnType<typeof startPollerProcess>>;

/** Cleans up when the test has finished. */
export async function startPollerProcess() {
  const clock = new FakeClock();
  /** Advances the clock. */
  const pass = (milliseconds: number): Promise<void> => clock.advance(milliseconds);
  /** Waits until all work at the current time is done. */
  const settle = (): Promise<void> => pass(0);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  const platform = new NotificationPlatform(clock);
  const events = memoryEvents({ clock, retention });
  /** The entries of Ann's topic. */
  const contents = contentsOf(events);
  const coordination = new InstanceCoordination(events.coordination);
  const problems: PollProblem[] = [];
  const instance = (changes: Partial<NotificationPollersOptions> = {}): NotificationPollers => {
    const pollers = new NotificationPollers({
      clock,
      log: events.log,
      coordination,
      ownership: events.ownership,
      topicOf,
      list: platform.list,
      interval: INTERVAL,
      maxInterval: INTERVAL,
      budget: 1000,
      retention: retention.events,
      now: () => clock.now(),
      share: () => 1,
      onPolled: () => {},
      observer: { called: () => {}, refreshed: () => {} },
      boundary: strictBoundary(),
      onError: (problem) => problems.push(problem),
      ...changes,
    });
    onTestFinished(() => pollers.close());
    return pollers;
  };
  /** Starts an instance that polls for Ann, and waits for its first poll, which `platform.calls` excludes. */
  const running = async (changes: Partial<NotificationPollersOptions> = {}): Promise<NotificationPollers> => {
    const pollers = instance(changes);
    pollers.follow('ann', 'token', null);
    await settle();
    expect(platform.calls.length).toBeGreaterThan(0);
    platform.calls.length = 0;
    return pollers;
  };
  await settle();
  return {
    clock,
    pass,
    settle,
    platform,
    events,
    contents,
    coordination,
    problems,
    /** Number of timers before any poller. */
    timersBefore: clock.timers,
    instance,
    running,
  };
}

/** Pollers of one process, of which one polls for Ann and has done so once. */
export async function startPoller(
  changes: Partial<NotificationPollersOptions> = {},
): Promise<PollerProcess & { pollers: NotificationPollers }> {
  const process = await startPollerProcess();
  return { ...process, pollers: await process.running(changes) };
}
