import { Gauge, type Registry } from '@prometheus-io/client';
import { Counts } from './counters.ts';

/** States of the services that the gateway depends on, as its own checks find them. */
export class DependencyMetrics {
  readonly #up: Gauge<'dependency'>;
  readonly #changes: Counts<'dependency' | 'state'>;

  constructor(registry: Registry) {
    this.#up = new Gauge({
      name: 'gateway_dependency_up',
      help: '1 while the checks of a dependency succeed, otherwise 0: `redis`, and the hosts `platform`, `notes` and `push`.',
      labelNames: ['dependency'],
      // Across workers, show the one without the dependency.
      aggregator: 'min',
      registers: [registry],
    });
    this.#changes = new Counts(registry, {
      name: 'gateway_dependency_changes_total',
      help: 'How often a dependency became `up` or `down`, the first state after the start included.',
      labels: ['dependency', 'state'],
    });
  }

  changed(dependency: string, state: 'up' | 'down'): void {
    this.#up.set({ dependency }, state === 'up' ? 1 : 0);
    this.#changes.of(dependency, state).value += 1;
  }
}
