import type { CancelSignal } from '../graph/cancellation.ts';
/** What the log stores: anything JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Something that happened, as it is appended. */
export interface LogEvent {
  /** What happened, as in `notification`. Never empty. */
  kind: string;
  payload: Json;
}

/**
 * Where a reader stands in a topic: after the entry with this sequence number.
 * Time belongs to it because a log that lost its newest entries gives their numbers out again.
 */
export interface Position {
  /** Identity of the topic's log; a new one where the log began again. Empty: the topic had none yet and took no writes. */
  epoch: string;
  /** Number of the last entry before the position: 1 for the first of an epoch, 0 before it. */
  sequence: number;
  /** When that entry was appended, in epoch milliseconds by the log's clock; never falls within an epoch. 0 before the first. */
  time: number;
}

/** An event as it is read. Its time is the position's. */
export interface LoggedEvent extends LogEvent {
  /** Time and number of the entry, as in `1700000000000-42`. */
  id: string;
}

/**
 * Why a reader may have missed something.
 * TRIMMED: entries after its position are over the length or age limit.
 * LOG_REPLACED: the log began again or lost its newest entries.
 * CURSOR_UNKNOWN: the reader's position could not be verified; it starts at the oldest entry.
 * UPSTREAM_INCOMPLETE: an event happened but never reached the log.
 */
export type GapReason = 'TRIMMED' | 'LOG_REPLACED' | 'CURSOR_UNKNOWN' | 'UPSTREAM_INCOMPLETE';

/** What a reader yields. A reader that starts again after `position` gets everything that followed this item, and nothing twice. */
export type ReadItem =
  | { type: 'position'; position: Position }
  /** `replayed`: it was in the log before this reader began. */
  | { type: 'event'; position: Position; event: LoggedEvent; replayed: boolean }
  | { type: 'gap'; position: Position; reason: GapReason };

/** `now`: after everything in the log. `unverified`: the caller's position is not known; a gap, then everything there is. */
export type ReadStart = Position | 'now' | 'unverified';

/** Items of one topic, in order. `return()`, or the signal, ends it at once, also while `next()` waits. */
export interface EventReader extends AsyncIterableIterator<ReadItem, undefined, undefined> {
  return(): Promise<IteratorResult<ReadItem, undefined>>;
}

/** When an append is a repetition of an earlier one, and is left out. */
type DuplicateRule =
  /** The key was appended within the last `within` milliseconds. */
  | { key: string; within: number }
  /** The key is that of the latest append for the subject: of S1, S1, S2, S1 three are kept. Remembered as long as a snapshot. */
  | { key: string; latestOf: string };

export interface AppendOptions {
  duplicate?: DuplicateRule;
  /** The state that the event leads to, stored in the same step. */
  snapshot?: {
    id: string;
    state: Json;
    /** Append only if the stored snapshot has this revision; 0: if there is none. */
    ifRevision?: number;
  };
  /** Milliseconds to go on trying for while the log can't be written. Default: of the implementation. */
  timeout?: number;
  /** Ends the attempts early, with the failure of the last one. */
  signal?: CancelSignal;
}

/** `conflict`: the snapshot has another revision; nothing was written. */
export type AppendResult =
  | { status: 'appended'; id: string; position: Position }
  | { status: 'duplicate' }
  | { status: 'conflict' };

/** An event that is about to happen. Exactly one of the two is to be said of it. */
export interface Announcement {
  /** The log has it, or it did not happen. */
  settle(): void;
  /** It happened, or may have, and the log does not have it: {@link EventLog.recordLoss}. */
  lose(): void;
}

/** The latest state of one thing. */
export interface Snapshot {
  id: string;
  state: Json;
  /** 1 for the first state, one more with each. */
  revision: number;
  /** Place among the topic's snapshots by first appearance; never changes while the snapshot is kept. */
  order: number;
}

export interface SnapshotQuery {
  /** Largest number of snapshots to return. */
  limit: number;
  /** `order` of the last snapshot of the page before. */
  after?: number;
  newestFirst?: boolean;
}

export interface SnapshotPage {
  snapshots: readonly Snapshot[];
  /** How many the topic has in all. */
  total: number;
  hasMore: boolean;
}

/**
 * Ordered events by topic. The log is the truth; signals only wake its readers.
 * Topics, keys and ids are any strings. Everything but `recordLoss` and `read` fails with {@link LogUnavailable}
 * while the log can't be reached.
 */
export interface EventLog {
  /**
   * Adds an event to the end of the topic. A repeated attempt never adds it twice.
   * @throws LogUnavailable when every attempt within the timeout failed.
   */
  append(topic: string, event: LogEvent, options?: AppendOptions): Promise<AppendResult>;

  /**
   * Reads everything after a position and then what is appended later, without end. The first item is always the position.
   * While the log can't be reached the reader waits, and goes on where it was.
   */
  read(topic: string, after: ReadStart, signal?: CancelSignal): EventReader;

  /**
   * Asks whether the topic takes writes at this moment.
   * @throws LogUnavailable when it does not.
   */
  checkWritable(topic: string): Promise<void>;

  /**
   * Announces an event that is about to happen elsewhere, before it is appended. Where nobody says within the time what
   * became of it, since the process is gone, the topic's readers get a gap with UPSTREAM_INCOMPLETE.
   * @param within milliseconds.
   * @throws LogUnavailable when the topic takes no writes at this moment.
   */
  announce(topic: string, within: number): Promise<Announcement>;

  /**
   * Tells the topic's readers, those who resume later included, that an event never reached the log:
   * a gap with UPSTREAM_INCOMPLETE, as soon as the log takes writes. Kept in memory until then.
   */
  recordLoss(topic: string): void;

  /** The latest state appended under an id, or null when there is none or its time is over. */
  snapshot(topic: string, id: string): Promise<Snapshot | null>;

  /** The topic's snapshots in the order of their first appearance. */
  snapshots(topic: string, query: SnapshotQuery): Promise<SnapshotPage>;
}

export type UnavailableReason =
  | 'unreachable'
  | 'out-of-memory'
  | 'read-only'
  | 'loading'
  | 'cluster-down'
  | 'write-refused';

/** The log can't be read or written now. `outcome` is `unknown` where a write may still have happened, or happen yet. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
  readonly reason: UnavailableReason;
  readonly outcome: 'refused' | 'unknown';

  constructor(reason: UnavailableReason, outcome: 'refused' | 'unknown', cause?: unknown) {
    super(`event log unavailable: ${reason}`, { cause });
    this.reason = reason;
    this.outcome = outcome;
  }
}
