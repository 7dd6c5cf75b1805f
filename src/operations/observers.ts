import type { ErrorCode } from '../graph/errors.ts';

/** Told of operations, for counting. */
export interface OperationObserver {
  /**
   * An operation was answered, or its subscription opened.
   * @param milliseconds since its request came.
   */
  operation(
    outcome: { name: string | null; type: string | null; codes: readonly ErrorCode[] },
    milliseconds: number,
  ): void;
}

/** Told of subscriptions, for counting. A field is one of the schema's subscription type. */
export interface StreamObserver {
  opened(field: string): void;
  closed(field: string): void;
  /** @param milliseconds since the event was appended to the log; null: it was there before the subscription. */
  delivered(field: string, milliseconds: number | null): void;
  gap(field: string, reason: string): void;
  /** An error in the result of an event. */
  error(code: ErrorCode): void;
}
