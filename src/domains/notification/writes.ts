import { randomUUID } from 'node:crypto';
import { APPENDED_BEFORE, chargeStored, storedBytes, writeStreamed } from '../../events/streamed-write.ts';
import type {
  AcknowledgeNotificationInput,
  RegisterDeviceInput,
  RegisterDevicePayload,
  SendNotificationInput,
} from '../../generated/resolvers.ts';
import { type Recorded, recordedText } from '../../graph/repeatable.ts';
import { authorizationOf } from '../../platform/credential.ts';
import { given } from '../../platform/route.ts';
import * as routes from '../../platform/routes/notification.ts';
import type { Context } from '../context.ts';
import { written } from './known-notification.ts';
import type { AcknowledgedNotification, SentNotification, WrittenNotification } from './payloads.ts';
import { NOTIFICATION_KIND, storedForm } from './streams.ts';
import { notificationTopic } from './topic.ts';

/**
 * How full a receiver's topic may be for a notification that only its log has: the rest is for those that are polled, and no sender
 * pushes out what another has sent. Accounts that cost nothing to make share less.
 */
const FILL = { proven: 0.5, unproven: 0.25 };

/**
 * A stored notification reaches the receiver's stream through the poller, which is signaled to poll now. Others are in no
 * list, so they are appended here. Contract: Endpoints, Push notifications, PUT.
 */
export async function sendNotification(
  input: SendNotificationInput,
  { platform, loaders, events, account }: Context,
): Promise<SentNotification> {
  const { receiverId, persist } = input;
  const said = saidIn(input);
  const write = (flag: 'true' | 'false') =>
    platform
      .write(routes.sendNotification, { ...said, persist: flag })
      .finally(() => loaders.notification.clear());
  if (persist !== false) {
    // The poller puts it into the receiver's stream, if there is one.
    chargeStored(account, storedBytes(said));
    const found = await write('true');
    if (platform.credential.kind !== 'none')
      events.pollers.pollNow(receiverId, authorizationOf(platform.credential));
    return { ...sent(found), streamed: null };
  }
  platform.requireTime(routes.sendNotification, APPENDED_BEFORE);
  await loaders.auth.requireSession(routes.sendNotification.credential);
  const topic = notificationTopic(receiverId);
  const { result, streamed } = await writeStreamed(events, account, {
    topic,
    deadline: platform.deadline,
    said,
    fill: account?.isProven === false ? FILL.unproven : FILL.proven,
    write: () => write('false'),
    append: (found, until) =>
      events.log.append(
        topic,
        {
          kind: NOTIFICATION_KIND,
          payload: storedForm({
            // It is in no list, so the platform may return no ID.
            notificationId: `push-${randomUUID()}`,
            ...said,
            createdDate: new Date(events.clock.now()).toISOString(),
            ...found.row,
          }),
        },
        { timeout: platform.deadline - events.clock.monotonic(), until },
      ),
  });
  return { ...sent(result), streamed };
}

const saidIn = ({ receiverId, text, textParameters, path }: SendNotificationInput) => ({
  receiver: receiverId,
  text,
  ...given({ textParameters, path }),
});

/** The result for a notification that was sent before, from its own input. */
export function sentBefore(input: SendNotificationInput, recorded: Recorded): SentNotification {
  const notificationId = recordedText(recorded, 'notificationId');
  const row = { ...saidIn(input), persist: input.persist !== false, notificationId };
  return {
    notification: notificationId === null ? null : written(row, false),
    extra: {},
    notificationId,
    streamed: typeof recorded.streamed === 'boolean' ? recorded.streamed : null,
  };
}

/** Contract: Endpoints, Push notifications, PUT register. */
export async function registerDevice(
  { deviceToken, refreshToken }: RegisterDeviceInput,
  { platform }: Context,
): Promise<RegisterDevicePayload> {
  const extra = await platform.write(routes.registerDevice, { deviceToken, refreshToken });
  return { extra };
}

/** Contract: Endpoints, Push notifications, POST acknowledge. */
export async function acknowledgeNotification(
  { id }: AcknowledgeNotificationInput,
  { platform, loaders }: Context,
): Promise<AcknowledgedNotification> {
  const found = await platform
    .write(routes.acknowledgeNotification, { notificationId: id })
    .finally(() => loaders.notification.clear());
  return { ...resultOf(found, true), notificationId: id };
}

const sent = (found: routes.FoundNotification): Omit<SentNotification, 'streamed'> => ({
  ...resultOf(found, false),
  notificationId: found.row && routes.notificationIdOf(found.row),
});

/** An echo of the input is no notification: the list would contradict it. */
const resultOf = ({ row, extra }: routes.FoundNotification, acknowledged: boolean): WrittenNotification => ({
  notification: row && routes.isWholeNotification(row) ? written(row, acknowledged) : null,
  extra: row ? { ...extra, ...routes.undocumentedOf(row) } : extra,
});
