import type { Price } from '../../graph/cost.ts';
import type { ErrorCode } from '../../graph/errors.ts';

/** An operation as it is counted. */
export interface CountedOperation {
  /** Null: it is anonymous, or it was refused before its name was known. */
  name: string | null;
  /** Null: it was refused before its type was known. */
  type: string | null;
  /** The code of every error in the response. */
  codes: readonly ErrorCode[];
  /** The name that the client states. Null: none. */
  client: string | null;
  /** Coordinates of the deprecated fields, arguments and enum values that it names. */
  deprecated: readonly string[];
}

/** Counts operations. */
export interface OperationObserver {
  /**
   * An operation has its response, or its subscription is open.
   * @param milliseconds since its request arrived.
   */
  operation(operation: CountedOperation, milliseconds: number): void;
}

/** `predicted`: refused before execution. `reached`: ended or cut short during execution. */
export type ExceededStage = 'predicted' | 'reached';

/** Measures the price of operations. */
export interface PriceObserver {
  predicted(price: Price): void;
  /** An operation exceeded the limit of a price. */
  exceeded(price: keyof Price, stage: ExceededStage): void;
}

/** Kinds of memory that clients' documents retain. */
export type RetainedKind = 'document' | 'plan' | 'persisted_query';

/** Outcomes of parsing a new document. */
export const PARSED = ['valid', 'rejected'] as const;

/** Counts the documents of clients, and measures the memory that they retain. */
export interface DocumentObserver {
  /** A document was parsed and validated: none with this text was retained. */
  parsed(outcome: (typeof PARSED)[number]): void;
  /** @param bytes estimated; negative when it is released. */
  retained(kind: RetainedKind, bytes: number): void;
  /** Evicted to free memory. */
  evicted(kind: RetainedKind): void;
}

/** Counts subscriptions, by the root field of their operation. */
export interface StreamObserver {
  opened(field: string): void;
  closed(field: string): void;
  /** @param milliseconds since the event was appended to the log. Null: it was replayed. */
  delivered(field: string, milliseconds: number | null): void;
  /** A result was serialized, once for all subscribers that share it. */
  rendered(field: string): void;
  gap(field: string, reason: string): void;
  /** An error in the result of an event, or one that closed the stream. */
  error(code: ErrorCode): void;
}
