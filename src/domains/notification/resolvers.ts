import { MappedStream } from '../../events/topic-stream.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { instant } from '../../graph/scalars.ts';
import { extraOfNotification, notificationIdOf, receiverIdOf } from '../../platform/routes/notification.ts';
import { toFlag } from '../../platform/wire.ts';
import { openNotifications } from './streams.ts';
import { acknowledgeNotification, registerDevice, sendNotification } from './writes.ts';

export const notificationResolvers = {
  Mutation: {
    sendNotification: (_root, { input }, context) => sendNotification(input, context),
    registerDevice: (_root, { input }, context) => registerDevice(input, context),
    acknowledgeNotification: (_root, { input }, context) => acknowledgeNotification(input, context),
  },
  Subscription: {
    notificationReceived: {
      subscribe: async (_root, { after = null }, context) =>
        new MappedStream(await openNotifications(after, context), (item) => ({ notificationReceived: item })),
    },
  },
  User: {
    notifications: async ({ userId }, { includeAcknowledged, since, ...paging }, { loaders }) =>
      (await loaders.user.ownProfileOf(userId)) &&
      loaders.notification.list({ acknowledge: includeAcknowledged, since: since ?? null }, paging),
  },
  Notification: {
    id: notificationIdOf,
    persist: ({ persist }) => toFlag(persist),
    acknowledged: ({ acknowledge, acknowledged }) => toFlag(acknowledge ?? acknowledged),
    createdDate: ({ createdDate, createdAt }) => instant(createdDate ?? createdAt),
    receiverId: receiverIdOf,
    receiver: (row, _arguments, { loaders }) => loaders.user.linked(receiverIdOf(row)),
    extra: extraOfNotification,
  },
  SendNotificationPayload: { notification: ({ row }) => row },
  AcknowledgeNotificationPayload: { notification: ({ row }) => row },
  NotificationConnection: connectionResolvers,
  NotificationEdge: edgeResolvers,
} satisfies Resolvers;
