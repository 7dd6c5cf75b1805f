import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from './failure.ts';

const run = promisify(exec);

/**
 * Calls a hook, a shell command or a URL to post to.
 * @returns what it printed, or the body of its response.
 */
export async function callHook(hook: string): Promise<string> {
  if (!/^https?:/.test(hook)) return (await run(hook)).stdout.trim();
  const response = await fetch(hook, { method: 'POST' });
  const body = await response.text();
  if (!response.ok) throw new Failure(`the hook failed with ${response.status}: ${body}`);
  return body.trim();
}

/** One call of a hook for several trials: it is called when all of them are ready for it. */
export class SharedHook {
  readonly #hook: string;
  readonly #waiting = new Set<unknown>();
  readonly #called = Promise.withResolvers<string>();
  #awaited: number;
  #isCalled = false;

  constructor(hook: string, trials: number) {
    this.#hook = hook;
    this.#awaited = trials;
    // Each trial that waits reports it.
    this.#called.promise.catch(() => {});
  }

  /** Resolves once the hook has been called. */
  ready(trial: unknown): Promise<string> {
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
    void callHook(this.#hook).then(this.#called.resolve, this.#called.reject);
  }
}
