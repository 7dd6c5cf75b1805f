import type { CursorBinding } from '../../events/cursor.ts';
import { asJson, canonical, type Json } from '../../events/json.ts';
import type { Position } from '../../events/log.ts';
import { eventLogUnavailable, rejectUnavailable } from '../../events/streamed-write.ts';
import type { TopicItem, TopicStreams } from '../../events/topic-stream.ts';
import { GatewayError } from '../../graph/errors.ts';
import { PullStream, type Receiver } from '../../lib/pull-stream.ts';
import type { Platform } from '../../platform/client.ts';
import { CLOCK_ACCURACY } from '../../platform/platform-clock.ts';
import {
  createdAtOf,
  isPushedOnly,
  type NotificationRow,
  notificationIdOf,
  readNotification,
  receiverIdOf,
} from '../../platform/routes/notification.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { storableNotification } from '../../platform/storable.ts';
import type { Context } from '../context.ts';
import {
  arrived,
  type KnownNotification,
  listed,
  MAXIMUM_LOOKUP_PAGES,
  replayed,
} from './known-notification.ts';
import { ListedNotifications, MARGIN, readListed } from './listed-notifications.ts';
import type { PolledPage } from './poller/notification-pollers.ts';
import { notificationsOf } from './topic.ts';

/** An item of a notification subscription. */
export interface NotificationItem {
  cursor: string;
  replayed: boolean;
  gap: TopicItem['gap'];
  notification: KnownNotification | null;
  appendedAt: TopicItem['appendedAt'];
}

/** Kind of the events in a notification topic. */
export const NOTIFICATION_KIND = 'notification';
/** Bounds for the milliseconds after which a client may retry to open a stream. */
const SHORTEST_RETRY = 1000;
const LONGEST_RETRY = 30_000;
/** Maximum pages read from the platform to fill a trimmed stream. */
export const MAXIMUM_FILL_PAGES = 50;

/** Reads one page of a user's stored notifications for the poller, including acknowledged ones. */
export async function pollNotifications(
  platform: Platform,
  position: { since: number; page: number; limit: number },
): Promise<PolledPage> {
  const response = await readListed(platform, position);
  const rows = response.rows.map((row) => ({
    id: notificationIdOf(row),
    createdAt: createdAtOf(row),
    payload: storedForm(row),
  }));
  return { rows, sent: response.sent };
}

/**
 * Stored form of a notification: documented properties only, users by ID alone. Other properties may contain personal
 * data, so they are not stored.
 */
export const storedForm = (row: NotificationRow): Json =>
  asJson(
    storableNotification({
      notificationId: notificationIdOf(row),
      text: row.text,
      textParameters: row.textParameters,
      path: row.path,
      persist: row.persist,
      acknowledge: row.acknowledge ?? row.acknowledged,
      createdDate: row.createdDate ?? row.createdAt,
      receiver: receiverIdOf(row),
    }),
  );

/** The stored members of a notification except its ID and the flag that changes. */
const unidentifiedForm = (row: NotificationRow): string =>
  canonical(
    storedForm({ ...row, notificationId: null, id: null, _id: null, acknowledge: null, acknowledged: null }),
  );

/**
 * Opens the stream of the signed-in user's notifications. The platform confirms the user. While the stream is open, a
 * poller appends notifications sent by others to the log.
 */
export async function openNotifications(after: string | null, context: Context): Promise<Notifications> {
  const { events, platform, account, signal, resumeAfter } = context;
  const { credential } = platform;
  const readProfile = () => platform.unshared().read(readOwnProfile, {});
  const profile = await (credential.kind === 'user'
    ? events.confirmByRead({ authorization: credential.token, lane: platform.lane, signal }, readProfile)
    : readProfile());
  if (!profile || credential.kind !== 'user') {
    throw new GatewayError('NOT_FOUND', 'The platform returned no profile for the signed-in user.');
  }
  const userId = String(profile.userId);
  const binding = notificationsOf(userId);
  const openedAt = events.platformNow();
  const start = await events.streams.start(binding, after, resumeAfter).catch(rejectUnavailable);
  const from = typeof start === 'string' ? null : start;
  const pollFrom = start === 'now' ? null : from?.time || events.clock.now();
  const unfollow = events.pollers.follow(userId, credential.token, pollFrom);
  // The position is sent only once no later notification can be missed.
  const baseline = start === 'now' ? await events.pollers.whenReady(userId) : 'ready';
  if (baseline !== 'ready') {
    unfollow();
    if (baseline === 'store') throw eventLogUnavailable();
    if (baseline === 'busy') throw tooManyAtOnce(events.pollers.schedule.queue.jumpDelay);
    throw new GatewayError(
      'UPSTREAM_UNAVAILABLE',
      'Notifications cannot be read from the platform right now: try again.',
    );
  }
  const source = events.streams.open(binding, start, signal, account);
  return new Notifications(source, { from, openedAt, binding, streams: events.streams, platform, unfollow });
}

/** @param delay milliseconds until the platform call that a new stream needs. */
const tooManyAtOnce = (delay: number): GatewayError =>
  new GatewayError('RATE_LIMITED', 'Too many streams are being opened right now: try again.', {
    retryAfterMs: Math.round(Math.min(Math.max(delay, SHORTEST_RETRY), LONGEST_RETRY)),
    reason: 'load',
  });

/** Reads notifications after a time from the platform, oldest first. A page without new ones ends the list. */
async function readMissedSince(platform: Platform, since: number): Promise<NotificationRow[]> {
  const found = new Map<string, NotificationRow>();
  for (let page = 1; page <= MAXIMUM_FILL_PAGES; page += 1) {
    const response = await readListed(platform, { since, page });
    const before = found.size;
    for (const row of response.rows) found.set(notificationIdOf(row) ?? JSON.stringify(row), row);
    if (found.size === before) break;
  }
  return [...found.values()].sort((a, b) => (createdAtOf(a) ?? 0) - (createdAtOf(b) ?? 0));
}

interface NotificationsOptions {
  /** Position of the caller's cursor. Null: it had none. */
  from: Position | null;
  /** By the platform's clock, in epoch milliseconds. */
  openedAt: number;
  binding: CursorBinding;
  streams: TopicStreams;
  platform: Platform;
  unfollow(): void;
}

/** The value of the subscription's field. */
interface Payload {
  notificationReceived: NotificationItem;
}

/**
 * Notifications from the log. If the log was trimmed past the caller's cursor, the missing ones are read from the platform.
 * Their cursors carry the old position with their own time, so that a caller who disconnects midway resumes the fill from
 * there. Filled notifications are skipped when the log returns them. Replayed notifications share one search of the list.
 */
class Notifications extends PullStream<Payload> implements Receiver<TopicItem> {
  readonly #source: PullStream<TopicItem>;
  readonly #options: NotificationsOptions;
  /** IDs of those that were read from the platform. Null: none were. */
  #filled: Set<string> | null = null;
  /** Null: nothing has been replayed. */
  #list: ListedNotifications | null = null;
  /** Read from the platform, but not delivered yet. */
  #queue: NotificationItem[] = [];
  #ended = false;

  constructor(source: PullStream<TopicItem>, options: NotificationsOptions) {
    super();
    this.#source = source;
    this.#options = options;
  }

  pull(receiver: Receiver<Payload>): void {
    const queued = this.#queue.shift();
    if (queued) {
      receiver.onItem({ notificationReceived: queued });
      return;
    }
    this.receiver = receiver;
    this.#source.pull(this);
  }

  close(): void {
    this.#end();
    this.#source.close();
    // The source has delivered already if the list is being read.
    this.take()?.onEnd();
  }

  onItem(item: TopicItem): void {
    if (item.gap?.reason !== 'TRIMMED') this.#deliver(item);
    else
      this.#fill()
        .then(() => this.#deliver(item))
        .catch((error: unknown) => this.onError(error));
  }

  onEnd(): void {
    this.#end();
    this.take()?.onEnd();
  }

  onError(error: unknown): void {
    this.take()?.onError(error);
  }

  #deliver(item: TopicItem): void {
    const { event } = item;
    const row = event && readNotification(event.payload);
    if (event && (row === null || this.#wasFilled(row))) {
      this.#source.pull(this);
      return;
    }
    if (row && notificationIdOf(row) === null && !isPushedOnly(row) && createdAtOf(row) !== null)
      this.#identified(row)
        .then((known) => this.#show(item, known))
        .catch((error: unknown) => this.onError(error));
    else this.#show(item, row);
  }

  #show({ cursor, replayed: wasInLog, gap, appendedAt }: TopicItem, row: NotificationRow | null): void {
    const isReplayed = wasInLog || (row !== null && this.#isFromBefore(row));
    const notification = row && (isReplayed ? replayed(row, this.#replayedList()) : arrived(row));
    this.take()?.onItem({
      notificationReceived: { cursor, replayed: isReplayed, gap, notification, appendedAt },
    });
  }

  /**
   * Whether a notification is older than the stream: those that arrived without a poller reach the log only once the stream is
   * open. Decided by its date; within the accuracy of the clock, it counts as new.
   */
  #isFromBefore(row: NotificationRow): boolean {
    const createdAt = createdAtOf(row);
    return createdAt !== null && createdAt < this.#options.openedAt - CLOCK_ACCURACY;
  }

  /** A notification with its ID from the list, if the ID may not be stored: the row whose stored form is the same. */
  async #identified(row: NotificationRow): Promise<NotificationRow> {
    const listed = await readMissedSince(
      this.#options.platform.renewed(),
      (createdAtOf(row) ?? 0) - MARGIN,
    ).catch(() => []);
    const form = unidentifiedForm(row);
    const found = listed.find((candidate) => unidentifiedForm(candidate) === form);
    return found ? { ...row, notificationId: notificationIdOf(found) } : row;
  }

  #replayedList(): ListedNotifications {
    this.#list ??= new ListedNotifications(MAXIMUM_LOOKUP_PAGES);
    return this.#list;
  }

  async #fill(): Promise<void> {
    const { from, binding, streams, platform } = this.#options;
    if (!from) return;
    this.#options.from = null;
    // The gap has been reported; if the platform is unavailable, it remains.
    const missed = await readMissedSince(platform.renewed(), from.time).catch(() => []);
    const filled = new Set<string>();
    this.#filled = filled;
    for (const row of missed) {
      const id = notificationIdOf(row);
      if (id !== null) filled.add(id);
      const appendedAt = createdAtOf(row);
      const cursor = streams.cursorAt({ ...from, time: appendedAt ?? from.time }, binding);
      this.#queue.push({ cursor, replayed: true, gap: null, notification: listed(row), appendedAt });
    }
  }

  #wasFilled(notification: NotificationRow): boolean {
    const id = notificationIdOf(notification);
    return id !== null && this.#filled?.has(id) === true;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.unfollow();
  }
}
