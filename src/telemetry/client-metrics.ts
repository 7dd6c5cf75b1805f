import type { Registry } from '@prometheus-io/client';
import { type Count, Counts } from './counters.ts';

/** Maximum distinct client names. */
const MAX_NAMES = 50;

/**
 * Operations by client application. Clients choose their names, so the label is bounded: the first fifty names that a
 * process sees; all others are `other`.
 */
export class ClientMetrics {
  readonly #operations: Counts<'client' | 'code'>;
  readonly #deprecated: Counts<'field' | 'client'>;
  /** By name, then by code. */
  readonly #series = new Map<string, Map<string, Count>>();

  constructor(registry: Registry) {
    this.#operations = new Counts(registry, {
      name: 'gateway_client_operations_total',
      help: 'Operations by client application, as it calls itself (`none` without a name), and the code of their first error, `OK` without one.',
      labels: ['client', 'code'],
    });
    this.#deprecated = new Counts(registry, {
      name: 'gateway_deprecated_field_total',
      help: 'Operations that name a deprecated field, argument or enum value of the graph, by its coordinate and client application. Members of variables are not seen.',
      labels: ['field', 'client'],
    });
  }

  /** @param deprecated coordinates of the deprecated fields that the operation names. */
  count(name: string | null, code: string, deprecated: readonly string[]): void {
    const label = this.#labelOf(name);
    const byCode = this.#series.get(label) ?? new Map<string, Count>();
    this.#series.set(label, byCode);
    const count = byCode.get(code) ?? this.#operations.of(label, code);
    byCode.set(code, count);
    count.value += 1;
    for (const field of deprecated) this.#deprecated.of(field, label).value += 1;
  }

  #labelOf(name: string | null): string {
    if (name === null) return 'none';
    if (this.#series.has(name)) return name;
    // `none` and `other` do not count.
    const named = this.#series.size - Number(this.#series.has('none')) - Number(this.#series.has('other'));
    return named < MAX_NAMES ? name : 'other';
  }
}
