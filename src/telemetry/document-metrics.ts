import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { MemoryObserver, RetainedKind } from '../operations/observers.ts';

/** The memory that clients' documents retain, and how often it was too little. */
export class DocumentMetrics implements MemoryObserver {
  readonly #bytes: Gauge<'kind'>;
  readonly #evictions: Counter<'kind'>;

  constructor(registry: Registry) {
    this.#bytes = new Gauge({
      name: 'gateway_document_memory_bytes',
      help: 'Estimated memory of retained documents, plans and persisted queries; `LIMIT_DOCUMENT_MEMORY` limits the sum.',
      labelNames: ['kind'],
      registers: [registry],
    });
    this.#evictions = new Counter({
      name: 'gateway_document_evictions_total',
      help: 'Documents, plans and persisted queries that were evicted because their memory was used up.',
      labelNames: ['kind'],
      registers: [registry],
    });
    for (const kind of ['document', 'plan', 'persisted_query'] as const) {
      this.#bytes.set({ kind }, 0);
      this.#evictions.inc({ kind }, 0);
    }
  }

  retained(kind: RetainedKind, bytes: number): void {
    this.#bytes.inc({ kind }, bytes);
  }

  evicted(kind: RetainedKind): void {
    this.#evictions.inc({ kind });
  }
}
