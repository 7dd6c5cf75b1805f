import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processEnvironment } from '../support/process-environment.ts';
import type { PlatformFacts, PlatformOrder } from './platform-messages.ts';

/** The platform's process. */
export class ChaosPlatform {
  readonly facts: PlatformFacts;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (reply: unknown) => void>();
  #lastId = 0;

  private constructor(child: ChildProcess, facts: PlatformFacts) {
    this.#child = child;
    this.facts = facts;
    child.on('message', ({ id, reply }: { id: number; reply: unknown }) => {
      this.#pending.get(id)?.(reply);
      this.#pending.delete(id);
    });
  }

  static async start(): Promise<ChaosPlatform> {
    const child = fork(join(import.meta.dirname, 'platform.ts'), { env: processEnvironment() });
    const [facts] = await once(child, 'message');
    return new ChaosPlatform(child, facts);
  }

  /** Resolves when the platform has done it, which takes until it continues if it is stopped. Null: it was closed. */
  ask(order: PlatformOrder): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    if (!this.#child.connected) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#child.send({ id, order });
    });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    for (const resolve of this.#pending.values()) resolve(null);
  }
}
