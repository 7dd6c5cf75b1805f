import { streamOutcome } from '../../events/streamed-write.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers, UNCOUNTED } from '../../graph/connection.ts';
import { type CostedField, calls, once, pages, when, write } from '../../graph/cost.ts';
import { repeatable } from '../../graph/repeatable.ts';
import { dayOrInstant } from '../../graph/scalars.ts';
import { selects } from '../../graph/selection.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Platform } from '../../platform/client.ts';
import { validateSession } from '../../platform/routes/auth.ts';
import * as routes from '../../platform/routes/notification.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { toFlag } from '../../platform/values.ts';
import { requiredId } from '../../platform/wire.ts';
import { linkedUser } from '../loader-costs.ts';
import { type KnownNotification, rowInList } from './known-notification.ts';
import { MAXIMUM_FILL_PAGES, openNotifications } from './streams.ts';
import { acknowledgeNotification, registerDevice, sendNotification, sentBefore } from './writes.ts';

const own = once(readOwnProfile);

/** Rows of the list have these fields; for others, the list is searched. */
const inList = when(
  ({ parent }) => !parent.key.startsWith('.me.notifications'),
  once(routes.listNotifications),
);

/** The session is confirmed before the log is changed. A stored notification is streamed from the platform's list. */
const confirmation = when(isOnlyPushed, once(validateSession));

function isOnlyPushed({ args: { input } }: CostedField): boolean {
  return !isRecord(input) || input.persist === false;
}

/** The sender's ID, from the list if the row names no sender. */
const readSenderId = async (notification: KnownNotification, platform: Platform): Promise<string | null> => {
  const senderId = routes.senderIdOf(notification.row);
  if (senderId !== null) return senderId;
  const row = await rowInList(notification, platform);
  return row && routes.senderIdOf(row);
};

export const notificationResolvers = {
  Mutation: {
    sendNotification: repeatable(write(routes.sendNotification, sendNotification, confirmation), {
      record: ({ notificationId, streamed }) => ({ notificationId, streamed }),
      again: (recorded, input) => sentBefore(input, recorded),
    }),
    registerDevice: write(routes.registerDevice, registerDevice),
    acknowledgeNotification: repeatable(write(routes.acknowledgeNotification, acknowledgeNotification), {
      again: (_recorded, { id }) => ({ notification: null, extra: {}, notificationId: id }),
    }),
  },
  Subscription: {
    notificationReceived: {
      // Resumed from a trimmed position, it is filled from the list.
      subscribe: calls(
        [own, once(routes.listNotifications, MAXIMUM_FILL_PAGES)],
        (_root, { after = null }, context) => openNotifications(after, context),
      ),
    },
  },
  Viewer: {
    notifications: calls(
      pages(routes.listNotifications, UNCOUNTED, ({ firstBelow }) => firstBelow('streamCursor') !== null),
      (_viewer, { includeAcknowledged, since, ...paging }, { loaders }, info) =>
        loaders.notification.list(
          { acknowledge: includeAcknowledged, since: since ? dayOrInstant(since) : null },
          paging,
          selects(info, 'streamCursor'),
        ),
    ),
  },
  Notification: {
    id: ({ row }) => requiredId(routes.notificationIdOf(row)),
    text: ({ row }) => row.text,
    textParameters: ({ row }) => row.textParameters,
    path: ({ row }) => row.path,
    persist: ({ row }) => toFlag(row.persist),
    acknowledged: calls(inList, async (notification, _arguments, { platform }) => {
      if (notification.acknowledged !== undefined) return notification.acknowledged;
      const row = await rowInList(notification, platform);
      return row && routes.isAcknowledged(row);
    }),
    // The contract does not show it, so the response to a write may lack it.
    createdDate: calls(inList, async (notification, _arguments, { platform }) => {
      const date = routes.createdDateOf(notification.row);
      const row = date === null ? await rowInList(notification, platform) : null;
      return date ?? (row && routes.createdDateOf(row));
    }),
    receiverId: ({ row }) => routes.receiverIdOf(row),
    receiver: calls(linkedUser, ({ row }, _arguments, { loaders }) =>
      loaders.user.linked(routes.receiverIdOf(row)),
    ),
    senderId: calls(inList, (notification, _arguments, { platform }) => readSenderId(notification, platform)),
    // Outside of the list, the sender's ID may come from the list.
    sender: calls(
      [...linkedUser, once(routes.listNotifications)],
      async (notification, _arguments, { platform, loaders }) =>
        loaders.user.linked(await readSenderId(notification, platform)),
    ),
    extra: calls(inList, async (notification, _arguments, { platform }) => {
      const row = await rowInList(notification, platform);
      return row && routes.extraOfNotification(row);
    }),
  },
  SendNotificationPayload: { streamOutcome },
  NotificationConnection: {
    ...connectionResolvers,
    streamCursor: calls(own, (_list, _arguments, { loaders }) => loaders.notification.streamCursor.load()),
  },
  NotificationEdge: edgeResolvers,
} satisfies Resolvers;
