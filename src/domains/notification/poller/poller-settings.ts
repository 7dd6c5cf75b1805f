import type { Coordination } from '../../../events/coordination.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Ownership } from '../../../events/ownership.ts';
import type { Boundary } from '../../../lib/boundary.ts';
import type { CancelSignal } from '../../../lib/cancellation.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { PolledPage } from './notification-list.ts';
import type { PollProblem } from './poll-problem.ts';
import type { PollSchedule } from './poll-schedule.ts';

/** Dependencies and settings of the pollers. Times in milliseconds. */
export interface PollerSettings {
  clock: Clock;
  log: EventLog;
  coordination: Coordination;
  ownership: Ownership;
  topicOf(userId: string): string;
  /**
   * Reads one page, from 1, of the notifications created after `since` (epoch milliseconds), acknowledged ones included.
   * Throws GatewayError; UNAUTHENTICATED and FORBIDDEN mean that the token is no longer valid. Settles soon after the
   * signal aborts.
   */
  list(
    token: string,
    query: { since: number; page: number; limit: number },
    signal: CancelSignal,
  ): Promise<PolledPage>;
  /**
   * How far a window reaches back behind the newest notification: covers notifications that become visible late and, on
   * a user's first poll, the error of the estimated platform clock.
   */
  overlap: number;
  /** Maximum delay between attempts while the platform fails, before jitter. */
  maxBackoff: number;
  /** Current time in epoch milliseconds, by the platform's clock as far as it is known. */
  now(): number;
  /** Called on failure with a loggable description: no token, no text, no name. */
  onError(problem: PollProblem): void;
  /** What a poller does on its own goes through it. */
  boundary: Boundary;
}

/** Settings with defaults and derived values filled in. */
export interface ResolvedPollerSettings extends PollerSettings {
  schedule: PollSchedule;
  /** How long a notification is deduplicated. */
  rememberFor: number;
}
