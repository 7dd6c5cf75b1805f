import { expect, onTestFinished, vi } from 'vitest';
import {
  type NotificationPollers,
  type NotificationPollersOptions,
  notificationPollers,
  type PollProblem,
} from '../../src/domains/notification/poller/notification-pollers.ts';
import type { Events } from '../../src/events/events.ts';
import { memoryEvents } from '../../src/events/memory.ts';
import { InstanceCoordination, NotificationPlatform, TopicContents } from './notification-platform.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const INTERVAL = 5000;
export const OVERLAP = 60_000;
export const retention = { events: DAY, entries: 100_000, snapshots: null };
/** The interval for tests that span days. */
export const seldom = { interval: 60_000 };
export const topicOf = (userId: string): string => `notifications:${userId}`;
export const TOPIC = topicOf('ann');

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Advances the fake clock. */
export const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

/** Waits until all work at the current time of the fake clock is done. */
export const settle = (): Promise<unknown> => pass(0);

export function contentsOf(events: Events, topic = TOPIC): TopicContents {
  const contents = new TopicContents(events.log, topic);
  onTestFinished(() => contents.close());
  return contents;
}

/** Pollers of one process, under a fake clock. */
export interface PollerProcess {
  platform: NotificationPlatform;
  events: Events;
  /** The entries of Ann's topic. */
  contents: TopicContents;
  coordination: InstanceCoordination;
  problems: PollProblem[];
  /** Number of timers before any poller. */
  timersBefore: number;
  instance(changes?: Partial<NotificationPollersOptions>): NotificationPollers;
  /** Starts an instance that polls for Ann, and waits for its first poll, which `platform.calls` excludes. */
  running(changes?: Partial<NotificationPollersOptions>): Promise<NotificationPollers>;
}

/** Cleans up when the test has finished. */
export async function startPollerProcess(): Promise<PollerProcess> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.parse('2026-09-01T12:00:00.000Z'),
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const platform = new NotificationPlatform();
  const events = memoryEvents({ retention });
  const contents = contentsOf(events);
  const coordination = new InstanceCoordination(events.coordination);
  const problems: PollProblem[] = [];
  const instance = (changes: Partial<NotificationPollersOptions> = {}): NotificationPollers => {
    const pollers = notificationPollers({
      log: events.log,
      coordination,
      ownership: events.ownership,
      topicOf,
      list: platform.list,
      interval: INTERVAL,
      maxInterval: INTERVAL,
      budget: 1000,
      retention: retention.events,
      onError: (problem) => problems.push(problem),
      ...changes,
    });
    onTestFinished(() => pollers.close());
    return pollers;
  };
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
    platform,
    events,
    contents,
    coordination,
    problems,
    timersBefore: vi.getTimerCount(),
    instance,
    running,
  };
}
