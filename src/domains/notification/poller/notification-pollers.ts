import { Boundary, visitAll } from '../../../lib/boundary.ts';
import type { Baseline } from './baseline.ts';
import { POLL } from './poll-messages.ts';
import { type PollObserver, type PollPace, PollSchedule } from './poll-schedule.ts';
import type { PollerSettings, ResolvedPollerSettings } from './poller-settings.ts';
import { type PollerState, UserPoller } from './user-poller.ts';

export type { PolledNotification, PolledPage } from './notification-list.ts';
export type { PollProblem } from './poll-problem.ts';

/** Poller settings. Times in milliseconds. */
export interface NotificationPollersOptions
  extends PollPace,
    Pick<PollerSettings, 'clock' | 'log' | 'coordination' | 'ownership' | 'topicOf' | 'list'>,
    Partial<Pick<PollerSettings, 'now' | 'onError' | 'boundary'>> {
  /** Event retention of the log. Notifications are deduplicated for longer than this plus the overlap. */
  retention: number;
  /** This instance's part of the budget, 0 to 1. Default: all of it. */
  share?: () => number;
  /** Called with the number of users that this instance polls when it changes. */
  onPolled?: (users: number) => void;
  observer?: PollObserver;
}

/** Polls users' notifications from the platform into the event log. A user's state is in memory only while the user is followed. */
export class NotificationPollers {
  readonly #settings: ResolvedPollerSettings;
  readonly #pollers = new Map<string, UserPoller>();
  /** Pollers by the tokens of their followers. */
  readonly #byToken = new Map<string, UserPoller>();
  #closed = false;

  constructor(options: NotificationPollersOptions) {
    this.#settings = settingsFrom(options);
    options.ownership.onChance(() => visitAll([...this.#pollers.values()], (poller) => poller.onChance()));
  }

  /**
   * Polls the user's notifications while at least one follower exists.
   * @param from epoch milliseconds of the follower's cursor. Null: from now.
   * @param awaitsReady the follower awaits {@link whenReady} before it treats notifications as new.
   * @returns a function that stops following.
   */
  follow(userId: string, token: string, from: number | null, awaitsReady?: boolean): () => void {
    if (this.#closed) return () => {};
    const poller =
      this.#pollers.get(userId) ??
      new UserPoller(userId, this.#settings, (idle) => void this.#pollers.delete(idle));
    this.#pollers.set(userId, poller);
    const follower = poller.follow(token, from, awaitsReady);
    this.#byToken.set(token, poller);
    return () => {
      poller.unfollow(follower);
      if (!poller.hasFollower(token)) this.#byToken.delete(token);
    };
  }

  /** Resolves once a baseline of a followed user's notifications is recorded, or could not be. */
  whenReady(userId: string): Promise<Baseline> {
    return this.#pollers.get(userId)?.whenReady() ?? Promise.resolve('platform');
  }

  /**
   * Milliseconds until a new user's baseline can be read. A follower that would not wait that long should retry after this
   * time.
   */
  get baselineDelay(): number {
    return this.#settings.schedule.jumpDelay;
  }

  /**
   * Asks the instance that polls for this user to poll now, ahead of others.
   * @param sender the credential that causes it. Each may do so at a limited rate; the poll then waits for its turn.
   */
  pollNow(userId: string, sender: string): void {
    const { schedule, coordination, topicOf, boundary } = this.#settings;
    if (!schedule.allowsJump(sender)) return;
    boundary.run('notification poll', async () => {
      const sent = await coordination.signal(topicOf(userId), POLL).catch(() => false);
      // While the store is unreachable, this instance may still be polling: until its lease ends.
      if (!sent) this.#pollers.get(userId)?.onMessage(POLL);
    });
  }

  /** Records that the user with this token ran an operation. Users without recent operations are polled less often. */
  markActive(token: string): void {
    this.#byToken.get(token)?.markActive();
  }

  /** Platform calls per second that this instance may make for polls. */
  get rate(): number {
    return this.#settings.schedule.rate;
  }

  /** Milliseconds since the oldest due poll became due. 0: none is. */
  get overdue(): number {
    return this.#settings.schedule.overdue;
  }

  /** Number of users followed on this instance, by poller state. */
  states(): Readonly<Record<PollerState, number>> {
    const states = { polling: 0, standby: 0, failing: 0, idle: 0 };
    for (const poller of this.#pollers.values()) states[poller.state] += 1;
    return states;
  }

  /** Cancels polls in flight, stops polling and releases the users' topics. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pollers.values()].map((poller) => poller.close()));
  }
}

function settingsFrom(options: NotificationPollersOptions): ResolvedPollerSettings {
  const { clock, interval, retention } = options;
  // At least a minute: of overlap, for clock skew; of backoff, for a platform that recovers slowly.
  const overlap = Math.ceil(Math.max(5 * interval, 60_000));
  return {
    now: () => clock.now(),
    onError: () => {},
    boundary: new Boundary(() => {}),
    ...options,
    schedule: new PollSchedule({ share: () => 1, onPolled: () => {}, observer: null, ...options }),
    overlap,
    // The log measures from the append, the platform from creation: the second overlap covers the difference.
    rememberFor: Math.ceil(retention) + 2 * overlap,
    maxBackoff: Math.max(12 * interval, 60_000),
  };
}
