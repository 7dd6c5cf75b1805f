import { Hono } from 'hono';
import { appOf, callerOf } from '../credential.ts';
import { bodyOf, queryOf } from '../fields.ts';
import { send } from '../notification-sending.ts';
import { itemsOf, windowOf } from '../paging.ts';
import { badRequest, forbidden, notFound } from '../refusal.ts';
import type { State } from '../state.ts';

/** Contract: Endpoints, Push notifications. Notifications belong to the app of the token. */
export function notificationRoutes(state: State): Hono {
  const routes = new Hono();

  routes.put('/notifications/v1', async (c) => {
    const { user, session } = callerOf(c, state);
    const body = await bodyOf(c);
    return c.json(
      send(state, {
        clientId: session.clientId,
        sender: user.userId,
        receiver: body.text('receiver'),
        text: body.text('text'),
        textParameters: body.optionalText('textParameters') ?? null,
        path: body.optionalText('path') ?? null,
        persist: body.optionalBoolean('persist') ?? false,
      }),
    );
  });

  routes.put('/notifications/v1/register', async (c) => {
    const { user, session } = callerOf(c, state);
    if (!appOf(state, session).app.pushEnabled) throw forbidden('push is not enabled for this app');
    const body = await bodyOf(c);
    const deviceToken = body.text('deviceToken');
    const registered = state.sessions.byRefreshToken(body.text('refreshToken'));
    if (!registered) throw badRequest('refreshToken belongs to no session');
    if (registered.userId !== user.userId || registered.clientId !== session.clientId) {
      throw forbidden("refreshToken belongs to somebody else's session");
    }
    registered.deviceToken = deviceToken;
    return c.json({ registered: true });
  });

  routes.get('/notifications/v1', (c) => {
    const { user, session } = callerOf(c, state);
    const query = queryOf(c);
    const withAcknowledged = query.optionalBoolean('acknowledge') ?? false;
    const since = query.optionalDate('since') ?? Number.NEGATIVE_INFINITY;
    const own = appOf(state, session).data.notifications.filter(
      (notification) =>
        notification.receiver === user.userId &&
        (withAcknowledged || !notification.acknowledge) &&
        Date.parse(notification.createdDate) > since,
    );
    return c.json(itemsOf(own.toReversed(), windowOf(query)));
  });

  routes.post('/notifications/v1/acknowledge', async (c) => {
    const { user, session } = callerOf(c, state);
    const notificationId = (await bodyOf(c)).text('notificationId');
    const notification = appOf(state, session).data.notifications.find(
      (candidate) => candidate.notificationId === notificationId && candidate.receiver === user.userId,
    );
    if (!notification) throw notFound('there is no such notification');
    notification.acknowledge = true;
    return c.json(notification);
  });

  return routes;
}
