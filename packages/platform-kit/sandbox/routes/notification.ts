import { forAppUsers } from '../callers.ts';
import { send } from '../notification-sending.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, forbidden, found } from '../refusal.ts';
import type { Notification } from '../school.ts';
import type { State } from '../state.ts';

/** Contract: Endpoints, Push notifications. Notifications belong to the app of the token. */
export const notificationHandlers = (state: State) =>
  forAppUsers(state, {
    sendNotification: ({ user, session, values }) => {
      const { devices, ...notification } = send(state, {
        clientId: session.clientId,
        sender: user.userId,
        receiver: values.text('receiver'),
        text: values.text('text'),
        textParameters: values.optionalText('textParameters') ?? null,
        path: values.optionalText('path') ?? null,
        persist: values.optionalTextFlag('persist') ?? false,
      });
      return { ...sentNotification(notification), devices };
    },

    registerDevice: ({ user, session, app, values }) => {
      if (!app.pushEnabled) throw forbidden('push is not enabled for this app');
      const registered = state.sessions.byRefreshToken(values.text('refreshToken'));
      if (!registered) throw badRequest('refreshToken is unknown');
      if (registered.userId !== user.userId || registered.clientId !== session.clientId) {
        throw forbidden("refreshToken belongs to another user's session");
      }
      registered.deviceToken = values.text('deviceToken');
      return { registered: true };
    },

    listNotifications: ({ user, data, values }) => {
      const withAcknowledged = values.optionalBoolean('acknowledge') ?? false;
      const since = values.optionalDate('since') ?? Number.NEGATIVE_INFINITY;
      const own = data.notifications.filter(
        (notification) =>
          notification.receiver === user.userId &&
          (withAcknowledged || !notification.acknowledge) &&
          Date.parse(notification.createdDate) > since,
      );
      return itemsOf(own.toReversed(), windowOf(values)).map(sentNotification);
    },

    acknowledgeNotification: ({ user, data, values }) => {
      const id = values.text('notificationId');
      const isOwn = ({ notificationId, receiver }: Notification): boolean =>
        notificationId === id && receiver === user.userId;
      const notification = found(data.notifications.find(isOwn), 'notification');
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
