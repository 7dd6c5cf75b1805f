import type { IncomingMessage } from 'node:http';
import { isLoopback, readAddress } from '../../lib/ip-address.ts';
import type { RawResponse } from './raw-response.ts';
import type { ResponseHead } from './response-head.ts';

const METHODS = 'GET, POST';
const REQUEST_HEADERS =
  'authorization, content-type, accept, prefer, x-request-id, last-event-id, idempotency-key, apollo-require-preflight, x-apollo-operation-name, apollographql-client-name, apollographql-client-version, traceparent, tracestate, baggage, sentry-trace';
const RESPONSE_HEADERS = 'x-request-id, retry-after';
/** Seconds for which a browser caches the response to a preflight request. */
const MAXIMUM_AGE = '600';
/** Origin of the hosted Apollo Sandbox. */
const APOLLO_SANDBOX = 'https://studio.apollographql.com';

/** The origins whose pages may use the gateway, besides its own. */
export interface OriginRules {
  /** Origins in `CORS_ORIGINS`. */
  listed: readonly string[];
  /**
   * Outside production: pages on loopback and the hosted Apollo Sandbox may use the gateway too, with any header, and a page
   * that is refused can read which setting would allow it.
   */
  isDevelopment: boolean;
  /** Outside production: accepted values of `Host` besides local names, `EXPLORER_HOSTS`. */
  hosts: readonly string[];
  /** Host name whose pages, on any port, may use the gateway in place of those on loopback. Null: those on loopback. */
  networkHost: string | null;
}

/**
 * Whether the gateway accepts this `Host`. In development, this is the only protection from DNS rebinding, where a page's host
 * name resolves to this machine: for the browser, such a page has the gateway's origin.
 */
export function isExpectedHost(host: string | undefined, { isDevelopment, hosts }: OriginRules): boolean {
  if (!isDevelopment || host === undefined) return true;
  const name = URL.parse(`http://${host}`)?.hostname;
  return name !== undefined && (isLocal(name) || hosts.includes(name));
}

/** Whether a host name is local: an address, or a name without a dot, which no page of the internet can have. */
const isLocal = (name: string): boolean =>
  isLoopback(name) || !name.includes('.') || readAddress(name) !== null;

export const WRONG_HOST: RawResponse = {
  status: 421,
  code: 'FORBIDDEN',
  message:
    'In development, this gateway accepts only local host names. To allow another one, add it to EXPLORER_HOSTS.',
};

/** Whether pages of this origin may use the gateway. */
export function isAllowedOrigin(origin: string, host: string | undefined, rules: OriginRules): boolean {
  if (rules.listed.includes(origin)) return true;
  const url = URL.parse(origin);
  if (url === null) return false;
  if (url.host === host) return true;
  if (rules.networkHost !== null) return url.hostname === rules.networkHost;
  return rules.isDevelopment && (origin === APOLLO_SANDBOX || isLoopback(url.hostname));
}

/** For a page that may not use the gateway, with the setting that would allow it. */
export const originRefusal = (origin: string): RawResponse => ({
  status: 403,
  code: 'FORBIDDEN',
  message: `Pages of the origin ${origin} may not use this gateway. To allow them, add the origin to CORS_ORIGINS.`,
});

/**
 * Lets pages of allowed origins read responses (the Fetch standard's CORS protocol). No credentials mode: tokens are
 * sent in the `Authorization` header, never in cookies.
 * @returns whether the response was sent: to a preflight request, or to a page that is not allowed.
 */
export function applyCors(request: IncomingMessage, head: ResponseHead, rules: OriginRules): boolean {
  const { origin, host } = request.headers;
  if (rules.isDevelopment || rules.listed.length > 0) head.add('vary', 'origin');
  if (origin === undefined) return false;
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  const isAllowed = isAllowedOrigin(origin, host, rules);
  // A refused page in development passes its preflight, because browsers hide the response to a failed one.
  if (isAllowed || rules.isDevelopment) {
    head.add('access-control-allow-origin', origin);
    head.add('access-control-expose-headers', RESPONSE_HEADERS);
    if (isPreflight) addPreflightHeaders(request, head, rules);
  }
  if (isPreflight) {
    head.write(204);
    head.response.end();
  } else if (!isAllowed && rules.isDevelopment) {
    head.refuse(originRefusal(origin));
    return true;
  }
  return isPreflight;
}

function addPreflightHeaders({ headers }: IncomingMessage, head: ResponseHead, rules: OriginRules): void {
  const requested = headers['access-control-request-headers'];
  head.add('access-control-allow-methods', METHODS);
  head.add(
    'access-control-allow-headers',
    rules.isDevelopment && typeof requested === 'string' ? requested : REQUEST_HEADERS,
  );
  head.add('access-control-max-age', MAXIMUM_AGE);
  // A public site that reaches a private address: Private Network Access, as Chromium asks for it.
  if (rules.isDevelopment && headers['access-control-request-private-network'] === 'true')
    head.add('access-control-allow-private-network', 'true');
}
