/** Resolves with whether all is well; a rejection counts as not. */
export type Check = () => Promise<boolean>;

/** Whether the process should get requests, and what speaks against it. */
export interface Readiness {
  ready: boolean;
  checks: Record<string, 'ok' | 'failing'>;
}

/** Milliseconds that a finding stands: probes must not become a load. */
const STANDS_FOR = 1000;

/** Looks after the process's health for `/health/live` and `/health/ready`. */
export class Health {
  readonly #checks: Readonly<Record<string, Check>>;
  #draining = false;
  #finding: Promise<Readiness> | null = null;
  #foundAt = 0;

  constructor(checks: Readonly<Record<string, Check>>) {
    this.#checks = checks;
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

  async #look(): Promise<Readiness> {
    const results = await Promise.all(
      Object.entries(this.#checks).map(
        async ([name, check]) => [name, await check().catch(() => false)] as const,
      ),
    );
    return {
      ready: results.every(([, isWell]) => isWell),
      checks: Object.fromEntries(results.map(([name, isWell]) => [name, isWell ? 'ok' : 'failing'])),
    };
  }
}
