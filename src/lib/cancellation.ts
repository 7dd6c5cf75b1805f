import { visitAll } from './boundary.ts';
import type { Clock } from './clock.ts';

/** Signals that work is no longer needed: the part of `AbortSignal` that cancellable work uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Maximum listeners in an array of the exact size, which is copied for each new one. */
const FEW = 3;

/**
 * A lightweight `AbortController` and signal in one, created for every operation and call: a native one, with its
 * events, costs more than the work it would cancel.
 */
export class Cancellation implements CancelSignal {
  #aborted = false;
  #listeners: (() => void)[] | null = null;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Calls each listener once, synchronously, in registration order. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    visitAll(listeners, (listener) => listener());
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#aborted) return;
    if (!this.#listeners) this.#listeners = [listener];
    // An array that grows takes 150 bytes, for as long as a stream is open.
    else if (this.#listeners.length < FEW) this.#listeners = this.#listeners.concat(listener);
    else this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners?.indexOf(listener) ?? -1;
    if (index >= 0) this.#listeners?.splice(index, 1);
  }
}

/** A signal that never aborts. */
export const NEVER: CancelSignal = { aborted: false, addEventListener() {}, removeEventListener() {} };

/** Waits until the time elapses or a signal aborts; returns at once if one already has. */
export function pauseUntil(
  clock: Clock,
  milliseconds: number,
  ...signals: readonly (CancelSignal | undefined)[]
): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = clock.setTimeout(end, milliseconds);
    for (const signal of signals) signal?.addEventListener('abort', end, { once: true });
  });
}
