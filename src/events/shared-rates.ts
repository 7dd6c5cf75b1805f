/** Points counted jointly by all instances, per name, in one-minute windows that start with a name's first point. */
export interface SharedRates {
  /**
   * Adds points to a name's window.
   * @returns the window's total, and the milliseconds until it ends.
   * Rejects while the store is unreachable.
   */
  add(name: string, points: number): Promise<{ points: number; msLeft: number }>;
}

/** Window length in seconds. */
export const RATE_WINDOW = 60;
