import type { Coordination } from './coordination.ts';
import type { EventLog } from './log.ts';
import type { SharedRates } from './shared-rates.ts';

/** A log and what goes with it, over one store. */
export interface Events {
  log: EventLog;
  coordination: Coordination;
  /** Null where there is nobody to share with. */
  rates: SharedRates | null;
  /** Whether there is a connection to the store. */
  isConnected(): boolean;
  /** Ends connections and timers. Readers still open wait for ever: end them before. */
  close(): Promise<void>;
}

/** What is kept, and for how long. Times in milliseconds. */
export interface Retention {
  /** Age at which an event is no longer read. */
  events: number;
  /** Events per topic; Redis keeps some more, as it trims in blocks. */
  entries: number;
  /** Age since its last change at which a snapshot is dropped; null: never. */
  snapshots: number | null;
}

/**
 * How long a topic's identity and numbering outlive its newest event: a client that comes back within it is told
 * truthfully that nothing, or what, was lost; later it is told LOG_REPLACED.
 */
export const identityRetention = ({ events }: Retention): number => Math.max(4 * events, 30 * 24 * 3_600_000);
