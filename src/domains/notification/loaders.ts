import { LogUnavailable } from '../../events/log.ts';
import type { TopicStreams } from '../../events/topic-stream.ts';
import { type Connection, type PageArguments, readConnection, UNCOUNTED } from '../../graph/connection.ts';
import { loadOnce, oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { listNotifications } from '../../platform/routes/notification.ts';
import type { UserRow } from '../../platform/routes/user.ts';
import { type KnownNotification, listed } from './known-notification.ts';
import type { NotificationPollers } from './poller/notification-pollers.ts';
import { notificationsOf } from './topic.ts';

/** Filter of the signed-in user's notifications. */
export interface NotificationFilter {
  /** Whether acknowledged notifications are included. */
  acknowledge: boolean;
  since: string | null;
}

/** A page of the platform's list. */
interface PageOfList extends NotificationFilter {
  limit: number;
  page: number;
  /** Whether a stream is to continue it: it then joins no read that began before its `streamCursor`. */
  isFollowed: boolean;
}

/** Dependencies of a list's stream cursor. */
interface Places {
  streams: TopicStreams;
  pollers: Pick<NotificationPollers, 'startNow'>;
  platformNow(): number;
}

/**
 * Notification reads of one operation.
 *
 * list: notifications of the signed-in user; one call per distinct page and filter, another one if it is to be followed.
 * streamCursor: the cursor of the user's stream from before these lists are read. Null: the event log is unavailable.
 */
export function notificationLoaders(
  platform: Platform,
  { streams, pollers, platformNow }: Places,
  ownProfile: { load(): Promise<UserRow> },
) {
  const pages = oncePerKey(platform, async ({ acknowledge, since, isFollowed, ...position }: PageOfList) => {
    const params = { acknowledge, ...position, ...(since === null ? {} : { since }) };
    const page = await (isFollowed ? platform.unshared() : platform).read(listNotifications, params);
    return { ...page, rows: page.rows.map(listed) };
  });
  const streamCursor = loadOnce(platform, async () => {
    // The platform confirms the user.
    const userId = String((await ownProfile.load()).userId);
    // A baseline would not show which notifications are newer than the list: another stream may read it before this one begins.
    try {
      await pollers.startNow(userId);
    } catch (error) {
      if (error instanceof LogUnavailable) return null;
      throw error;
    }
    return streams.cursorBefore(notificationsOf(userId), platformNow());
  });
  return {
    streamCursor,
    list: async (
      filter: NotificationFilter,
      paging: PageArguments,
      isFollowed: boolean,
    ): Promise<Connection<KnownNotification>> => {
      // Its failure is that of its field.
      if (isFollowed) await streamCursor.load().catch(() => null);
      return readConnection(
        paging,
        `notifications:${JSON.stringify([filter.acknowledge, filter.since])}`,
        (limit, page) => pages.load({ ...filter, limit, page, isFollowed }),
        UNCOUNTED,
      );
    },
    clear: (): void => {
      pages.clear();
      streamCursor.clear();
    },
  };
}
