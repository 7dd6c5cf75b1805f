import type { CursorBinding } from '../../events/cursor.ts';

/** Topic of one user: every notification the user receives. */
export const notificationTopic = (userId: string): string => `notifications:${userId}`;

/** The topic of a user, as that user reads it. */
export const notificationsOf = (userId: string): CursorBinding => ({
  topic: notificationTopic(userId),
  caller: `user:${userId}`,
});
