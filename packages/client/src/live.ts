/**
 * The notifications of the signed-in user as one store: the list, arriving ones, and the number of unread ones.
 * @module
 */
import { SYSTEM_CLOCK } from './clock.ts';
import { type AnyClient, graphClientOf } from './live/graph-client.ts';
import { LiveNotifications, type LiveOptions } from './live/live-notifications.ts';

export type { AnyClient } from './live/graph-client.ts';
export type {
  LiveNotification,
  LiveNotifications,
  LiveOptions,
  NotificationsState,
} from './live/live-notifications.ts';

/**
 * A store of the signed-in user's notifications, over a client of Apollo or urql, or a Relay environment. It fits React's
 * `useSyncExternalStore`. It belongs to one user, like the cache of its client.
 */
export const liveNotifications = (
  client: AnyClient,
  { first = 20, clock = SYSTEM_CLOCK }: LiveOptions = {},
): LiveNotifications => new LiveNotifications(graphClientOf(client), clock, first);
