import type { IncomingHttpHeaders } from 'node:http';

/** The media types that a client accepts. */
export interface Accepted {
  /** Whether server-sent events are among them, which a subscription needs. */
  events: boolean;
  /** Whether there are no others: a single result is then sent as an event. */
  onlyEvents: boolean;
  /** The `accept` header for a response that is not an event stream. */
  rest: string | undefined;
}

const EVENTS = /\btext\/event-stream\b/i;
const JSON_RANGE = /(?:application|\*)\/(?:json|graphql-response\+json|\*)/i;

export function acceptedBy({ accept }: IncomingHttpHeaders): Accepted {
  if (accept === undefined || !EVENTS.test(accept)) return { events: false, onlyEvents: false, rest: accept };
  const rest = accept.split(',').filter((range) => !EVENTS.test(range));
  return rest.some((range) => JSON_RANGE.test(range))
    ? { events: true, onlyEvents: false, rest: rest.join(',') }
    : // Errors are sent as JSON, results as events that the transport writes itself.
      { events: true, onlyEvents: true, rest: 'application/json' };
}
