import type { Context } from '../../context.ts';
import type {
  AcknowledgeNotificationInput,
  RegisterDeviceInput,
  RegisterDevicePayload,
  SendNotificationInput,
} from '../../generated/resolvers.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/notification.ts';

/** The answer to an acknowledgement, and what was acknowledged. */
export interface AcknowledgedNotification extends routes.FoundNotification {
  notificationId: string;
}

/** Contract: Endpoints, Push notifications, PUT. */
export const sendNotification = (
  { receiverId, text, textParameters, path, persist }: SendNotificationInput,
  { platform, loaders }: Context,
): Promise<routes.FoundNotification> =>
  platform
    .write(routes.sendNotification, {
      receiver: receiverId,
      text,
      ...given({ textParameters, path }),
      persist: persist === false ? 'false' : 'true',
    })
    .finally(() => loaders.notification.clear());

/** Contract: Endpoints, Push notifications, PUT register. */
export async function registerDevice(
  { deviceToken, refreshToken }: RegisterDeviceInput,
  { platform }: Context,
): Promise<RegisterDevicePayload> {
  const extra = await platform.write(routes.registerDevice, { deviceToken, refreshToken });
  return { registered: true, extra };
}

/** Contract: Endpoints, Push notifications, POST acknowledge. */
export async function acknowledgeNotification(
  { notificationId }: AcknowledgeNotificationInput,
  { platform, loaders }: Context,
): Promise<AcknowledgedNotification> {
  const found = await platform
    .write(routes.acknowledgeNotification, { notificationId })
    .finally(() => loaders.notification.clear());
  return { ...found, notificationId };
}
