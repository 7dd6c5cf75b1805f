import { createHash } from 'node:crypto';
import type { CursorBinding } from '../../events/cursor.ts';

/** Longest ID, percent-encoded, that names its topic: each of a topic's keys in the store repeats it. */
const LONGEST_NAME = 64;

/** Name of one user's topic: every notification the user receives. One of a long ID, which anyone can make up, has its digest. */
export function notificationTopic(userId: string): string {
  if (encodeURIComponent(userId.toWellFormed()).length <= LONGEST_NAME) return `notifications:${userId}`;
  // Longer than an ID that names its topic.
  return `notifications:sha256-${createHash('sha256').update(userId).digest('hex')}`;
}

/** The topic of a user, as that user reads it. */
export const notificationsOf = (userId: string): CursorBinding => ({
  topic: notificationTopic(userId),
  caller: `user:${userId}`,
});
