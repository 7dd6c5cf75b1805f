import { Gauge, Registry } from '@prometheus-io/client';
import { type Count, Counts } from './counters.ts';
import { type DescribedMetric, describe } from './described-metric.ts';
import type { MetricValues } from './metrics.ts';

const STATES = ['starting', 'ready', 'unresponsive'] as const;

/** State of a worker, as its primary sees it. */
export type WorkerState = (typeof STATES)[number];

/** Why a worker was replaced: its process `ended`, or it was `stuck`. */
type ReplacedBecause = 'ended' | 'stuck';

/** Metrics of the primary process about its workers. */
export class WorkerMetrics {
  readonly #registry = new Registry();
  readonly #replacements: Readonly<Record<ReplacedBecause, Count>>;
  #states: () => readonly WorkerState[] = () => [];

  constructor() {
    const states = () => this.#states();
    new Gauge({
      name: 'gateway_workers',
      help: 'Workers by state: `starting`, `ready`, or `unresponsive` to the heartbeats of the primary. Without workers, none.',
      labelNames: ['state'],
      registers: [this.#registry],
      collect() {
        const current = states();
        for (const state of STATES) this.set({ state }, current.filter((each) => each === state).length);
      },
    });
    const replacements = new Counts(this.#registry, {
      name: 'gateway_worker_replacements_total',
      help: 'Workers that were replaced: their process `ended`, or they were `stuck` and killed.',
      labels: ['reason'],
    });
    this.#replacements = replacements.each(['ended', 'stuck']);
  }

  /** Exposes the states of the workers from now on. */
  watch(states: () => readonly WorkerState[]): void {
    this.#states = states;
  }

  replaced(reason: ReplacedBecause): void {
    this.#replacements[reason].value += 1;
  }

  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  get described(): readonly DescribedMetric[] {
    return describe(this.#registry);
  }
}
