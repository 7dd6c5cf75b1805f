import type { Platform } from '../../platform/client.ts';
import { isAcknowledged, isPushedOnly, type NotificationRow } from '../../platform/routes/notification.ts';
import { ListedNotifications } from './listed-notifications.ts';

/**
 * A notification from any source. Members that its row may lack are read from the receiver's list, so that each has one value.
 */
export interface KnownNotification {
  row: NotificationRow;
  /** Whether the receiver has acknowledged it. Undefined: as in the list. */
  acknowledged?: boolean | null;
  /** Finds its row in the list. Null: `row` is that row. */
  list: ListedNotifications | null;
}

/** Maximum pages to search for a notification of an event. */
export const MAXIMUM_LOOKUP_PAGES = 50;

/** A row of the list. */
export const listed = (row: NotificationRow): KnownNotification => ({ row, list: null });

/** The response to a write. A notification that was just written is on the first page after its date. */
export const written = (row: NotificationRow, acknowledged: boolean): KnownNotification => ({
  row,
  acknowledged,
  list: new ListedNotifications(1),
});

/** A new event: it is not acknowledged, unless the platform's row says so. */
export const arrived = (row: NotificationRow): KnownNotification => ({
  row,
  acknowledged: isAcknowledged(row) ?? false,
  list: new ListedNotifications(MAXIMUM_LOOKUP_PAGES),
});

/** An event from before the subscription: only the list says whether it has since been acknowledged. */
export const replayed = (row: NotificationRow, list: ListedNotifications): KnownNotification =>
  isPushedOnly(row) ? { row, acknowledged: false, list } : { row, list };

/** The notification's row in the list. Null: it is not listed. */
export const rowInList = async (
  { row, list }: KnownNotification,
  platform: Platform,
): Promise<NotificationRow | null> => (list === null ? row : list.find(row, platform));
