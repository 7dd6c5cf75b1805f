import type { CopyOutcome } from './body.ts';
import type { TransportFailureKind } from './call.ts';

/** Why a read needed no call. */
export type DeduplicatedBy =
  /** The operation has already read this key. */
  | 'key'
  /** Another read of the operation returned the row. */
  | 'primed'
  /** One call took several IDs. */
  | 'batch'
  /** The same call was in flight for another operation. */
  | 'single-flight';

export type CircuitState = 'closed' | 'half-open' | 'open';

/** Why a call was shed. `circuit`: that of its route or host is open. `queue`: too many calls of its caller wait. */
export type ShedReason = 'circuit' | 'queue';

/**
 * How a response deviates from its documented shape. `response`: it cannot be read. `row`: a row was left out because it
 * lacks the member. `missing`: a promised member is missing. `type`: a member has another type. `unknown`: an object has
 * members that are not documented, which are counted and never named.
 */
export type Deviation = 'response' | 'row' | 'missing' | 'type' | 'unknown';

/** Receives the outcomes of platform calls, for metrics. Routes are method and path template. */
export interface PlatformObserver {
  responded(route: string, status: number, milliseconds: number): void;
  failed(route: string, kind: TransportFailureKind, milliseconds: number): void;
  shed(route: string, reason: ShedReason): void;
  retried(route: string): void;
  circuit(route: string, state: CircuitState): void;
  deduplicated(by: DeduplicatedBy, calls: number): void;
  /** @param size IDs sent in one call. */
  batch(size: number): void;
  /** A response with rows that might be copied was read. */
  body(route: string, outcome: CopyOutcome): void;
  /** A list of rows that were not parsed was added to a response. @param copied false: its rows had to be parsed. */
  list(copied: boolean): void;
  /** A response deviates from its documented shape. @param member path of the member. Empty: the response as a whole. */
  drift(route: string, deviation: Deviation, member: string, times?: number): void;
}
