/** Tells that nobody waits for the work any more: what work that can be ended needs of an `AbortSignal`. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An `AbortController` and its signal in one, for what every operation and every call has: a platform object with its
 * events costs more than the work that it would end.
 */
export class Cancellation implements CancelSignal {
  #aborted = false;
  #listeners: (() => void)[] | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Told once, at once, and in the order in which they came. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#aborted) return;
    if (this.#listeners) this.#listeners.push(listener);
    else this.#listeners = [listener];
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners?.indexOf(listener) ?? -1;
    if (index >= 0) this.#listeners?.splice(index, 1);
  }
}

/** Of what nobody ends. */
export const NEVER: CancelSignal = { aborted: false, addEventListener() {}, removeEventListener() {} };

/** Waits, but no longer than until one of the signals; not at all where one has been given. */
export function pauseUntil(
  milliseconds: number,
  ...signals: readonly (CancelSignal | undefined)[]
): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const signal of signals) signal?.addEventListener('abort', end, { once: true });
  });
}
