/** Points counted jointly by all instances, per name, in windows that start with a name's first point. */
export interface SharedRates {
  /**
   * Adds points to a name's window.
   * @param window its length in milliseconds, the same each time. Default: a minute.
   * @returns the window's total, and the milliseconds until it ends.
   * Rejects while the store is unreachable.
   */
  add(name: string, points: number, window?: number): Promise<{ points: number; msLeft: number }>;
}
