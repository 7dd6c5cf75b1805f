import type { Registry } from '@prometheus-io/client';
import {
  DROPPED,
  type DropObserver,
  type Dropped,
  REFUSED,
  type RefusalObserver,
  type Refused,
} from '../admission/refusal-observer.ts';
import { type Count, Counts } from './counters.ts';

/** Requests refused at admission, and connections that were closed because a limit was reached. */
export class RefusalMetrics implements RefusalObserver, DropObserver {
  readonly #refused: Readonly<Record<Refused, Count>>;
  readonly #dropped: Readonly<Record<Dropped, Count>>;

  constructor(registry: Registry) {
    const refused = new Counts(registry, {
      name: 'gateway_refused_requests_total',
      help: "Requests refused and connections closed, by reason. Refused: over the caller's `rate`, `connections` or `subscriptions`, under too much `load`, over the limit of incoming `bodies` and first messages of sockets, over the address's `sign-in` mutations, or `rejected-sign-in` while too many are rejected. Closed: for a `flood` of socket messages, or for too much `unread` output.",
      labels: ['reason'],
    });
    this.#refused = refused.each(REFUSED);
    const dropped = new Counts(registry, {
      name: 'gateway_dropped_connections_total',
      help: "Connections closed as soon as they were accepted: over `LIMIT_CONNECTIONS` (`limit`), over what the process's limit of file `descriptors` allows, or over their `address`'s share of them.",
      labels: ['reason'],
    });
    this.#dropped = dropped.each(DROPPED);
  }

  refused(reason: Refused): void {
    this.#refused[reason].value += 1;
  }

  dropped(reason: Dropped): void {
    this.#dropped[reason].value += 1;
  }
}
