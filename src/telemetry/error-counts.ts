import type { Registry } from '@prometheus-io/client';
import { ERROR_CODES, type ErrorCode } from '../graph/errors.ts';
import { Counts } from './counters.ts';

/** Errors sent to clients, in responses and in subscription events, by code. */
export class ErrorCounts {
  readonly #codes: Counts<'code'>;

  constructor(registry: Registry) {
    this.#codes = new Counts(registry, {
      name: 'gateway_errors_total',
      help: 'Errors in responses and events, by code.',
      labels: ['code'],
    });
    // Start every series at zero, so that the first error registers as an increase.
    for (const code of Object.keys(ERROR_CODES)) this.#codes.of(code);
  }

  count(code: ErrorCode): void {
    this.#codes.of(code).value += 1;
  }
}
