import type { KnownNotification } from './known-notification.ts';

/** A notification from the response to a write. */
export interface WrittenNotification {
  /** Null if the response is incomplete. */
  notification: KnownNotification | null;
  /** The members of the response, and of the notification in it, that the contract does not show. */
  extra: Record<string, unknown>;
}

/** Result of an acknowledgement. */
export interface AcknowledgedNotification extends WrittenNotification {
  notificationId: string;
}

/** Result of a sent notification. */
export interface SentNotification extends WrittenNotification {
  /** Null: the platform returned none. */
  notificationId: string | null;
  /** Whether it was appended to the receiver's stream. Null: stored, so the stream reads it from the platform's list. */
  streamed: boolean | null;
}
