/** Resolves with whether a dependency is healthy; a rejection counts as unhealthy. */
export type Check = () => Promise<boolean>;

/** Whether the process should receive requests, with the result of each check. */
export interface Readiness {
  ready: boolean;
  checks: Record<string, 'ok' | 'failing'>;
}

/** Milliseconds for which a result is reused, so that probes do not become a load. */
const REUSED_FOR = 1000;

/** The health of the process, for `/health/live` and `/health/ready`. */
export class Health {
  readonly #checks: Readonly<Record<string, Check>>;
  readonly #onResult: (readiness: Readiness) => void;
  #draining = false;
  #latest: Promise<Readiness> | null = null;
  #checkedAt = 0;

  /** @param onResult called with the result of each check. */
  constructor(checks: Readonly<Record<string, Check>>, onResult: (readiness: Readiness) => void) {
    this.#checks = checks;
    this.#onResult = onResult;
  }

  /** Makes readiness fail from now on: the process is about to stop. */
  drain(): void {
    this.#draining = true;
  }

  async readiness(): Promise<Readiness> {
    if (this.#draining) return { ready: false, checks: { draining: 'failing' } };
    const now = performance.now();
    if (!this.#latest || now - this.#checkedAt > REUSED_FOR) {
      this.#checkedAt = now;
      this.#latest = this.#check();
    }
    return this.#latest;
  }

  async #check(): Promise<Readiness> {
    const results = await Promise.all(
      Object.entries(this.#checks).map(
        async ([name, check]) => [name, await check().catch(() => false)] as const,
      ),
    );
    const readiness: Readiness = {
      ready: results.every(([, isHealthy]) => isHealthy),
      checks: Object.fromEntries(results.map(([name, isHealthy]) => [name, isHealthy ? 'ok' : 'failing'])),
    };
    this.#onResult(readiness);
    return readiness;
  }
}
