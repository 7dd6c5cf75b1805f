import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { instant } from '../../graph/scalars.ts';
import type { Platform } from '../../platform/client.ts';
import {
  createdDateOf,
  extraOfNotification,
  isAcknowledged,
  notificationIdOf,
  receiverIdOf,
  senderIdOf,
} from '../../platform/routes/notification.ts';
import { requiredId, toFlag } from '../../platform/wire.ts';
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

/** The date, which the contract does not show, from the list if the row has none. */
const readCreatedDate = async (
  notification: KnownNotification,
  platform: Platform,
): Promise<string | null> => {
  const date = createdDateOf(notification.row);
  if (date != null) return date;
  const row = await rowInList(notification, platform);
  return row && createdDateOf(row);
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
    id: ({ row }) => requiredId(notificationIdOf(row)),
    text: ({ row }) => row.text,
    textParameters: ({ row }) => row.textParameters,
    path: ({ row }) => row.path,
    persist: ({ row }) => toFlag(row.persist),
    acknowledged: async (notification, _arguments, { platform }) => {
      if (notification.acknowledged !== undefined) return notification.acknowledged;
      const row = await rowInList(notification, platform);
      return row && isAcknowledged(row);
    },
    createdDate: async (notification, _arguments, { platform }) =>
      instant(await readCreatedDate(notification, platform)),
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
