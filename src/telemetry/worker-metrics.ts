import { Registry } from '@prometheus-io/client';
import { WORKER_COUNTS } from './metric-table.ts';
import type { MetricValues } from './metrics.ts';
import { Counts, opened } from './series.ts';

/** State of a worker, as its primary sees it. */
export type WorkerState = 'starting' | 'ready' | 'unresponsive';

/** Metrics of the primary process. */
export class WorkerMetrics {
  readonly registry = new Registry();
  readonly #counts = opened(WORKER_COUNTS, (name, declared) => new Counts(this.registry, name, declared));

  /**
   * @param states of the workers now.
   * @param hasFailedReload whether the primary could not read its files again.
   */
  constructor(states: () => readonly WorkerState[], hasFailedReload: () => boolean) {
    this.#counts.gateway_reload_failed.read = () => Number(hasFailedReload());
    this.#counts.gateway_workers.read = () => {
      const number = { starting: 0, ready: 0, unresponsive: 0 };
      for (const state of states()) number[state] += 1;
      return number;
    };
  }

  /** A worker was replaced: its process `ended`, or it was `stuck`. */
  replaced(reason: 'ended' | 'stuck'): void {
    this.#counts.gateway_worker_replacements_total.count(reason);
  }

  values(): Promise<MetricValues> {
    return this.registry.getMetricsAsJSON();
  }
}
