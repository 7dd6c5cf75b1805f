import type { Registry } from 'prom-client';
import { type Count, Counts } from './counters.ts';

const REASONS = ['rate', 'load', 'connections'] as const;

/** Callers that nothing was begun for. */
export class RefusalMetrics {
  readonly #refused: Readonly<Record<(typeof REASONS)[number], Count>>;

  constructor(registry: Registry) {
    const refused = new Counts(
      registry,
      {
        name: 'gateway_refused_requests_total',
        help: "Requests refused on arrival: over the caller's `rate`, while the `load` is too high, or over the caller's `connections`.",
      },
      ['reason'],
    );
    this.#refused = {
      rate: refused.of('rate'),
      load: refused.of('load'),
      connections: refused.of('connections'),
    };
  }

  refused(reason: (typeof REASONS)[number]): void {
    this.#refused[reason].value += 1;
  }
}
