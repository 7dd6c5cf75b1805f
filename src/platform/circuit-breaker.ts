import type { CircuitState } from './platform-observer.ts';

/** Milliseconds of which the calls are looked at. */
const SPAN = 10_000;
/** Parts of the span: the oldest is forgotten as a whole. */
const PARTS = 10;
const PART = SPAN / PARTS;
/** Calls of the span below which nothing can be said. */
const FEWEST = 50;
/** What part of them fails where a route is failing. */
const FAILING = 0.5;
/** Milliseconds until an open circuit lets one call through to try. */
const HALF_OPEN_AFTER = 2000;

/** How a call was let through: among others, or alone to try a failing route. */
export type Permit = 'ordinary' | 'trial';

/**
 * Keeps calls from a route that is failing: it opens where more than half of at least 50 calls within ten seconds fail,
 * lets one call through after two seconds, and closes when that one succeeds.
 */
export class CircuitBreaker {
  readonly #onChange: (state: CircuitState) => void;
  readonly #failures = new Float64Array(PARTS);
  readonly #calls = new Float64Array(PARTS);
  #state: CircuitState = 'closed';
  #openedAt = 0;
  /** Number of the part of time that counts now. */
  #part = 0;

  constructor(onChange: (state: CircuitState) => void) {
    this.#onChange = onChange;
  }

  /** @returns null: the call must not be sent. Of one that is let through the circuit must be told what became of it. */
  admit(): Permit | null {
    if (this.#state === 'closed') return 'ordinary';
    if (this.#state === 'half-open' || performance.now() - this.#openedAt < HALF_OPEN_AFTER) return null;
    this.#enter('half-open');
    return 'trial';
  }

  /** Whether a call that was let through, and has waited since, may still be sent. */
  stillAdmits(admission: Permit): boolean {
    return admission === 'trial' || this.#state === 'closed';
  }

  succeeded(admission: Permit): void {
    if (admission === 'ordinary') this.#count(0);
    else {
      this.#failures.fill(0);
      this.#calls.fill(0);
      this.#enter('closed');
    }
  }

  failed(admission: Permit): void {
    if (admission === 'trial') this.#open();
    // What was sent before it opened says nothing new.
    else if (this.#state === 'closed') {
      this.#count(1);
      if (this.#isFailing()) this.#open();
    }
  }

  /** The call says nothing of its route. The next one tries, where this one was to. */
  unused(admission: Permit): void {
    if (admission === 'ordinary') return;
    this.#enter('open');
    this.#openedAt = Number.NEGATIVE_INFINITY;
  }

  #open(): void {
    this.#openedAt = performance.now();
    this.#enter('open');
  }

  #enter(state: CircuitState): void {
    this.#state = state;
    this.#onChange(state);
  }

  #count(failures: 0 | 1): void {
    const part = Math.floor(performance.now() / PART);
    for (const over = Math.max(this.#part, part - PARTS); this.#part < part; ) {
      this.#part = this.#part < over ? over : this.#part + 1;
      this.#failures[this.#part % PARTS] = 0;
      this.#calls[this.#part % PARTS] = 0;
    }
    const index = part % PARTS;
    this.#failures[index] = (this.#failures[index] ?? 0) + failures;
    this.#calls[index] = (this.#calls[index] ?? 0) + 1;
  }

  #isFailing(): boolean {
    const [calls, failures] = [sumOf(this.#calls), sumOf(this.#failures)];
    return calls >= FEWEST && failures > FAILING * calls;
  }
}

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);
