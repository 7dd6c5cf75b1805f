import type { Coordination } from '../../../events/coordination.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Ownership } from '../../../events/ownership.ts';
import type { PollProblem } from '../../../events/poll-problem.ts';
import type { Boundary } from '../../../lib/boundary.ts';
import type { CancelSignal } from '../../../lib/cancellation.ts';
import { PollSchedule, type PollScheduleOptions } from '../../../lib/pacing/poll-schedule.ts';
import type { PolledPage } from './notification-list.ts';

type ListQuery = { since: number; page: number; limit: number };

/** Dependencies and settings of the pollers. Times in milliseconds. */
export interface NotificationPollersOptions extends PollScheduleOptions {
  log: EventLog;
  coordination: Coordination;
  ownership: Ownership;
  /** Fault boundary of the pollers' background work. */
  boundary: Boundary;
  /** Event retention of the log. */
  retention: number;
  /** Estimated time of the platform's clock, in epoch milliseconds. */
  now(): number;
  topicOf(userId: string): string;
  /** Called for each user whom this instance begins to poll, or no longer polls. */
  onPolled(change: 1 | -1): void;
  /**
   * Reads one page, from 1, of the notifications created after `since` (epoch milliseconds), acknowledged ones included.
   * Throws GatewayError; UNAUTHENTICATED and FORBIDDEN mean that the token is no longer valid. Settles soon after the
   * signal aborts.
   */
  list(token: string, query: ListQuery, signal: CancelSignal): Promise<PolledPage>;
  /** Called on failure with a loggable description: no token, no text, no name. */
  onError(problem: PollProblem): void;
}

/** The options and the settings derived from them. */
export type PollerSettings = ReturnType<typeof settingsFrom>;

export function settingsFrom(options: NotificationPollersOptions) {
  /**
   * How far a window reaches back behind the newest notification: covers notifications that become visible late and, on a user's
   * first poll, the error of the estimated platform clock. At least a minute.
   */
  const overlap = Math.ceil(Math.max(5 * options.interval, 60_000));
  /**
   * How long the log recognizes a notification that was appended. The log measures from the append, the platform from creation: the
   * second overlap covers the difference.
   */
  const rememberFor = Math.ceil(options.retention) + 2 * overlap;
  return {
    ...options,
    schedule: new PollSchedule(options),
    overlap,
    rememberFor,
    /** Lifetime of a watermark that does not change: at least 30 days. */
    watermarkTtl: Math.max(30 * 86_400_000, 2 * rememberFor),
    /** Maximum delay between attempts while the platform fails, before jitter: at least a minute, in which a platform may recover. */
    maxBackoff: Math.max(12 * options.interval, 60_000),
  };
}
