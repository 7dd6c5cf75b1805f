/** Collects values, with ways to wait for them. */
export class Collected<Item> {
  readonly items: Item[] = [];
  readonly #waiting = new Set<() => void>();
  #failure: { error: unknown } | null = null;

  add(item: Item): void {
    this.items.push(item);
    this.#wake();
  }

  /** Ends the collection. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** Resolves when there are this many; rejects if the collection fails first. */
  reach(count: number): Promise<readonly Item[]> {
    return this.until(() => this.items.length >= count);
  }

  until(isReached: () => boolean): Promise<readonly Item[]> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (isReached()) resolve(this.items);
        else if (this.#failure) reject(this.#failure.error);
        else return;
        this.#waiting.delete(check);
      };
      this.#waiting.add(check);
      check();
    });
  }

  #wake(): void {
    for (const check of [...this.#waiting]) check();
  }
}
