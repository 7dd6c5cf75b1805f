import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection } from '../../graph/connection.ts';
import { oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { listNotifications, type NotificationRow } from '../../platform/routes/notification.ts';

export type NotificationWindow = Connection<NotificationRow>;
export type NotificationWindowRow = Edge<NotificationRow>;

/** Which of the signed-in user's notifications. */
export interface NotificationsWanted {
  acknowledge: boolean;
  since: string | null;
}

/**
 * Notification reads of one operation.
 *
 * list: the signed-in user's; one call per distinct page and filter.
 */
export function notificationLoaders(platform: Platform) {
  const pages = oncePerKey(
    platform,
    ({ acknowledge, since, ...window }: NotificationsWanted & { limit: number; page: number }) =>
      platform.read(listNotifications, { acknowledge, ...window, ...(since === null ? {} : { since }) }),
    ({ acknowledge, since, limit, page }) => JSON.stringify([limit, page, acknowledge, since]),
  );
  return {
    list: (wanted: NotificationsWanted, window: PageArguments): Promise<NotificationWindow | null> =>
      readConnection(
        window,
        `notifications:${JSON.stringify([wanted.acknowledge, wanted.since])}`,
        (limit, page) => pages.load({ ...wanted, limit, page }),
      ),
    clear: (): void => pages.clear(),
  };
}
