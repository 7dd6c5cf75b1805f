import {
  type Baseline,
  channelOf,
  POLL,
  type PollerSettings,
  type PollerState,
  type ResolvedPollerSettings,
  UserPoller,
} from './user-poller.ts';

export type { PolledNotification } from './notification-list.ts';
export type { PollProblem } from './user-poller.ts';

/** Poller settings. Times in milliseconds. */
export interface NotificationPollersOptions
  extends Pick<PollerSettings, 'log' | 'coordination' | 'ownership' | 'topicOf' | 'list' | 'interval'>,
    Partial<Pick<PollerSettings, 'overlap' | 'maxBackoff' | 'now' | 'onError'>> {
  /** Event retention of the log. Notifications are deduplicated for longer than this plus the overlap. */
  retention: number;
}

/** Polls users' notifications from the platform into the event log. */
export interface NotificationPollers {
  /**
   * Polls the user's notifications while at least one follower exists.
   * @param from epoch milliseconds of the follower's cursor. Null: from now.
   * @param awaitsReady the follower awaits {@link whenReady} before it treats notifications as new.
   * @returns stops following.
   */
  follow(userId: string, token: string, from: number | null, awaitsReady?: boolean): () => void;
  /** Resolves once a baseline of a followed user's notifications is recorded, or could not be. */
  whenReady(userId: string): Promise<Baseline>;
  /** Asks the instance that polls for this user to poll now. */
  pollNow(userId: string): void;
  /** Number of users followed on this instance, by poller state. */
  states(): Readonly<Record<PollerState, number>>;
  /** Cancels polls in flight, stops polling and releases the users' topics. */
  close(): Promise<void>;
}

/** Creates the pollers. A user's state is in memory only while the user is followed. */
export function notificationPollers(options: NotificationPollersOptions): NotificationPollers {
  const settings = settingsFrom(options);
  const pollers = new Map<string, UserPoller>();
  let closed = false;

  const pollerOf = (userId: string): UserPoller => {
    const poller = pollers.get(userId) ?? new UserPoller(userId, settings, () => pollers.delete(userId));
    pollers.set(userId, poller);
    return poller;
  };
  return {
    follow: (userId, token, from, awaitsReady) =>
      closed ? () => {} : pollerOf(userId).follow(token, from, awaitsReady),
    whenReady: (userId) => pollers.get(userId)?.whenReady() ?? Promise.resolve('platform'),
    pollNow: (userId) => {
      const poll = async (): Promise<void> => {
        const sent = await options.coordination.signal(channelOf(userId), POLL).catch(() => false);
        // While the store is unreachable, this instance may still be polling: it learns of that by its heartbeats.
        if (!sent) pollers.get(userId)?.onMessage(POLL);
      };
      void poll();
    },
    states: () => {
      const states = { polling: 0, standby: 0, failing: 0, idle: 0 };
      for (const poller of pollers.values()) states[poller.state] += 1;
      return states;
    },
    close: async () => {
      closed = true;
      await Promise.all([...pollers.values()].map((poller) => poller.close()));
    },
  };
}

function settingsFrom(options: NotificationPollersOptions): ResolvedPollerSettings {
  const { log, coordination, ownership, topicOf, list, interval, retention } = options;
  // At least a minute of overlap for clock skew, and of backoff for a platform that recovers slowly.
  const overlap = Math.ceil(options.overlap ?? Math.max(5 * interval, 60_000));
  return {
    log,
    coordination,
    ownership,
    topicOf,
    list,
    interval,
    overlap,
    // The log measures from the append, the platform from creation: the second overlap covers the difference.
    rememberFor: Math.ceil(retention) + 2 * overlap,
    maxBackoff: options.maxBackoff ?? Math.max(12 * interval, 60_000),
    now: options.now ?? Date.now,
    onError: options.onError ?? (() => {}),
  };
}
