import { MappedStream } from '../../events/topic-stream.ts';
import type { Resolvers } from '../../generated/resolvers.ts';
import { connectionResolvers, edgeResolvers } from '../../graph/connection.ts';
import { instant } from '../../graph/scalars.ts';
import { extraOfNotification, notificationIdOf } from '../../platform/routes/notification.ts';
import { openNotifications } from './streams.ts';
import { acknowledgeNotification, registerDevice, sendNotification } from './writes.ts';

/** The creation fields are strings, so a flag may come back as one. */
const asFlag = (value: string | boolean | null | undefined): boolean | null =>
  value == null ? null : value === true || value === 'true';

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
    notifications: async ({ userId }, { includeAcknowledged, since, ...window }, { loaders }) =>
      (await loaders.user.ownIf(userId)) &&
      loaders.notification.list(
        { acknowledge: includeAcknowledged, since: since?.toISOString() ?? null },
        window,
      ),
  },
  Notification: {
    id: notificationIdOf,
    persist: ({ persist }) => asFlag(persist),
    acknowledged: ({ acknowledge, acknowledged }) => asFlag(acknowledge ?? acknowledged),
    createdDate: ({ createdDate, createdAt }) => instant(createdDate ?? createdAt),
    receiver: ({ receiver }, _arguments, { loaders }, info) => loaders.user.named(receiver, info),
    extra: extraOfNotification,
  },
  SendNotificationPayload: { notification: ({ row }) => row },
  AcknowledgeNotificationPayload: { notification: ({ row }) => row },
  NotificationConnection: connectionResolvers,
  NotificationEdge: edgeResolvers,
} satisfies Resolvers;
