import type { CancelSignal } from '../../../graph/cancellation.ts';

/** Lets one sleeper be woken early. A wake-up that nothing slept through is kept for the next sleep. */
export class WakeUp {
  #isPending = false;
  #onWake: (() => void) | null = null;

  wake(): void {
    this.#isPending = true;
    this.#onWake?.();
  }

  /** Discards a pending wake-up. */
  clear(): void {
    this.#isPending = false;
  }

  /** Waits for a wake-up, the signal, or the given milliseconds, whichever comes first. @param milliseconds null: no limit. */
  sleep(milliseconds: number | null, signal: CancelSignal): Promise<void> {
    if (this.#isPending) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#onWake = null;
        resolve();
      };
      const timer = milliseconds === null ? undefined : setTimeout(end, milliseconds).unref();
      this.#onWake = end;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }
}
