import type { Registry } from 'prom-client';
import type { RefusalObserver } from '../admission/refusal-observer.ts';
import { type Count, Counts } from './counters.ts';

const REASONS = ['rate', 'load', 'connections'] as const;

/** Callers that nothing was begun for. */
export class RefusalMetrics implements RefusalObserver {
  readonly #refused: Readonly<Record<(typeof REASONS)[number], Count>>;

  constructor(registry: Registry) {
    const refused = new Counts(
      registry,
      {
        name: 'gateway_refused_requests_total',
        help: 'Requests for which nothing was begun: over the `rate` of their caller, while the `load` is too high, or over the `connections` that their caller may hold.',
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
