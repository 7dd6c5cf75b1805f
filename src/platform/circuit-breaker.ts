import type { Clock } from '../lib/clock.ts';
import type { CircuitState } from './platform-observer.ts';

/** Length of the sliding window, in milliseconds. */
const WINDOW = 10_000;
/** The window slides by whole buckets: the oldest is dropped at once. */
const BUCKETS = 10;
const BUCKET = WINDOW / BUCKETS;
/** The circuit opens only if the window has at least this many calls. */
const MINIMUM_CALLS = 50;
/** The circuit opens above this failure rate. */
const FAILURE_RATE = 0.5;
/** Milliseconds from opening to the first trial call. */
const HALF_OPEN_AFTER = 2000;

/** Permission to send a call: as usual, or as the trial of a half-open circuit. */
export type Permit = 'ordinary' | 'trial';

/**
 * Stops calls to a failing route: it opens when more than half of at least 50 calls within ten seconds have failed, lets
 * one trial call through after two seconds, and closes if that call succeeds.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #onChange: (state: CircuitState) => void;
  readonly #failures = new Float64Array(BUCKETS);
  readonly #calls = new Float64Array(BUCKETS);
  #state: CircuitState = 'closed';
  #openedAt = 0;
  /** Number of the current bucket, counted from the clock's origin. */
  #bucket = 0;

  constructor(clock: Clock, onChange: (state: CircuitState) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /**
   * @returns null if the call must not be sent. The outcome of a permitted call must be reported by `succeeded`, `failed`
   * or `unused`.
   */
  admit(): Permit | null {
    if (this.#state === 'closed') return 'ordinary';
    if (this.#state === 'half-open' || this.#clock.monotonic() - this.#openedAt < HALF_OPEN_AFTER)
      return null;
    this.#enter('half-open');
    return 'trial';
  }

  /** Whether a permitted call may still be sent after it has waited. */
  stillAdmits(permit: Permit): boolean {
    return permit === 'trial' || this.#state === 'closed';
  }

  succeeded(permit: Permit): void {
    if (permit === 'ordinary') this.#count(0);
    else {
      this.#failures.fill(0);
      this.#calls.fill(0);
      this.#enter('closed');
    }
  }

  failed(permit: Permit): void {
    if (permit === 'trial') this.#open();
    // Calls sent before the circuit opened carry no new information.
    else if (this.#state === 'closed') {
      this.#count(1);
      if (this.#isFailing()) this.#open();
    }
  }

  /** The call was not sent, or its outcome says nothing about the route. An unused trial passes to the next call. */
  unused(permit: Permit): void {
    if (permit === 'ordinary') return;
    this.#enter('open');
    this.#openedAt = Number.NEGATIVE_INFINITY;
  }

  #open(): void {
    this.#openedAt = this.#clock.monotonic();
    this.#enter('open');
  }

  #enter(state: CircuitState): void {
    this.#state = state;
    this.#onChange(state);
  }

  #count(failures: 0 | 1): void {
    const now = Math.floor(this.#clock.monotonic() / BUCKET);
    for (const expired = Math.max(this.#bucket, now - BUCKETS); this.#bucket < now; ) {
      this.#bucket = this.#bucket < expired ? expired : this.#bucket + 1;
      this.#failures[this.#bucket % BUCKETS] = 0;
      this.#calls[this.#bucket % BUCKETS] = 0;
    }
    const index = now % BUCKETS;
    this.#failures[index] = (this.#failures[index] ?? 0) + failures;
    this.#calls[index] = (this.#calls[index] ?? 0) + 1;
  }

  #isFailing(): boolean {
    const [calls, failures] = [sumOf(this.#calls), sumOf(this.#failures)];
    return calls >= MINIMUM_CALLS && failures > FAILURE_RATE * calls;
  }
}

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);
