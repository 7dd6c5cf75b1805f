import { collectDefaultMetrics, Registry } from 'prom-client';
import { ErrorCounts } from './error-counts.ts';
import { EventMetrics } from './event-metrics.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { PlatformMetrics } from './platform-metrics.ts';
import { StreamMetrics } from './stream-metrics.ts';

/**
 * What one gateway counts. The registry is its own and not the library's global one, since a process may run several.
 * Labels are names of the schema, routes, codes and states: no person, id, token or address.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #errors = new ErrorCounts(this.#registry);
  readonly operations: OperationMetrics;
  readonly platform = new PlatformMetrics(this.#registry);
  readonly streams = new StreamMetrics(this.#registry, this.#errors);
  readonly events = new EventMetrics(this.#registry);

  /** @param operationNames those of the trusted documents; null: any document runs. */
  constructor(operationNames: ReadonlySet<string> | null) {
    this.operations = new OperationMetrics(this.#registry, this.#errors, operationNames);
  }

  /** The text that Prometheus reads, and its content type. */
  async expose(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  /** Adds what the library knows of the process: once a process, as its observers cannot be taken back. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }
}
