import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { instant } from '../../graph/scalars.ts';
import type { Platform } from '../../platform/client.ts';
import {
  extraOfNotification,
  isAcknowledged,
  notificationIdOf,
  receiverIdOf,
  senderIdOf,
} from '../../platform/routes/notification.ts';
import { toFlag } from '../../platform/wire.ts';
import { type KnownNotification, rowInList } from './known-notification.ts';
import { openNotifications } from './streams.ts';
import { acknowledgeNotification, registerDevice, sendNotification } from './writes.ts';

/** The sender's ID, from the list if the row names no sender. */
const readSenderId = async (notification: KnownNotification, platform: Platform): Promise<string | null> => {
  const senderId = senderIdOf(notification.row);
  if (senderId !== null) return senderId;
  const row = await rowInList(notification, platform);
  return row && senderIdOf(row);
};

export const notificationResolvers = {
  Mutation: {
    sendNotification: (_root, { input }, context) => sendNotification(input, context),
    registerDevice: (_root, { input }, context) => registerDevice(input, context),
    acknowledgeNotification: (_root, { input }, context) => acknowledgeNotification(input, context),
  },
  Subscription: {
    notificationReceived: {
      subscribe: (_root, { after = null }, context) => openNotifications(after, context),
    },
  },
  User: {
    notifications: async ({ userId }, { includeAcknowledged, since, ...paging }, { loaders }) =>
      (await loaders.user.ownProfileOf(userId)) &&
      loaders.notification.list({ acknowledge: includeAcknowledged, since: since ?? null }, paging),
  },
  Notification: {
    id: ({ row }) => notificationIdOf(row),
    text: ({ row }) => row.text,
    textParameters: ({ row }) => row.textParameters,
    path: ({ row }) => row.path,
    persist: ({ row }) => toFlag(row.persist),
    acknowledged: async (notification, _arguments, { platform }) => {
      if (notification.acknowledged !== undefined) return notification.acknowledged;
      const row = await rowInList(notification, platform);
      return row && isAcknowledged(row);
    },
    createdDate: ({ row }) => instant(row.createdDate ?? row.createdAt),
    receiverId: ({ row }) => receiverIdOf(row),
    receiver: ({ row }, _arguments, { loaders }) => loaders.user.linked(receiverIdOf(row)),
    senderId: (notification, _arguments, { platform }) => readSenderId(notification, platform),
    sender: async (notification, _arguments, { platform, loaders }) =>
      loaders.user.linked(await readSenderId(notification, platform)),
    extra: async (notification, _arguments, { platform }) => {
      const row = await rowInList(notification, platform);
      return row && extraOfNotification(row);
    },
  },
  NotificationConnection: connectionResolvers,
  NotificationEdge: edgeResolvers,
} satisfies Resolvers;
