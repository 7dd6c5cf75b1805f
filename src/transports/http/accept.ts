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
/** What a client accepts that sends no `accept` header. */
export const ANY = '*/*';

/** Whether a request accepts server-sent events. */
export const mayStream = ({ headers: { accept = '' } }: IncomingMessage): boolean => EVENTS.test(accept);

/** The type of an error for a request that is refused before it is read: one that the client accepts, if there is one. */
export const errorTypeFor = ({ headers: { accept = ANY } }: IncomingMessage): string =>
  acceptedBy(accept).type ?? JSON_TYPE;

/** Reads an `accept` header. Source: RFC 9110, 12.5.1. */
export function acceptedBy(accept: string): Accepted {
  const type = new Negotiator({ headers: { accept } }).mediaType(TYPES) ?? null;
  const events = EVENTS.test(accept);
  const onlyEvents = events && type === null;
  return { events, onlyEvents, type: onlyEvents ? JSON_TYPE : type };
}
