import { openSocket, type SocketOptions } from '../../packages/client/src/stream.ts';

export const RECEIVED = `subscription Received($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;

/** A result of {@link RECEIVED}. */
export interface Received {
  notificationReceived: { gap: { reason: string } | null; notification: { text: string } | null };
}

/** A stream of a user's notifications that resumes with the client package, and what it received. */
export class Follower {
  readonly texts: string[] = [];
  readonly gaps: string[] = [];
  /** In order: texts, and gaps as null. */
  readonly items: (string | null)[] = [];
  /** When it was opened or resumed, by `performance.now`. */
  readonly openedAt: number[] = [];

  /** Whether it has had its first position. */
  get isOpen(): boolean {
    return this.openedAt.length > 0;
  }

  /** @returns ends it. */
  followOverSocket(options: SocketOptions): () => void {
    const socket = openSocket(options);
    socket.subscribe<Received>(
      { query: RECEIVED },
      {
        next: ({ data }) => data && this.take(data),
        error: (error) => this.gaps.push(`ended: ${JSON.stringify(error)}`),
        complete: () => {},
      },
    );
    return () => void socket.dispose();
  }

  protected take({ notificationReceived: { gap, notification } }: Received): void {
    if (gap || notification) this.items.push(notification?.text ?? null);
    else this.openedAt.push(performance.now());
    if (notification) this.texts.push(notification.text);
    else if (gap) this.gaps.push(gap.reason);
  }
}
