import type { TransportFailureKind } from './call.ts';

/** Why a call was not made although it was asked for: another one brought, or brings, the same. */
export type SavedBy =
  /** The operation asked for this key before. */
  | 'key'
  /** Another read of the operation brought the row along. */
  | 'primed'
  /** It was joined to others in one call that takes several ids. */
  | 'batch'
  /** The same call was in flight for another operation. */
  | 'flight';

export type CircuitState = 'closed' | 'half-open' | 'open';

/** Why a call was not sent. `circuit`: its route is failing; `queue`: too many wait for the route already. */
export type NotSent = 'circuit' | 'queue';

/** Told of what becomes of calls, for counting. Routes are method and path template. */
export interface PlatformObserver {
  answered(route: string, status: number, milliseconds: number): void;
  failed(route: string, kind: TransportFailureKind, milliseconds: number): void;
  notSent(route: string, reason: NotSent): void;
  repeated(route: string): void;
  circuit(route: string, state: CircuitState): void;
  saved(by: SavedBy, calls: number): void;
  /** @param size ids that went out in one call. */
  batch(size: number): void;
  drift(route: string): void;
}
