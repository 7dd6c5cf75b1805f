import type { Registry } from 'prom-client';
import type { RefusalObserver } from '../admission/refusal-observer.ts';
import { type Count, Counts } from './counters.ts';

const REASONS = ['rate', 'load', 'connections'] as const;

/** Requests refused at admission. */
export class RefusalMetrics implements RefusalObserver {
  readonly #refused: Readonly<Record<(typeof REASONS)[number], Count>>;

  constructor(registry: Registry) {
    const refused = new Counts(
      registry,
      {
        name: 'gateway_refused_requests_total',
        help: "Requests refused before processing: over the caller's `rate`, under too much `load`, or over the caller's `connections`.",
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
