import type { FoundNotification } from '../../platform/routes/notification.ts';

/** The answer to an acknowledgement, and what was acknowledged. */
export interface AcknowledgedNotification extends FoundNotification {
  notificationId: string;
}

/** What was sent; `streamed` is null for a stored one, which the receiver's stream brings from the platform's list. */
export interface SentNotification extends FoundNotification {
  streamed: boolean | null;
}
