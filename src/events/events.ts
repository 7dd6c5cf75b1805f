import type { Coordination } from './coordination.ts';
import type { FleetLoad } from './fleet-load.ts';
import type { EventLog } from './log.ts';
import type { Ownership } from './ownership.ts';
import type { SharedRates } from './shared-rates.ts';
import type { WriteRecords } from './write-records.ts';

/** An event log and the services that share its store. */
export interface Events {
  log: EventLog;
  coordination: Coordination;
  ownership: Ownership;
  /** Null: no store to share rates through. */
  rates: SharedRates | null;
  fleetLoad: FleetLoad;
  writes: WriteRecords;
  /** Whether there is a connection to the store. */
  isConnected(): boolean;
  /** Closes connections and stops timers. Open readers would wait forever: close them first. */
  close(): Promise<void>;
}

/** Retention limits. Times in milliseconds. */
export interface Retention {
  /** Age at which an event expires. */
  events: number;
  /** Maximum events per topic; Redis retains slightly more because it trims in blocks. */
  entries: number;
  /** Maximum length of the payloads of a topic, in bytes; the newest event is retained in any case. */
  bytes: number;
  /** Time since its last change after which a snapshot expires. Null: never. */
  snapshots: number | null;
}

/**
 * How long a topic's identity and numbering outlive its newest event, in milliseconds. A client that returns within it
 * learns exactly whether events were lost; later it gets LOG_REPLACED.
 */
export const identityRetention = ({ events }: Retention): number => Math.max(4 * events, 30 * 24 * 3_600_000);

/** How long the identity of a topic without entries outlives its last reader, in milliseconds. */
export const emptyRetention = ({ events }: Retention): number => Math.max(events, 24 * 3_600_000);
