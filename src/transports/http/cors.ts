import type { IncomingMessage } from 'node:http';
import type { ResponseHead } from './response-head.ts';

const METHODS = 'GET, POST';
const REQUEST_HEADERS =
  'authorization, content-type, accept, x-request-id, last-event-id, apollo-require-preflight, x-apollo-operation-name, apollographql-client-name, apollographql-client-version';
const RESPONSE_HEADERS = 'x-request-id, retry-after';
/** Seconds for which a browser caches the response to a preflight request. */
const MAXIMUM_AGE = '600';

/** Whether pages of this origin may use the gateway: its own, and those of allowed origins. */
export const isAllowedOrigin = (
  origin: string,
  host: string | undefined,
  allowed: readonly string[],
): boolean => allowed.includes(origin) || URL.parse(origin)?.host === host;

/**
 * Lets pages of allowed origins read responses (the Fetch standard's CORS protocol). No credentials mode: tokens are
 * sent in the `Authorization` header, never in cookies.
 * @returns whether it was a preflight request, which then has its response.
 */
export function applyCors(request: IncomingMessage, head: ResponseHead, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (allowed.length > 0) head.add('vary', 'origin');
  if (origin === undefined) return false;
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (isAllowedOrigin(origin, host, allowed)) {
    head.add('access-control-allow-origin', origin);
    head.add('access-control-expose-headers', RESPONSE_HEADERS);
    if (isPreflight) {
      head.add('access-control-allow-methods', METHODS);
      head.add('access-control-allow-headers', REQUEST_HEADERS);
      head.add('access-control-max-age', MAXIMUM_AGE);
    }
  }
  if (isPreflight) {
    head.write(204);
    head.response.end();
  }
  return isPreflight;
}
