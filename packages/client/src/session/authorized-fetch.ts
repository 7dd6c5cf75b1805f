import type { Credentials } from '../credentials.ts';
import { isSignedOut } from '../errors.ts';

/**
 * A `fetch` that sends the session's credential, for any GraphQL client. If the gateway refuses it, the session is
 * refreshed and the request sent once more; a request that may have had an effect is not. If the session cannot be refreshed,
 * the gateway's response is returned.
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
      const renewed = await renewedBy(session, credential);
      if (renewed !== '' && renewed !== credential)
        return send(input, { ...init, headers: withCredential(headers, renewed) });
    }
    const { status, statusText } = response;
    return new Response(text, { status, statusText, headers: response.headers });
  };

/** The renewed credential; empty if there is none. */
async function renewedBy(session: Credentials, refused: string): Promise<string> {
  try {
    return await session.authorization(refused);
  } catch {
    return '';
  }
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
