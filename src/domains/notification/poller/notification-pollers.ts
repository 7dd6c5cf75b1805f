import { visitAll } from '../../../lib/boundary.ts';
import type { PollSchedule } from '../../../lib/pacing/poll-schedule.ts';
import { type NotificationPollersOptions, type PollerSettings, settingsFrom } from './poller-settings.ts';
import { watermarkKey } from './stored-keys.ts';
import { type Baseline, POLL, type PollerState, UserPoller } from './user-poller.ts';
import { startingAt, toText } from './watermark.ts';

export type { PolledNotification, PolledPage } from './notification-list.ts';

/** Polls users' notifications from the platform into the event log. A user's state is in memory only while the user is followed. */
export class NotificationPollers {
  readonly schedule: PollSchedule;
  readonly #settings: PollerSettings;
  readonly #pollers = new Map<string, UserPoller>();
  /** Pollers by the tokens of their followers. */
  readonly #byToken = new Map<string, UserPoller>();
  /** Called when all have stopped. Null: it is open. */
  #onClosed: (() => void) | null = null;
  readonly #onStopped = (userId: string): void => {
    this.#pollers.delete(userId);
    if (this.#pollers.size === 0) this.#onClosed?.();
  };

  constructor(options: NotificationPollersOptions) {
    this.#settings = settingsFrom(options);
    this.schedule = this.#settings.schedule;
    options.ownership.onChance(() => visitAll([...this.#pollers.values()], (poller) => poller.onChance()));
  }

  /**
   * Polls the user's notifications while at least one follower exists.
   * @param from where polling starts without a watermark, in epoch milliseconds. Null: with the baseline, for a follower that
   *   awaits {@link whenReady}; notifications listed until then are not new.
   * @returns a function that stops following.
   */
  follow(userId: string, token: string, from: number | null): () => void {
    if (this.#onClosed) return () => {};
    const poller = this.#pollers.get(userId) ?? new UserPoller(userId, this.#settings, this.#onStopped);
    this.#pollers.set(userId, poller);
    const follower = poller.follow(token, from);
    this.#byToken.set(token, poller);
    return () => {
      if (!poller.unfollow(follower)) this.#byToken.delete(token);
    };
  }

  /**
   * Records now as the start of polling for a user who was never polled, even if the first stream opens later: notifications
   * listed from now on are new to every stream, even if another one starts at a baseline.
   * @throws LogUnavailable
   */
  startNow(userId: string): Promise<void> {
    const { coordination, now, overlap, watermarkTtl: ttl } = this.#settings;
    const text = toText(startingAt(now(), overlap));
    return coordination.writeValue(watermarkKey(userId), text, { ttl, ifAbsent: true });
  }

  /** Resolves once a baseline of a followed user's notifications is recorded, or could not be. */
  whenReady(userId: string): Promise<Baseline> {
    return this.#pollers.get(userId)?.whenReady() ?? Promise.resolve('platform');
  }

  /**
   * Signals the instance that polls for this user to poll now, ahead of others.
   * @param sender the credential that causes it. Each may do so at a limited rate; the poll then waits for its turn.
   */
  pollNow(userId: string, sender: string): void {
    const { schedule, coordination, topicOf, boundary } = this.#settings;
    if (!schedule.jumps.allows(sender)) return;
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

  /** Number of users followed on this instance, by poller state. */
  states(): Readonly<Record<PollerState, number>> {
    const states = { polling: 0, standby: 0, failing: 0, idle: 0 };
    for (const poller of this.#pollers.values()) states[poller.state] += 1;
    return states;
  }

  /** Cancels polls in flight, stops polling and releases the users' topics. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#onClosed = resolve;
      for (const poller of [...this.#pollers.values()]) poller.close();
      if (this.#pollers.size === 0) resolve();
    });
  }
}
