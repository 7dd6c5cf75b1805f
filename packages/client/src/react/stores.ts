import { useSyncExternalStore } from 'react';
import type { LiveNotifications, NotificationsState } from '../live/live-notifications.ts';
import type { OutboxEntry } from '../outbox/contents.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Connection, ConnectionState } from '../stream/socket.ts';

/** The common interface of this package's stores. */
interface Store<State> {
  state(): State;
  serverState(): State;
  subscribe(listener: () => void): () => void;
}

/** The state of a store, which renders again when it changes. */
export const useStore = <State>({ subscribe, state, serverState }: Store<State>): State =>
  useSyncExternalStore(subscribe, state, serverState);

/** Whether events arrive: `idle`, `connecting`, `live` or `lost`. */
export const useConnectionState = (connection: Connection): ConnectionState => useStore(connection);

/** The user's notifications as they arrive, and the number of unread ones: `liveNotifications(client)`, made once for each sign-in. */
export const useNotifications = (notifications: LiveNotifications): NotificationsState =>
  useStore(notifications);

/** The writes of the user that an outbox has, oldest first; the last ones that were sent as well. */
export const useOutbox = (outbox: Outbox): readonly OutboxEntry[] => useStore(outbox);
