import type { Clock } from './clock.ts';
import type { CursorNames } from './resumable-document.ts';
import type { Payload } from './subscription-client.ts';

/** A place where events may be missing: reload what the subscription updates. */
export interface Gap {
  /**
   * As the server says it; or `CURSOR_REFUSED`, the subscription has been started without a cursor; or `NOT_RESUMED`, it was
   * interrupted before it had a cursor, or the server has none. Treat others like these.
   */
  reason: string;
}

/** Settings of `resume`. */
export interface ResumeOptions {
  /** Called where events may be missing. Without it, a subscription whose cursor is refused ends with the error. */
  onGap?: ((gap: Gap, payload: Payload) => void) | undefined;
  /**
   * Called before a subscription ends with an error. Resolve to true to open it again with its cursor, as with a new
   * credential after a close with 4403.
   * @param recoveries number of recoveries since the last item.
   */
  recover?: ((error: unknown, recoveries: number) => boolean | Promise<boolean>) | undefined;
  /** Names of the argument and the field with `@eventCursor`. Default: `after` and `cursor`. */
  names?: CursorNames | undefined;
  /** Subscriptions that cannot resume end with an explanation, in place of being opened without cursors. Default: false. */
  strict?: boolean | undefined;
  /** @internal */
  clock?: Clock | undefined;
}
