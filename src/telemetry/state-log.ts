import type { LogObserver } from '../events/observed-log.ts';
import type { Clock } from '../lib/clock.ts';
import type { CircuitState } from '../platform/platform-observer.ts';
import type { Log } from './log.ts';

/** Milliseconds without a failure after which the event log counts as available: one node of several may fail. */
const SETTLED = 2000;
/** Token refreshes in a row that the platform rejects, after which the app's secret is more likely than the tokens. */
const REJECTED_REFRESHES = 10;

/** Logs each change of state once, however often the state is reported. */
export class StateLog {
  readonly #log: Pick<Log, 'info' | 'warn'>;
  readonly #clock: Clock;
  /** By name, whether it is healthy. Bounded by the declared routes. */
  readonly #states = new Map<string, boolean>([
    ['event log', true],
    ['refreshes', true],
  ]);
  readonly #startedAt: number;
  /** Whether the event log has accepted a write. */
  #hasWorked = false;
  #eventLogFailedAt = 0;
  #rejectedRefreshes = 0;

  constructor(log: Pick<Log, 'info' | 'warn'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** Trial calls of an open circuit are not logged. */
  circuit(route: string, state: CircuitState): void {
    if (state === 'half-open') return;
    const isClosed = state === 'closed';
    this.#note(`circuit ${route}`, isClosed, { route }, isClosed ? 'circuit closed' : 'circuit open');
  }

  /** @param failure why a write failed. Null: a write succeeded. */
  eventLog(failure: Parameters<LogObserver['appendFailed']>[0] | null): void {
    const now = this.#clock.monotonic();
    // A process that starts has not connected yet.
    if (failure !== null && !this.#hasWorked && now - this.#startedAt < SETTLED) return;
    this.#hasWorked ||= failure === null;
    if (failure !== null) {
      this.#eventLogFailedAt = now;
      this.#note('event log', false, { reason: failure }, 'event log unavailable');
    } else if (this.#states.get('event log') === false && now - this.#eventLogFailedAt >= SETTLED)
      this.#note('event log', true, {}, 'event log available');
  }

  /** A wrong secret of the app shows only here: other sign-ins do not need it. */
  refresh(outcome: 'accepted' | 'rejected'): void {
    if (outcome === 'accepted') {
      this.#rejectedRefreshes = 0;
      this.#note('refreshes', true, {}, 'token refreshes accepted');
    } else {
      this.#rejectedRefreshes += 1;
      if (this.#rejectedRefreshes >= REJECTED_REFRESHES)
        this.#note('refreshes', false, { inARow: this.#rejectedRefreshes }, 'token refreshes rejected');
    }
  }

  #note(name: string, isGood: boolean, details: object, message: string): void {
    if (this.#states.get(name) === isGood) return;
    this.#states.set(name, isGood);
    if (isGood) this.#log.info(details, message);
    else this.#log.warn(details, message);
  }
}
