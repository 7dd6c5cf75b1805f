import type { BodyReading } from './body.ts';
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

/** Why a call was shed. `circuit`: its route's circuit is open. `queue`: its route's queue is full. */
export type ShedReason = 'circuit' | 'queue';

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
  body(route: string, reading: BodyReading): void;
  /** A list of rows that were not parsed was added to a response. @param copied false: its rows had to be parsed. */
  list(copied: boolean): void;
  /** The response of a route did not have the documented shape. */
  drift(route: string): void;
}
