import type { Clock } from '../lib/clock.ts';
import type { DependencyHealth, DependencyReport } from '../transports/http/health.ts';
import type { WorkerStatus } from './worker-messages.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Milliseconds to wait for a worker's status; one that is late is left out. */
const TIMEOUT = 1000;

/** Collects the statuses of workers. */
export class WorkerStatuses {
  /** What receives the statuses of a collection, by its request. */
  readonly #receivers = new Map<number, (status: WorkerStatus) => void>();
  readonly #clock: Clock;
  #requests = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async collect(workers: readonly WorkerProcess[]): Promise<readonly WorkerStatus[]> {
    if (workers.length === 0) return [];
    const request = ++this.#requests;
    const statuses: WorkerStatus[] = [];
    const { promise: complete, resolve: finish } = Promise.withResolvers<void>();
    const timer = this.#clock.setTimeout(finish, TIMEOUT);
    this.#receivers.set(request, (status) => {
      if (statuses.push(status) === workers.length) finish();
    });
    for (const worker of workers) worker.send({ type: 'collect status', request });
    await complete;
    this.#clock.clearTimeout(timer);
    this.#receivers.delete(request);
    return statuses;
  }

  add(request: number, status: WorkerStatus): void {
    this.#receivers.get(request)?.(status);
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
