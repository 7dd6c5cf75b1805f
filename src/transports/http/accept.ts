import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** The media types that a client accepts. */
export interface Accepted {
  /** Whether server-sent events are among them, which a subscription needs. */
  readonly events: boolean;
  /** Whether there are no others: a single result is then sent as an event, an error as JSON. */
  readonly onlyEvents: boolean;
  /** The type of a response that is not an event stream. Null: the client accepts none. */
  readonly type: string | null;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Types of a response, in the order that decides for a client without a preference. */
const TYPES = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];
const EVENTS = /\btext\/event-stream\b/i;
/** Distinct `accept` headers that are remembered; clients send a handful. */
const MAXIMUM_ACCEPTS = 100;

const ANY: Accepted = { events: false, onlyEvents: false, type: JSON_TYPE };

/**
 * Reads `accept` headers, and remembers them. The least used makes room, so that a client which makes up headers replaces its own.
 * Source: RFC 9110, 12.5.1.
 */
export class AcceptHeaders {
  readonly #known = new Map<string, { accepted: Accepted; uses: number }>();

  read(accept: string | undefined): Accepted {
    if (accept === undefined) return ANY;
    const known = this.#known.get(accept);
    if (known) {
      known.uses += 1;
      return known.accepted;
    }
    const accepted = acceptedBy(accept);
    if (this.#known.size >= MAXIMUM_ACCEPTS) this.#evict();
    this.#known.set(accept, { accepted, uses: 0 });
    return accepted;
  }

  /** Removes the least used, of several the last that came. */
  #evict(): void {
    let least = { accept: '', uses: Number.POSITIVE_INFINITY };
    for (const [accept, { uses }] of this.#known) if (uses <= least.uses) least = { accept, uses };
    this.#known.delete(least.accept);
  }
}

/** The type of an error for a request that is refused before it is read: one that the client accepts, if there is one. */
export const errorTypeFor = ({ headers: { accept } }: IncomingMessage): string =>
  accept === undefined ? JSON_TYPE : (acceptedBy(accept).type ?? JSON_TYPE);

function acceptedBy(accept: string): Accepted {
  const type = new Negotiator({ headers: { accept } }).mediaType(TYPES) ?? null;
  const events = EVENTS.test(accept);
  return events && type === null
    ? { events, onlyEvents: true, type: JSON_TYPE }
    : { events, onlyEvents: false, type };
}
