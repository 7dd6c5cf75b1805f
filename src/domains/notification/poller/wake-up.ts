import type { CancelSignal } from '../../../graph/cancellation.ts';

/** Lets one sleeper be woken early. A ring that nobody slept through is kept for the next sleep. */
export class WakeUp {
  #rung = false;
  #onRing: (() => void) | null = null;

  wake(): void {
    this.#rung = true;
    this.#onRing?.();
  }

  /** Forgets the rings so far. */
  clear(): void {
    this.#rung = false;
  }

  /** Waits until the time, in milliseconds, is over, the signal aborts, or the wakeUp rings. */
  sleep(milliseconds: number, signal: CancelSignal): Promise<void> {
    return this.#rung ? Promise.resolve() : this.#wait(milliseconds, signal, true);
  }

  /** Waits until the time is over or the signal aborts, whoever rings. */
  pause(milliseconds: number, signal: CancelSignal): Promise<void> {
    return this.#wait(milliseconds, signal, false);
  }

  #wait(milliseconds: number, signal: CancelSignal, endsOnWake: boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#onRing = null;
        resolve();
      };
      const timer = setTimeout(end, milliseconds).unref();
      if (endsOnWake) this.#onRing = end;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }
}
