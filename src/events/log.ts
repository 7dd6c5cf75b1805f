import type { CancelSignal } from '../lib/cancellation.ts';
import type { PullStream } from '../lib/pull-stream.ts';

/** Any JSON value: what the log stores. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An event to append. */
export interface LogEvent {
  /** Event type, for example `notification`. Never empty. */
  kind: string;
  payload: Json;
}

/**
 * A reader's position in a topic: after the entry with this sequence number. Includes the time because a log that lost
 * its newest entries assigns their numbers again.
 */
export interface Position {
  /** Identity of the topic's log; a new one if the log was recreated. Empty: the topic had none yet and accepted no writes. */
  epoch: string;
  /** Sequence number of the last entry before the position. 0: before the first entry of the epoch. */
  sequence: number;
  /** When that entry was appended, in epoch milliseconds by the log's clock; never decreases within an epoch. 0: before the first. */
  time: number;
}

/** An event read from the log. Its time is its position's. */
export interface LoggedEvent extends LogEvent {
  /** Time and sequence number of the entry, as in `1700000000000-42`. */
  id: string;
}

/** What a topic retains, oldest first. */
export interface RetainedEvents {
  events: readonly { readonly position: Position; readonly event: LoggedEvent }[];
  /** Nothing that was appended after this time, in epoch milliseconds by the log's clock, is missing. 0: nothing ever was. */
  completeSince: number;
}

/**
 * Why a reader may have missed events.
 * TRIMMED: entries after its position exceeded the length or age limit.
 * LOG_REPLACED: the log was recreated or lost its newest entries.
 * CURSOR_UNKNOWN: its position could not be verified or read; it starts at the oldest entry.
 * UPSTREAM_INCOMPLETE: an event occurred but never reached the log, or its entry cannot be read.
 */
export const GAP_REASONS = ['TRIMMED', 'LOG_REPLACED', 'CURSOR_UNKNOWN', 'UPSTREAM_INCOMPLETE'] as const;

export type GapReason = (typeof GAP_REASONS)[number];

/** One item from a reader. A reader resumed from `position` yields everything after this item, without duplicates. */
export type ReadItem =
  | { type: 'position'; position: Position }
  /** `replayed`: already in the log when this reader started. */
  | { type: 'event'; position: Position; event: LoggedEvent; replayed: boolean }
  | { type: 'gap'; position: Position; reason: GapReason };

/** `now`: after the newest entry. `unverified`: unknown position; yields a gap, then everything from the oldest entry. */
export type ReadStart = Position | 'now' | 'unverified';

/** Items of one topic, in order. `close()`, `return()` or an aborted signal ends it immediately. */
export type EventReader = PullStream<ReadItem>;

/** When an append counts as a duplicate of an earlier one and is skipped. */
type DuplicateRule =
  /** The key was already appended within the last `within` milliseconds. */
  | { key: string; within: number }
  /** The key equals that of the subject's latest append: of S1, S2, S2, S1 three are stored. Expires with snapshots. */
  | { key: string; latestOf: string };

export interface AppendOptions {
  duplicate?: DuplicateRule;
  /** The state after the event, stored atomically with it. */
  snapshot?: {
    id: string;
    state: Json;
    /** Append only if the stored snapshot has this revision. 0: only if there is none. */
    ifRevision?: number;
  };
  /** Append only while no other claim of the topic has been granted since this one (see `ownership.ts`). */
  fence?: string;
  /** Append only before this time: {@link Announcement.until} of the event. LogUnavailable afterwards. */
  until?: number;
  /** Milliseconds to keep retrying while the log cannot be written. Default: set by the implementation. */
  timeout?: number;
  /** Stops the retries early with the last attempt's failure. */
  signal?: CancelSignal;
}

/** The event is not written if the snapshot is at another revision (`conflict`) or the topic has another owner (`fenced`). */
export type AppendResult =
  | {
      status: 'appended';
      id: string;
      position: Position;
      /** Estimated bytes that the store takes for it. */
      bytes: number;
    }
  | { status: 'duplicate' }
  | { status: 'conflict' }
  | { status: 'fenced' };

/** An event about to occur. Exactly one of the two methods must be called. */
export interface Announcement {
  /**
   * Epoch milliseconds by the log's clock, from which on the event counts as lost. A gap precedes the next event then, so this
   * one must not be appended any more.
   */
  readonly until: number;
  /** The event is in the log, or did not occur. */
  settle(): void;
  /** The event occurred, or may have, and is not in the log: see {@link EventLog.recordLoss}. */
  lose(because: LossCause): void;
}

/** Why an event is not in the log: the `platform`'s response was lost or incomplete, or the event `store` did not take it. */
export type LossCause = 'platform' | 'store';

/** The latest state of one subject. */
export interface Snapshot {
  id: string;
  state: Json;
  /** 1 for the first state, incremented with each change. */
  revision: number;
  /** Rank among the topic's snapshots by first appearance; stable until the snapshot expires. */
  order: number;
}

export interface SnapshotQuery {
  /** Maximum number of snapshots to return. */
  limit: number;
  /** `order` of the previous page's last snapshot. */
  after?: number;
  newestFirst?: boolean;
}

export interface SnapshotPage {
  snapshots: readonly Snapshot[];
  /** Total snapshots in the topic. */
  total: number;
  hasMore: boolean;
}

/**
 * Ordered events by topic. The log is the source of truth; signals only wake its readers.
 * Topics, keys and IDs are arbitrary strings. Every method except `recordLoss` and `read` throws
 * {@link LogUnavailable} while the log is unreachable.
 */
export interface EventLog {
  /**
   * Appends an event to the topic. Retries never append it twice.
   * @throws LogUnavailable if every attempt within the timeout failed.
   */
  append(topic: string, event: LogEvent, options?: AppendOptions): Promise<AppendResult>;

  /**
   * Reads everything after a position, then new events as they are appended, without end. The first item is always the
   * position. While the log is unreachable, the reader waits, then resumes.
   */
  read(topic: string, after: ReadStart, signal?: CancelSignal): EventReader;

  /** The position after the topic's newest entry. */
  head(topic: string): Promise<Position>;

  /** The events of one kind that the topic retains now, at most as many as its retention allows. */
  retained(topic: string, kind: string): Promise<RetainedEvents>;

  /**
   * Checks that the topic accepts writes now.
   * @throws LogUnavailable if it does not.
   */
  checkWritable(topic: string): Promise<void>;

  /**
   * Announces an event about to occur elsewhere, before it is appended. If it is neither settled nor lost in time (because the
   * process died or was cut off), the topic's readers get a gap with UPSTREAM_INCOMPLETE: before the next event, or some
   * seconds later.
   * @param within milliseconds in which it can be appended.
   * @param fill how full the topic may be, as a share of the entries and bytes that it retains. Default: the oldest give way.
   * @throws LogUnavailable if the topic accepts no writes now.
   * @throws TopicFull
   */
  announce(topic: string, within: number, fill?: number): Promise<Announcement>;

  /**
   * Records that an event never reached the log: readers of the topic, including those that resume later, get a gap with
   * UPSTREAM_INCOMPLETE once the log accepts writes. Held in memory until then.
   */
  recordLoss(topic: string): void;

  /**
   * The latest state stored under an ID. Null: none, or expired.
   * @throws LogUnavailable also if a newer release wrote it in a format that this one cannot read.
   */
  snapshot(topic: string, id: string): Promise<Snapshot | null>;

  /** The topic's snapshots, ordered by first appearance. */
  snapshots(topic: string, query: SnapshotQuery): Promise<SnapshotPage>;
}

/** The topic is fuller than an event may find it. */
export class TopicFull extends Error {
  override readonly name = 'TopicFull';
  /** Milliseconds until its oldest entry expires. */
  readonly msLeft: number;

  constructor(msLeft: number) {
    super('topic full');
    this.msLeft = msLeft;
  }
}

export const UNAVAILABLE_REASONS = [
  'unreachable',
  /** The gateway's checks found that Redis would lose events. */
  'unsuitable',
  'out-of-memory',
  'read-only',
  'loading',
  'cluster-down',
  'write-refused',
  /** The snapshot was written by a newer release, in a format that this one cannot read. */
  'unknown-format',
  /** A key is of another type, or holds something else than the gateway writes. */
  'foreign-data',
] as const;

export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** The log cannot be read or written now. `outcome`: `unknown` if the write may have been applied, or may still be. */
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
