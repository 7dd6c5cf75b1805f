import { type Static, Type } from 'typebox';
import { instantOf } from '../../lib/instant.ts';
import { readRoute, writeRoute } from '../route.ts';
import { toFlag, without } from '../values.ts';
import {
  accepted,
  type Found,
  found,
  id,
  instant,
  maybe,
  noun,
  otherIds,
  page,
  reading,
  text,
  textOrFlag,
} from '../wire.ts';
import { idOfNamed, idOfUnknown, includedUsers, userNamed, userPerhaps } from './user.ts';

const members = {
  notificationId: maybe(id),
  ...otherIds,
  text,
  textParameters: text,
  path: text,
  persist: textOrFlag,
  receiver: userNamed,
  acknowledge: textOrFlag,
  acknowledged: textOrFlag,
  createdDate: instant,
  createdAt: instant,
};

/**
 * A notification: the creation fields and `notificationId` are shown, the names of the flag and of the time are not. The
 * sender is not mentioned. Contract: Resources, Notification; Responses not shown, 13.
 */
const notificationRow = Type.Object({ ...members, sender: userPerhaps });
export type NotificationRow = Static<typeof notificationRow>;
export type FoundNotification = Found<NotificationRow>;

const NOTIFICATION = noun(
  notificationRow,
  ['notification', 'notifications'],
  ['notificationId', 'id', '_id'],
  ['text'],
);
export const notificationIdOf = NOTIFICATION.idOf;
export const receiverIdOf = ({ receiver }: NotificationRow): string | null => idOfNamed(receiver);
export const senderIdOf = ({ sender }: NotificationRow): string | null => idOfUnknown(sender);
/** The members that the contract does not show, the sender included. */
export const undocumentedOf = (notification: NotificationRow): Record<string, unknown> => ({
  ...without(notification, members),
  ...includedUsers({ receiver: notification.receiver }),
});
/** The members that no field shows. */
export function extraOfNotification(notification: NotificationRow): Record<string, unknown> {
  const { sender, ...extra } = undocumentedOf(notification);
  const isShown = sender == null || String(sender) === senderIdOf(notification);
  return isShown ? extra : { ...extra, sender };
}

/** Whether the receiver has acknowledged it; false without a flag, its first state. Null: the flag is unusable. */
export function isAcknowledged({ acknowledge, acknowledged }: NotificationRow): boolean | null {
  const flag = acknowledge ?? acknowledged;
  return flag == null ? false : toFlag(flag);
}

/** Whether it was only pushed and is in no list. */
export const isPushedOnly = ({ persist }: NotificationRow): boolean => toFlag(persist) === false;

/**
 * Whether the response to a write has the documented members of a notification, and not only its ID. `path` and
 * `textParameters` are missing from a notification without them. Contract: Resources, Notification.
 */
export const isWholeNotification = (notification: NotificationRow): boolean =>
  notificationIdOf(notification) !== null &&
  notification.text !== undefined &&
  notification.receiver !== undefined &&
  notification.persist !== undefined;

/** Creation time as sent. */
export const createdDateOf = ({ createdDate, createdAt }: NotificationRow): string | number | null =>
  createdDate ?? createdAt ?? null;

/** Creation time, in epoch milliseconds. Null: absent or unusable. */
export const createdAtOf = (notification: NotificationRow): number | null =>
  instantOf(createdDateOf(notification));

/** Checks a parsed notification. Null if it is not one. */
export const readNotification = reading(notificationRow);

const PUSH = { host: 'push' } as const;

/** GET /notifications/v1: a page of the caller's notifications, from 1. Contract: Endpoints, Push notifications. */
export const listNotifications = readRoute<{
  acknowledge: boolean;
  limit: number;
  page: number;
  since?: string;
}>().at('/notifications/v1', page(NOTIFICATION), PUSH);

/**
 * PUT /notifications/v1: each call sends a push. All fields are strings, including `persist`.
 * Contract: Endpoints, Push notifications; Resources, Notification.
 */
export const sendNotification = writeRoute<{
  receiver: string;
  text: string;
  textParameters?: string;
  path?: string;
  persist: 'true' | 'false';
}>().at('PUT', '/notifications/v1', found(NOTIFICATION), PUSH);

/** POST /notifications/v1/acknowledge: sets the flag. Contract: Endpoints, Push notifications. */
export const acknowledgeNotification = writeRoute<{ notificationId: string }>().at(
  'POST',
  '/notifications/v1/acknowledge',
  found(NOTIFICATION),
  PUSH,
);

/** PUT /notifications/v1/register: registers the token's session for push. Contract: Endpoints, Push notifications. */
export const registerDevice = writeRoute<{ deviceToken: string; refreshToken?: string }>().at(
  'PUT',
  '/notifications/v1/register',
  accepted(),
  PUSH,
);
