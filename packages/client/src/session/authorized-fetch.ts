import type { Credentials } from '../credentials.ts';
import { gatewayErrors, isSignedOut } from '../errors.ts';
import { isTemporary } from './request.ts';

/**
 * A `fetch` that sends the session's credential, for any GraphQL client. If the gateway refuses it, the session is
 * refreshed and the request sent once more; a request that may have had an effect is not. If the session cannot be refreshed,
 * the gateway's response is returned; if it cannot for now, with UPSTREAM_UNAVAILABLE in place of UNAUTHENTICATED.
 * @param send sends the requests. Default: the global `fetch`.
 */
export const authorizedFetch =
  (session: Credentials, send: typeof fetch = (...request) => fetch(...request)): typeof fetch =>
  async (input, init) => {
    const isRequest = typeof Request !== 'undefined' && input instanceof Request;
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
    if (headers.has('authorization')) return send(input, init);
    const credential = await session.authorization(null);
    // A body can be sent once.
    const first = isRequest ? input.clone() : input;
    const response = await send(first, { ...init, headers: withCredential(headers, credential) });
    if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return response;
    const text = await response.text();
    if (
      credential !== '' &&
      text.includes('"UNAUTHENTICATED"') &&
      isRefused(text, isQuery(init?.body ?? (isRequest ? await input.clone().text() : null)))
    ) {
      let renewed = '';
      try {
        renewed = await session.authorization(credential);
      } catch (error) {
        if (isTemporary(error)) return unavailable(text, response.headers, error);
      }
      if (renewed !== '' && renewed !== credential)
        return send(input, { ...init, headers: withCredential(headers, renewed) });
    }
    const { status, statusText } = response;
    return new Response(text, { status, statusText, headers: response.headers });
  };

/**
 * The response to a request whose credential is refused and cannot be replaced for now: the user is still signed in, and the same
 * request may succeed later.
 */
function unavailable(text: string, headers: Headers, reason: unknown): Response {
  const body: { errors: unknown[] } = JSON.parse(text);
  const [failure] = gatewayErrors(reason);
  const extensions = {
    requestId: null,
    ...failure?.extensions,
    code: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
  };
  const errors = body.errors.map((error) =>
    isSignedOut([error])
      ? { ...Object(error), message: 'The session cannot be refreshed now.', extensions }
      : error,
  );
  return new Response(JSON.stringify({ ...body, errors }), { status: 503, headers });
}

function withCredential(headers: Headers, credential: string): Headers {
  const sent = new Headers(headers);
  if (credential !== '') sent.set('authorization', credential);
  return sent;
}

/**
 * Whether the credential was refused, and nothing but reads has happened. A token may expire between two reads of a query, of which
 * the first then has data.
 */
function isRefused(text: string, query: boolean): boolean {
  try {
    const body = JSON.parse(text);
    return isSignedOut(body) && (query || Object.values(body.data ?? {}).every(isNoResult));
  } catch {
    return false;
  }
}

/** Root fields are objects or null; `__typename` is neither. The payload of a mutation shows that it has run. */
const isNoResult = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Whether a request is known to be a query, which has no effect. The hash of a trusted document does not show it. */
function isQuery(body: unknown): boolean {
  try {
    const { query }: { query?: unknown } = Object(JSON.parse(String(body)));
    return typeof query === 'string' && !/\bmutation\b/.test(query);
  } catch {
    return false;
  }
}
