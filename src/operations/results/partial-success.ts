import type { HttpParameters } from '../request.ts';
import type { SingleResponse } from '../response.ts';

/** Status of a result with data and errors, as GraphQL over HTTP recommends it for `application/graphql-response+json`. */
const PARTIAL_SUCCESS = 294;

const MEDIA_TYPE = 'application/graphql-response+json';
const PREFERENCE = `status=${PARTIAL_SUCCESS}`;
const PREFERRED = /(?:^|,)\s*status\s*=\s*"?294"?\s*(?:[,;]|$)/i;

/**
 * Gives a result with data and errors the status 294 if its media type is `application/graphql-response+json` and the request
 * prefers that, with `prefer: status=294`. Without it, the status is 200, which more clients, proxies and monitors know.
 * Source: GraphQL over HTTP, 6 August 2026, Status Codes; RFC 7240 (`Prefer`).
 */
export function withPartialStatus(
  response: SingleResponse,
  { headers: { prefer }, contentType }: HttpParameters,
): SingleResponse {
  if (prefer === undefined || !contentType.startsWith(MEDIA_TYPE)) return response;
  const { status, headers, result } = response;
  const isPartial = status === 200 && result.data !== undefined && result.errors !== undefined;
  if (!isPartial || !PREFERRED.test(String(prefer))) return response;
  return {
    ...response,
    status: PARTIAL_SUCCESS,
    headers: [...headers, ['preference-applied', PREFERENCE], ['vary', 'prefer']],
  };
}
