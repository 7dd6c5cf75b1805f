/** One call of a hook for several trials: it is called when all of them are ready for it. */
export class SharedHook {
  readonly #hook: () => Promise<unknown>;
  readonly #waiting = new Set<unknown>();
  readonly #called = Promise.withResolvers<unknown>();
  #awaited: number;
  #isCalled = false;

  constructor(hook: () => Promise<unknown>, trials: number) {
    this.#hook = hook;
    this.#awaited = trials;
    // Each trial that waits reports it.
    this.#called.promise.catch(() => {});
  }

  /** Resolves once the hook has taken effect. */
  ready(trial: unknown): Promise<unknown> {
    this.#waiting.add(trial);
    this.#callIfReady();
    return this.#called.promise;
  }

  /** The trial has ended; the others need not wait for it. */
  leave(trial: unknown): void {
    if (this.#waiting.has(trial)) return;
    this.#awaited -= 1;
    this.#callIfReady();
  }

  #callIfReady(): void {
    if (this.#isCalled || this.#waiting.size === 0 || this.#waiting.size < this.#awaited) return;
    this.#isCalled = true;
    void this.#hook().then(this.#called.resolve, this.#called.reject);
  }
}
