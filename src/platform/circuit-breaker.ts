import type { Clock } from '../lib/clock.ts';
import type { Call } from './call.ts';
import type { CircuitState } from './platform-observer.ts';

/** Length of the sliding window, in milliseconds. */
const WINDOW = 10_000;
/** The window slides by whole buckets: the oldest is dropped at once. */
const BUCKETS = 10;
const BUCKET = WINDOW / BUCKETS;
/** The circuit opens only if the window has at least this many calls. */
const MINIMUM_CALLS = 20;
/** The circuit opens above this failure rate. */
const FAILURE_RATE = 0.5;
/** Minimum distinct callers, and for a host also routes, whose last call within the window failed. */
const MINIMUM_DISTINCT = 3;
/** Callers, and routes, whose last outcome is remembered. */
const MOST_RECENT = 100;
/** Milliseconds for which an equal outcome changes nothing. */
const RECENT = 1000;
/** Milliseconds from opening to the first trial call. */
const HALF_OPEN_AFTER = 2000;
/** Milliseconds from opening after which the trial may be a call of a caller whose last one failed, if no better one came. */
const ANY_CALLER_AFTER = 3000;
/** Milliseconds from opening after which the trial may be a call that must not be repeated, if no other came. */
const ANY_CALL_AFTER = 5000;

/** Permission to send a call: as usual, or as the trial of a half-open circuit. */
export type Permit = 'ordinary' | 'trial';

/** The properties of a call that a circuit depends on. */
export type CircuitCall = Pick<Call, 'route' | 'lane' | 'retryable'>;

export interface CircuitBreakerOptions {
  /** What the circuit guards. A host's opens only if calls of three routes failed. */
  guards: 'route' | 'host';
  clock: Pick<Clock, 'monotonic'>;
  onChange: (state: CircuitState) => void;
}

/**
 * Stops calls to a route or host that fails: it opens when more than half of at least 20 calls within ten seconds have failed,
 * among them the last calls of three callers, and of more callers than those whose last calls worked: so that few cannot open it for
 * others who call the route as well. After two seconds it lets one trial call through, and closes if that call succeeds. The trial is
 * a call of a caller whose last one worked, if there are any and one comes within another second, and a call that may be repeated, if
 * one comes within three.
 */
export class CircuitBreaker {
  readonly guards: CircuitBreakerOptions['guards'];
  readonly #options: CircuitBreakerOptions;
  readonly #failures = new Float64Array(BUCKETS);
  readonly #calls = new Float64Array(BUCKETS);
  readonly #callers = new LastOutcomes();
  readonly #routes = new LastOutcomes();
  #state: CircuitState = 'closed';
  #openedAt = 0;
  /** Number of the current bucket, counted from the origin of the clock. */
  #bucket = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.guards = options.guards;
  }

  /**
   * @returns null if the call must not be sent. The outcome of a permitted call must be reported by `succeeded`, `failed`
   * or `unused`.
   */
  admit(call: CircuitCall): Permit | null {
    if (this.#state === 'closed') return 'ordinary';
    if (this.#state === 'half-open' || this.#now() - this.#openedAt < this.#trialAfter(call)) return null;
    this.#enter('half-open');
    return 'trial';
  }

  #trialAfter({ retryable, lane }: CircuitCall): number {
    if (!retryable) return ANY_CALL_AFTER;
    const isBest = !this.#callers.hasFailed(lane.owner) || this.#callers.count(this.#now()).worked === 0;
    return isBest ? HALF_OPEN_AFTER : ANY_CALLER_AFTER;
  }

  /** Whether a permitted call may still be sent after it has waited. */
  stillAdmits(permit: Permit): boolean {
    return permit === 'trial' || this.#state === 'closed';
  }

  succeeded(permit: Permit, call: CircuitCall): void {
    this.#record(call, false, this.#now());
    if (permit === 'ordinary') return;
    this.#failures.fill(0);
    this.#calls.fill(0);
    this.#enter('closed');
  }

  failed(permit: Permit, call: CircuitCall): void {
    if (permit === 'trial') this.#open();
    // Calls sent before the circuit opened carry no new information.
    else if (this.#state === 'closed') {
      const now = this.#now();
      this.#record(call, true, now);
      if (this.#isFailing(now)) this.#open();
    }
  }

  /** The call was not sent, or its outcome says nothing about the route. An unused trial passes to the next call. */
  unused(permit: Permit): void {
    if (permit === 'ordinary') return;
    this.#enter('open');
    this.#openedAt = Number.NEGATIVE_INFINITY;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #open(): void {
    this.#openedAt = this.#now();
    this.#enter('open');
  }

  #enter(state: CircuitState): void {
    this.#state = state;
    this.#options.onChange(state);
  }

  #record({ lane, route }: CircuitCall, hasFailed: boolean, now: number): void {
    this.#callers.record(lane.owner, now, hasFailed);
    if (this.guards === 'host') this.#routes.record(route, now, hasFailed);
    const bucket = Math.floor(now / BUCKET);
    for (let next = Math.max(this.#bucket, bucket - BUCKETS) + 1; next <= bucket; next += 1) {
      this.#failures[next % BUCKETS] = 0;
      this.#calls[next % BUCKETS] = 0;
    }
    this.#bucket = bucket;
    const index = bucket % BUCKETS;
    this.#calls[index] = (this.#calls[index] ?? 0) + 1;
    if (hasFailed) this.#failures[index] = (this.#failures[index] ?? 0) + 1;
  }

  #isFailing(now: number): boolean {
    const [calls, failures] = [sumOf(this.#calls), sumOf(this.#failures)];
    if (calls < MINIMUM_CALLS || failures <= FAILURE_RATE * calls) return false;
    const { failed, worked } = this.#callers.count(now);
    if (failed < MINIMUM_DISTINCT || failed <= worked) return false;
    return this.guards === 'route' || this.#routes.count(now).failed >= MINIMUM_DISTINCT;
  }
}

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);

/** Whether the last calls failed of the most recent callers, or to the most recent routes. */
class LastOutcomes {
  /** By name, first those seen longest ago. */
  readonly #last = new Map<string, { at: number; hasFailed: boolean }>();

  record(name: string, at: number, hasFailed: boolean): void {
    const last = this.#last.get(name);
    if (last?.hasFailed === hasFailed && at - last.at < RECENT) return;
    this.#last.delete(name);
    this.#last.set(name, { at, hasFailed });
    const [oldest] = this.#last.keys();
    if (oldest !== undefined && this.#last.size > MOST_RECENT) this.#last.delete(oldest);
  }

  hasFailed(name: string): boolean {
    return this.#last.get(name)?.hasFailed === true;
  }

  /** Those seen within the window, by their last outcome. */
  count(now: number): { failed: number; worked: number } {
    const counts = { failed: 0, worked: 0 };
    for (const { at, hasFailed } of this.#last.values())
      if (now - at < WINDOW) counts[hasFailed ? 'failed' : 'worked'] += 1;
    return counts;
  }
}
