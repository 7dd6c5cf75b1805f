/** What came so far, and a way to wait for what should. */
export class Collected<Item> {
  readonly items: Item[] = [];
  readonly #waiting = new Set<() => void>();
  #failure: { error: unknown } | null = null;

  add(item: Item): void {
    this.items.push(item);
    this.#wake();
  }

  /** Nothing more will come. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  /** Resolves once there are this many; rejects when it fails before. */
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
