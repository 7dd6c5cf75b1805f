import { Failure, within } from './failure.ts';

/** Values in order of arrival, with a way to wait for more of them. */
export class Feed<Value> {
  readonly values: Value[] = [];
  readonly #patience: number;
  readonly #checks = new Set<() => void>();
  #endedWith: string | null = null;

  /** @param patience milliseconds to wait for a value. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  add(value: Value): void {
    this.values.push(value);
    this.#wake();
  }

  /** No more values will arrive. */
  end(reason: string): void {
    this.#endedWith ??= reason;
    this.#wake();
  }

  /**
   * Resolves with the first value that matches, whether it has arrived or not.
   * @throws Failure if it does not arrive in time, or the feed ends before it.
   */
  first(
    matches: (value: Value) => boolean,
    awaited: string,
    patience: number = this.#patience,
  ): Promise<Value> {
    const found = new Promise<Value>((resolve, reject) => {
      const check = (): void => {
        const value = this.values.find(matches);
        if (value !== undefined) resolve(value);
        else if (this.#endedWith === null) return;
        else reject(new Failure(`${this.#endedWith} before ${awaited} arrived`));
        this.#checks.delete(check);
      };
      this.#checks.add(check);
      check();
    });
    return within(patience, found, awaited);
  }

  #wake(): void {
    for (const check of [...this.#checks]) check();
  }
}
