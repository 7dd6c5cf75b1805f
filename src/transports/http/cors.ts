import type { IncomingMessage } from 'node:http';
import type { ResponseHead } from './response-head.ts';

const METHODS = 'GET, POST';
const REQUEST_HEADERS =
  'authorization, content-type, accept, x-request-id, last-event-id, apollo-require-preflight, x-apollo-operation-name';
const RESPONSE_HEADERS = 'x-request-id, retry-after';
/** Seconds that a browser remembers the answer to a preflight request. */
const MAXIMUM_AGE = '600';

/** Whether a page of this origin may use the gateway: its own pages and those of allowed origins. */
export const isAllowedOrigin = (
  origin: string,
  host: string | undefined,
  allowed: readonly string[],
): boolean => allowed.includes(origin) || URL.parse(origin)?.host === host;

/**
 * Lets pages of allowed origins read the answers (the Fetch standard's CORS protocol). No credentials mode: tokens
 * travel in the `Authorization` header, never in cookies.
 * @returns whether the request was a preflight request, which is answered then.
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
