/** Average milliseconds per call above which the platform counts as slow. */
const ACCEPTABLE_LATENCY = 500;
/** Weight of one call in the average. */
const WEIGHT = 0.1;
/** Factor for each response with a `Retry-After`. */
const PER_PUSHBACK = 2;
/**
 * Factor for every call, with or without a `Retry-After`. The stretch grows while more than one in seven responses has one.
 */
const PER_RESPONSE = 0.9;

/**
 * The factor by which waits between calls are longer than usual: in proportion to the platform's latency above half a second, and
 * twice as long for each response with a `Retry-After`.
 */
export class Stretch {
  readonly #maximum: number;
  #latency = 0;
  #pushback = 1;

  /** @param maximum of the factor. */
  constructor(maximum: number) {
    this.#maximum = Math.max(1, maximum);
  }

  /** A factor, at least 1. */
  get factor(): number {
    const byLatency = Math.max(1, this.#latency / ACCEPTABLE_LATENCY);
    return Math.min(this.#maximum, byLatency * this.#pushback);
  }

  /** Counts a call by its duration in milliseconds, regardless of its outcome. */
  recordLatency(milliseconds: number): void {
    this.#latency += WEIGHT * (milliseconds - this.#latency);
    this.#pushback = Math.max(1, this.#pushback * PER_RESPONSE);
  }

  /** Counts a response with a `Retry-After`. */
  recordPushback(): void {
    this.#pushback = Math.min(this.#maximum, this.#pushback * PER_PUSHBACK);
  }
}
