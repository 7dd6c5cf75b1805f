import type { FoundNotification } from '../../platform/routes/notification.ts';

/** The response to an acknowledgement, with the notification's ID. */
export interface AcknowledgedNotification extends FoundNotification {
  notificationId: string;
}

/** The response to a sent notification. */
export interface SentNotification extends FoundNotification {
  /** Whether it was appended to the receiver's stream. Null: stored, so the stream reads it from the platform's list. */
  streamed: boolean | null;
}
