/** Limits the connections that one address has open in this process. */
export class ConnectionLimit {
  readonly #maximum: number;
  readonly #open = new Map<string, number>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Adds one. @returns the release function, or null when the limit is reached. */
  acquire(address: string): (() => void) | null {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#maximum) return null;
    this.#open.set(address, open + 1);
    return () => {
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left === 0) this.#open.delete(address);
      else this.#open.set(address, left);
    };
  }
}
