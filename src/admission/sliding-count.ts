const MINUTE = 60_000;

/** The minute that a time belongs to; the same in all processes whose clocks agree. */
export const minuteOf = (now: number): number => Math.floor(now / MINUTE);

/**
 * Points of the last 60 s: those of the current minute, and of the previous one the share that the 60 s still cover, as if
 * they had been spread evenly. Times are epoch milliseconds.
 */
export class SlidingCount {
  #minute = 0;
  #current = 0;
  #previous = 0;

  add(points: number, now: number): void {
    this.#advance(now);
    this.#current += points;
  }

  at(now: number): number {
    this.#advance(now);
    return this.#current + this.#previous * (1 - (now % MINUTE) / MINUTE);
  }

  /** Adopts the points of a minute that others have counted too. */
  raise(minute: number, points: number): void {
    if (minute === this.#minute) this.#current = Math.max(this.#current, points);
    else if (minute === this.#minute - 1) this.#previous = Math.max(this.#previous, points);
  }

  #advance(now: number): void {
    const minute = minuteOf(now);
    if (minute === this.#minute) return;
    this.#previous = minute === this.#minute + 1 ? this.#current : 0;
    this.#current = 0;
    this.#minute = minute;
  }
}
