import { randomUUID } from 'node:crypto';
import { forbidden, found } from './refusal.ts';
import type { Notification } from './school.ts';
import { type State, timestamp } from './state.ts';

/** A notification before it is sent, with the app whose users it is between. */
export type NotificationDraft = Omit<Notification, 'notificationId' | 'acknowledge' | 'createdDate'> & {
  clientId: string;
};

/**
 * Sends a notification to a user of the app: pushes it to every registered session, and stores it in the list only if
 * `persist` is true. Contract: Push notifications.
 */
export function send(state: State, draft: NotificationDraft): Notification & { devices: number } {
  const { clientId, ...content } = draft;
  const data = state.appData.get(clientId);
  if (!data || state.apps.get(clientId)?.pushEnabled !== true) {
    throw forbidden('push is not enabled for this app');
  }
  found(state.users.get(draft.receiver), 'receiver');
  const notification: Notification = {
    notificationId: `nt-${randomUUID()}`,
    ...content,
    acknowledge: false,
    createdDate: timestamp(state),
  };
  if (draft.persist) data.notifications.push(notification);
  const registered = state.sessions.ofUser(draft.receiver, clientId).filter((session) => session.deviceToken);
  return { ...notification, devices: registered.length };
}
