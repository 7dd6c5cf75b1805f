import type { IncomingHttpHeaders } from 'node:http';
import type { SingleResponse } from './response.ts';

/** Status of a result with data and errors, as GraphQL over HTTP recommends it for `application/graphql-response+json`. */
const PARTIAL_SUCCESS = 294;

const MEDIA_TYPE = 'application/graphql-response+json';
const PREFERENCE = `status=${PARTIAL_SUCCESS}`;
const PREFERRED = /(?:^|,)\s*status\s*=\s*"?294"?\s*(?:[,;]|$)/i;

/**
 * Gives a result with data and errors the status 294 if its media type is `application/graphql-response+json` and the request
 * prefers that, with `prefer: status=294`. Without it, the status is 200, which more clients, proxies and monitors know.
 * Source: GraphQL over HTTP, 6 August 2026, Status Codes; RFC 7240 (`Prefer`).
 * @param type the media type of the response.
 */
export function withPartialStatus(
  response: SingleResponse,
  { prefer }: IncomingHttpHeaders,
  type: string | undefined,
): SingleResponse {
  const { status, headers, result } = response;
  const isPartial = status === 200 && result.data !== undefined && result.errors !== undefined;
  if (!isPartial || !type?.startsWith(MEDIA_TYPE) || !PREFERRED.test(String(prefer))) return response;
  return {
    ...response,
    status: PARTIAL_SUCCESS,
    headers: [...headers, ['preference-applied', PREFERENCE], ['vary', 'prefer']],
  };
}
