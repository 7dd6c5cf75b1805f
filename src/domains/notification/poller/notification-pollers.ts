import {
  channelOf,
  POLL,
  type PollerSettings,
  type PollerState,
  type PollerTerms,
  UserPoller,
} from './user-poller.ts';

export type { PolledNotification } from './notification-list.ts';
export type { PollProblem } from './user-poller.ts';

/** Settings, all but the first few with a default. Times in milliseconds. */
export interface NotificationPollersOptions
  extends Pick<PollerSettings, 'log' | 'coordination' | 'topicOf' | 'list' | 'interval'>,
    Partial<Pick<PollerSettings, 'overlap' | 'longestBackOff' | 'now' | 'onError'>> {
  /** For which the log keeps events. A notification is recognised for longer than this and the overlap. */
  retention: number;
  /** Within which another instance takes over from one that died. Default: 2 intervals, from 2 to 6 seconds. */
  leaseTtl?: number;
}

/** Brings users' notifications from the platform into the log. */
export interface NotificationPollers {
  /**
   * Keeps the user's notifications flowing into the log while at least one follower is there.
   * @param from epoch milliseconds of the follower's cursor; null: from now.
   * @param waits the follower waits for {@link begun} before it counts what comes as new.
   * @returns ends the following.
   */
  follow(userId: string, token: string, from: number | null, waits?: boolean): () => void;
  /**
   * Resolves with true once it is known what the platform listed for a followed user before, so that nothing that
   * comes later is missed; with false where the platform could not be asked.
   */
  begun(userId: string): Promise<boolean>;
  /** Asks whichever instance polls for this user to poll now. */
  nudge(userId: string): void;
  /** How many users are followed here, by what their poller does now. */
  states(): Readonly<Record<PollerState, number>>;
  /** Ends all polling and calls in flight, and hands the leases over. */
  close(): Promise<void>;
}

/** Beside the log: what one user's notifications need is in memory only while somebody follows them. */
export function notificationPollers(options: NotificationPollersOptions): NotificationPollers {
  const terms = termsOf(options);
  const pollers = new Map<string, UserPoller>();
  let closed = false;

  const pollerOf = (userId: string): UserPoller => {
    const poller = pollers.get(userId) ?? new UserPoller(userId, terms, () => pollers.delete(userId));
    pollers.set(userId, poller);
    return poller;
  };
  return {
    follow: (userId, token, from, waits) => (closed ? () => {} : pollerOf(userId).follow(token, from, waits)),
    begun: (userId) => pollers.get(userId)?.begun() ?? Promise.resolve(false),
    nudge: (userId) => {
      const poll = async (): Promise<void> => {
        const sent = await options.coordination.signal(channelOf(userId), POLL).catch(() => false);
        // While the store is away an instance may still poll under the rest of its lease.
        if (!sent) pollers.get(userId)?.hear(POLL);
      };
      void poll();
    },
    states: () => {
      const states = { polling: 0, 'standing-by': 0, failing: 0, idle: 0 };
      for (const poller of pollers.values()) states[poller.state] += 1;
      return states;
    },
    close: async () => {
      closed = true;
      await Promise.all([...pollers.values()].map((poller) => poller.close()));
    },
  };
}

function termsOf(options: NotificationPollersOptions): PollerTerms {
  const { log, coordination, topicOf, list, interval, retention } = options;
  // Five intervals, but at least a minute for clocks that differ; twelve, for a platform that recovers slowly.
  const overlap = Math.ceil(options.overlap ?? Math.max(5 * interval, 60_000));
  const leaseTtl = options.leaseTtl ?? Math.min(Math.max(2 * interval, 2000), 6000);
  return {
    log,
    coordination,
    topicOf,
    list,
    interval,
    overlap,
    // The log counts from the append, the platform's rows from their creation: a second overlap lies between the two.
    rememberFor: Math.ceil(retention) + 2 * overlap,
    // Together they make the time in which somebody else takes over.
    leaseDuration: Math.floor(leaseTtl * 0.75),
    standByInterval: leaseTtl / 4,
    longestBackOff: options.longestBackOff ?? Math.max(12 * interval, 60_000),
    now: options.now ?? Date.now,
    onError: options.onError ?? (() => {}),
  };
}
