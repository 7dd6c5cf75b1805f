import type { Registry } from 'prom-client';
import type { RefusalObserver, Refused } from '../admission/refusal-observer.ts';
import { type Count, Counts } from './counters.ts';

/** Requests refused at admission, and connections that were closed because a limit was reached. */
export class RefusalMetrics implements RefusalObserver {
  readonly #refused: Readonly<Record<Refused, Count>>;

  constructor(registry: Registry) {
    const refused = new Counts(
      registry,
      {
        name: 'gateway_refused_requests_total',
        help: "Requests refused before processing, and connections closed: over the caller's `rate`, under too much `load`, over the caller's `connections` or `subscriptions`, over its address's connections (`address`), new connections (`connection-rate`), `bodies` that are arriving or `sign-in` mutations, `rejected-sign-in` while too many are rejected, connections and sockets closed for a `flood` of requests or messages, sockets for `unread` output.",
      },
      ['reason'],
    );
    this.#refused = {
      rate: refused.of('rate'),
      'sign-in': refused.of('sign-in'),
      'rejected-sign-in': refused.of('rejected-sign-in'),
      load: refused.of('load'),
      connections: refused.of('connections'),
      subscriptions: refused.of('subscriptions'),
      address: refused.of('address'),
      bodies: refused.of('bodies'),
      'connection-rate': refused.of('connection-rate'),
      flood: refused.of('flood'),
      unread: refused.of('unread'),
    };
  }

  refused(reason: Refused): void {
    this.#refused[reason].value += 1;
  }
}
