import type { Registry } from '@prometheus-io/client';
import type { PluginObserver } from '../plugin/plugin-observer.ts';
import { Counts } from './counters.ts';

/** Calls from the platform to the plugin endpoints. */
export class PluginMetrics implements PluginObserver {
  readonly #calls: Counts<'endpoint' | 'status'>;

  constructor(registry: Registry) {
    this.#calls = new Counts(registry, {
      name: 'gateway_plugin_calls_total',
      help: 'Calls from the platform to the plugin endpoints, by path and HTTP status.',
      labels: ['endpoint', 'status'],
    });
  }

  call(endpoint: string, status: number): void {
    this.#calls.of(endpoint, String(status)).value += 1;
  }
}
