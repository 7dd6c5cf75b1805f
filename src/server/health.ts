import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Resolves with whether all is well; a rejection counts as not. */
export type Check = () => Promise<boolean>;

/** Whether the process should get requests, and what speaks against it. */
export interface Readiness {
  ready: boolean;
  checks: Record<string, 'ok' | 'failing'>;
}

/** Milliseconds that a finding stands: probes must not become a load. */
const STANDS_FOR = 1000;
/** Milliseconds by which the event loop may be late, on average, before the process counts as stuck. */
const STUCK = 1000;
const NANOSECONDS = 1e6;

/** Looks after the process's health for `/health/live` and `/health/ready`. */
export class Health {
  readonly #checks: Readonly<Record<string, Check>>;
  readonly #eventLoop = monitorEventLoopDelay({ resolution: 20 });
  #draining = false;
  #finding: Promise<Readiness> | null = null;
  #foundAt = 0;

  constructor(checks: Readonly<Record<string, Check>>) {
    this.#checks = checks;
    this.#eventLoop.enable();
  }

  /** From now on the process is not ready: it has been told to stop. */
  drain(): void {
    this.#draining = true;
  }

  async readiness(): Promise<Readiness> {
    if (this.#draining) return { ready: false, checks: { draining: 'failing' } };
    const now = performance.now();
    if (!this.#finding || now - this.#foundAt > STANDS_FOR) {
      this.#foundAt = now;
      this.#finding = this.#look();
    }
    return this.#finding;
  }

  close(): void {
    this.#eventLoop.disable();
  }

  async #look(): Promise<Readiness> {
    const checks = { ...this.#checks, eventLoop: () => Promise.resolve(this.#isEventLoopFree()) };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await check().catch(() => false)] as const),
    );
    return {
      ready: results.every(([, isWell]) => isWell),
      checks: Object.fromEntries(results.map(([name, isWell]) => [name, isWell ? 'ok' : 'failing'])),
    };
  }

  #isEventLoopFree(): boolean {
    const late = this.#eventLoop.mean / NANOSECONDS;
    this.#eventLoop.reset();
    return Number.isNaN(late) || late < STUCK;
  }
}
