import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { SignInObserver } from '../admission/refusal-observer.ts';

/** Sign-ins by outcome, and whether addresses are limited because too many were rejected. */
export class SignInMetrics implements SignInObserver {
  readonly #signIns: Counter<'outcome'>;
  readonly #limited: Gauge;

  constructor(registry: Registry) {
    this.#signIns = new Counter({
      name: 'gateway_sign_ins_total',
      help: "Sign-ins and token refreshes that the platform `accepted`, and sign-in mutations that it `rejected`; `LIMIT_REJECTED_SIGN_INS` limits the latter's rate.",
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.#signIns.inc({ outcome: 'accepted' }, 0);
    this.#signIns.inc({ outcome: 'rejected' }, 0);
    this.#limited = new Gauge({
      name: 'gateway_sign_ins_limited',
      help: '1 while `LIMIT_REJECTED_SIGN_INS` is exceeded, and 5 minutes after: each address may have few rejected sign-ins.',
      aggregator: 'max',
      registers: [registry],
    });
  }

  signedIn(accepted: number, rejected: number): void {
    this.#signIns.inc({ outcome: 'accepted' }, accepted);
    this.#signIns.inc({ outcome: 'rejected' }, rejected);
  }

  limited(isLimited: boolean): void {
    this.#limited.set(isLimited ? 1 : 0);
  }
}
