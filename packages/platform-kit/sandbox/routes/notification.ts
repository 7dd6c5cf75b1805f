import { appOf, callerOf } from '../credential.ts';
import { send } from '../notification-sending.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Notification } from '../school/notification.ts';
import type { State } from '../state.ts';

/** Contract: Endpoints, Push notifications. Notifications belong to the app of the token. */
export const notificationHandlers = (state: State) =>
  ({
    sendNotification: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const { devices, ...notification } = send(state, {
        clientId: session.clientId,
        sender: user.userId,
        receiver: values.text('receiver'),
        text: values.text('text'),
        textParameters: values.optionalText('textParameters') ?? null,
        path: values.optionalText('path') ?? null,
        persist: values.optionalTextFlag('persist') ?? false,
      });
      return c.json({ ...sentNotification(notification), devices });
    },

    registerDevice: (c) => {
      const { user, session } = callerOf(c, state);
      if (!appOf(state, session).app.pushEnabled) throw forbidden('push is not enabled for this app');
      const { values } = c.var;
      const deviceToken = values.text('deviceToken');
      const registered = state.sessions.byRefreshToken(values.text('refreshToken'));
      if (!registered) throw badRequest('refreshToken is unknown');
      if (registered.userId !== user.userId || registered.clientId !== session.clientId) {
        throw forbidden("refreshToken belongs to another user's session");
      }
      registered.deviceToken = deviceToken;
      return c.json({ registered: true });
    },

    listNotifications: (c) => {
      const { user, session } = callerOf(c, state);
      const { values } = c.var;
      const withAcknowledged = values.optionalBoolean('acknowledge') ?? false;
      const since = values.optionalDate('since') ?? Number.NEGATIVE_INFINITY;
      const own = appOf(state, session).data.notifications.filter(
        (notification) =>
          notification.receiver === user.userId &&
          (withAcknowledged || !notification.acknowledge) &&
          Date.parse(notification.createdDate) > since,
      );
      return c.json(itemsOf(own.toReversed(), windowOf(values)).map(sentNotification));
    },

    acknowledgeNotification: (c) => {
      const { user, session } = callerOf(c, state);
      const notificationId = c.var.values.text('notificationId');
      const notification = appOf(state, session).data.notifications.find(
        (candidate) => candidate.notificationId === notificationId && candidate.receiver === user.userId,
      );
      if (!notification) throw notFound('notification not found');
      notification.acknowledge = true;
      return c.json(sentNotification(notification));
    },
  }) satisfies Handlers;

/** A notification as the platform sends it: its members are strings. Contract: Resources, Notification. */
function sentNotification({ textParameters, path, persist, ...notification }: Notification) {
  return {
    ...notification,
    ...(textParameters !== null && { textParameters }),
    ...(path !== null && { path }),
    persist: String(persist),
  };
}
