import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection, UNCOUNTED } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { listNotifications } from '../../platform/routes/notification.ts';
import { type KnownNotification, listed } from './known-notification.ts';

export type NotificationPage = Connection<KnownNotification>;
export type NotificationPageItem = Edge<KnownNotification>;

/** Filter of the signed-in user's notifications. */
export interface NotificationFilter {
  /** Whether acknowledged notifications are included. */
  acknowledge: boolean;
  since: string | null;
}

/**
 * Notification reads of one operation.
 *
 * list: notifications of the signed-in user; one call per distinct page and filter.
 */
export function notificationLoaders(platform: Platform) {
  const pages = oncePerKey(
    platform,
    async ({ acknowledge, since, ...position }: NotificationFilter & { limit: number; page: number }) => {
      const params = { acknowledge, ...position, ...(since === null ? {} : { since }) };
      const page = await platform.read(listNotifications, params);
      return { ...page, rows: page.rows.map(listed) };
    },
  );
  return {
    list: (filter: NotificationFilter, paging: PageArguments): Promise<NotificationPage | null> =>
      readConnection(
        paging,
        `notifications:${JSON.stringify([filter.acknowledge, filter.since])}`,
        (limit, page) => pages.load({ ...filter, limit, page }),
        UNCOUNTED,
      ),
    clear: (): void => pages.clear(),
  };
}
