import { asJson, type Json } from '../../events/json.ts';
import type { Position } from '../../events/log.ts';
import { eventLogUnavailable, rejectUnavailable } from '../../events/streamed-write.ts';
import type { TopicItem, TopicStream } from '../../events/topic-stream.ts';
import { GatewayError } from '../../graph/errors.ts';
import type { Platform } from '../../platform/client.ts';
import {
  createdAtOf,
  listNotifications,
  type NotificationRow,
  notificationIdOf,
  readNotification,
  receiverIdOf,
} from '../../platform/routes/notification.ts';
import { storableNotification } from '../../platform/storable.ts';
import type { Context } from '../context.ts';
import {
  arrived,
  type KnownNotification,
  listed,
  MAXIMUM_LOOKUP_PAGES,
  replayed,
} from './known-notification.ts';
import { ListedNotifications } from './listed-notifications.ts';
import type { PolledNotification } from './poller/notification-pollers.ts';
import { notificationTopic } from './topic.ts';

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
const FILL_PAGE_SIZE = 100;
/** Bounds for the milliseconds after which a client may retry to open a stream. */
const SHORTEST_RETRY = 1000;
const LONGEST_RETRY = 30_000;
/** Maximum pages read from the platform to fill a trimmed stream. */
export const MAXIMUM_FILL_PAGES = 50;

/** Reads one page of a user's stored notifications for the poller, including acknowledged ones. */
export async function pollNotifications(
  platform: Platform,
  { since, page, limit }: { since: number; page: number; limit: number },
): Promise<PolledNotification[]> {
  const response = await platform.read(listNotifications, {
    acknowledge: true,
    limit,
    page,
    since: new Date(since).toISOString(),
  });
  return (response?.rows ?? []).map((row) => ({
    id: notificationIdOf(row),
    createdAt: createdAtOf(row),
    payload: storedForm(row),
  }));
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

/**
 * Opens the stream of the signed-in user's notifications. The platform confirms the user. While the stream is open, a
 * poller appends notifications sent by others to the log.
 */
export async function openNotifications(
  after: string | null,
  context: Context,
): Promise<TopicStream<NotificationItem>> {
  const { events, platform, loaders, signal, resumeAfter } = context;
  const { credential } = platform;
  const profile = await loaders.user.own.load();
  if (!profile || credential.kind !== 'user') {
    throw new GatewayError('NOT_FOUND', 'The platform returned no profile for the signed-in user.');
  }
  const userId = String(profile.userId);
  const binding = { topic: notificationTopic(userId), caller: `user:${userId}` };
  const start = await events.streams.start(binding, after, resumeAfter).catch(rejectUnavailable);
  const from = typeof start === 'string' ? null : start;
  const since = from && from.time > 0 ? from.time : null;
  const unfollow = events.pollers.follow(userId, credential.token, since, since === null);
  // The position is sent only once no later notification can be missed.
  const baseline = since === null ? await events.pollers.whenReady(userId) : 'ready';
  if (baseline !== 'ready' && start === 'now') {
    unfollow();
    if (baseline === 'store') throw eventLogUnavailable();
    if (baseline === 'busy') throw tooManyAtOnce(events.pollers.baselineDelay);
    throw new GatewayError(
      'UPSTREAM_UNAVAILABLE',
      'Notifications cannot be read from the platform right now: try again.',
    );
  }
  const source = events.streams.open(binding, start, signal);
  return new Notifications(source, {
    from,
    fill: (since) => readMissedSince(platform.renewed(), since),
    cursorAt: (position) => events.streams.cursorAt(position, binding),
    unfollow,
  });
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
    const response = await platform.read(listNotifications, {
      acknowledge: true,
      limit: FILL_PAGE_SIZE,
      page,
      since: new Date(since).toISOString(),
    });
    const before = found.size;
    for (const row of response?.rows ?? []) found.set(notificationIdOf(row) ?? JSON.stringify(row), row);
    if (found.size === before) break;
  }
  return [...found.values()].sort((a, b) => (createdAtOf(a) ?? 0) - (createdAtOf(b) ?? 0));
}

interface NotificationsOptions {
  /** Position of the caller's cursor. Null: it had none. */
  from: Position | null;
  fill(since: number): Promise<NotificationRow[]>;
  cursorAt(position: Position): string;
  unfollow(): void;
}

/**
 * Notifications from the log. If the log was trimmed past the caller's cursor, the missing ones are read from the platform.
 * Their cursors carry the old position with their own time, so that a caller who disconnects midway resumes the fill from
 * there. Filled notifications are skipped when the log returns them. Replayed notifications share one search of the list.
 */
class Notifications implements TopicStream<NotificationItem> {
  readonly #source: TopicStream<TopicItem>;
  readonly #options: NotificationsOptions;
  /** IDs of those that were read from the platform. Null: none were. */
  #filled: Set<string> | null = null;
  readonly #list = new ListedNotifications(MAXIMUM_LOOKUP_PAGES);
  #queue: NotificationItem[] = [];
  #ended = false;

  constructor(source: TopicStream<TopicItem>, options: NotificationsOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Not `async`: it would be suspended, with its state, as long as the stream is idle. */
  next(): Promise<IteratorResult<NotificationItem, undefined>> {
    const queued = this.#queue.shift();
    if (queued) return Promise.resolve({ done: false, value: queued });
    return this.#source.next().then((result) => this.#itemOf(result));
  }

  async return(): Promise<IteratorResult<NotificationItem, undefined>> {
    this.#end();
    await this.#source.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #itemOf({
    done,
    value: item,
  }: IteratorResult<TopicItem, undefined>): Promise<IteratorResult<NotificationItem, undefined>> {
    if (done) {
      this.#end();
      return { done: true, value: undefined };
    }
    if (item.gap?.reason === 'TRIMMED') await this.#fill();
    const row = item.event ? readNotification(item.event.payload) : null;
    if (item.event && (row === null || this.#wasFilled(row))) return this.next();
    const { cursor, gap, appendedAt } = item;
    const notification = row && (item.replayed ? replayed(row, this.#list) : arrived(row));
    return { done: false, value: { cursor, replayed: item.replayed, gap, notification, appendedAt } };
  }

  async #fill(): Promise<void> {
    const { from, fill, cursorAt } = this.#options;
    if (!from) return;
    this.#options.from = null;
    // The gap has been reported; if the platform is unavailable, it remains.
    const missed = await fill(from.time).catch(() => []);
    const filled = new Set<string>();
    this.#filled = filled;
    for (const row of missed) {
      const id = notificationIdOf(row);
      if (id !== null) filled.add(id);
      const appendedAt = createdAtOf(row);
      const cursor = cursorAt({ ...from, time: appendedAt ?? from.time });
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
