/** Points that all instances count together, in windows of a minute that begin with a name's first point. */
export interface SharedRates {
  /**
   * Adds points to a name's.
   * @returns how many there are in its window, and the milliseconds that are left of it.
   * Fails while the store can't be reached.
   */
  add(name: string, points: number): Promise<{ points: number; msLeft: number }>;
}

/** Seconds. */
export const RATE_WINDOW = 60;
