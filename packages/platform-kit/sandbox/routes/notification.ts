import { forAppUsers } from '../callers.ts';
import { send } from '../notification-sending.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, forbidden, found } from '../refusal.ts';
import type { Notification } from '../school.ts';
import type { State } from '../state.ts';
import { flagOf } from '../values.ts';

/** Contract: Endpoints, Push notifications. Notifications belong to the app of the token. */
export const notificationHandlers = (state: State) =>
  forAppUsers(state, {
    sendNotification: ({ user, session, values }) => {
      const { devices, ...notification } = send(state, {
        clientId: session.clientId,
        sender: user.userId,
        textParameters: null,
        path: null,
        ...values,
        persist: flagOf('persist', values.persist ?? 'false'),
      });
      return { ...sentNotification(notification), devices };
    },

    registerDevice: ({ user, session, app, values }) => {
      if (!app.pushEnabled) throw forbidden('push is not enabled for this app');
      const registered = state.sessions.byRefreshToken(values.refreshToken);
      if (!registered) throw badRequest('refreshToken is unknown');
      if (registered.userId !== user.userId || registered.clientId !== session.clientId) {
        throw forbidden("refreshToken belongs to another user's session");
      }
      registered.deviceToken = values.deviceToken;
      return { registered: true };
    },

    listNotifications: ({ user, data, values }) => {
      const since = values.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(values.since);
      const own = data.notifications.filter(
        (notification) =>
          notification.receiver === user.userId &&
          (values.acknowledge || !notification.acknowledge) &&
          Date.parse(notification.createdDate) > since,
      );
      return itemsOf(own.toReversed(), windowOf(values)).map(sentNotification);
    },

    acknowledgeNotification: ({ user, data, values }) => {
      const notification = found(
        data.notifications.find(
          ({ notificationId, receiver }) =>
            notificationId === values.notificationId && receiver === user.userId,
        ),
        'notification',
      );
      notification.acknowledge = true;
      return sentNotification(notification);
    },
  });

/** A notification as the platform sends it: its members are strings. Contract: Resources, Notification. */
function sentNotification({ textParameters, path, persist, ...notification }: Notification) {
  return {
    ...notification,
    ...(textParameters !== null && { textParameters }),
    ...(path !== null && { path }),
    persist: String(persist),
  };
}
