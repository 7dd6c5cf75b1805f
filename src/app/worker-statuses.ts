import type { DependencyHealth, DependencyReport } from '../transports/http/health.ts';
import type { WorkerStatus } from './worker-messages.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Milliseconds to wait for a worker's status; one that is late is left out. */
const TIMEOUT = 1000;

/** Collects the statuses of workers. */
export class WorkerStatuses {
  readonly #gatherings = new Map<number, Gathering>();
  #gathered = 0;

  async collect(workers: readonly WorkerProcess[]): Promise<readonly WorkerStatus[]> {
    if (workers.length === 0) return [];
    const request = ++this.#gathered;
    const gathering = new Gathering(workers.length);
    this.#gatherings.set(request, gathering);
    for (const worker of workers) worker.send({ type: 'collect status', request });
    const statuses = await gathering.complete;
    this.#gatherings.delete(request);
    return statuses;
  }

  add(request: number, status: WorkerStatus): void {
    this.#gatherings.get(request)?.add(status);
  }
}

class Gathering {
  readonly complete: Promise<readonly WorkerStatus[]>;
  readonly #statuses: WorkerStatus[] = [];
  readonly #expected: number;
  #finish: () => void = () => {};

  constructor(expected: number) {
    this.#expected = expected;
    this.complete = new Promise((resolve) => {
      const timer = setTimeout(() => this.#finish(), TIMEOUT);
      this.#finish = () => {
        clearTimeout(timer);
        resolve(this.#statuses);
      };
    });
  }

  add(status: WorkerStatus): void {
    this.#statuses.push(status);
    if (this.#statuses.length === this.#expected) this.#finish();
  }
}

/** The dependencies of all workers: one that is down for any of them is down. */
export function mergedDependencies(statuses: readonly WorkerStatus[]): DependencyReport {
  const merged: Record<string, DependencyHealth> = {};
  for (const { dependencies } of statuses)
    for (const [name, health] of Object.entries(dependencies)) {
      const known = merged[name];
      merged[name] = known ? worse(known, health) : health;
    }
  return merged;
}

const SEVERITY = { up: 0, unknown: 1, down: 2 };

/** Of two with the same state, the one that has been in it for longer. */
function worse(one: DependencyHealth, other: DependencyHealth): DependencyHealth {
  if (one.state !== other.state) return SEVERITY[one.state] > SEVERITY[other.state] ? one : other;
  return one.since < other.since ? one : other;
}
