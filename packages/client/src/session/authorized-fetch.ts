import type { Credentials } from '../credentials.ts';
import { isSignedOut } from '../errors.ts';

/**
 * A `fetch` that sends the session's credential, for any GraphQL client. If the gateway refuses it, the session is
 * refreshed and the request sent once more; a request that has had any effect or result is not. If the session cannot be
 * refreshed, the gateway's response is returned.
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

/** Whether the credential was refused and the request had no effect. */
function isRefused(text: string, query: boolean): boolean {
  try {
    const body = JSON.parse(text);
    return isSignedOut(body) && Object.values(body.data ?? {}).every(query ? isNothing : isNoResult);
  } catch {
    return false;
  }
}

/** Root fields are objects or null; `__typename` is neither. The payload of a mutation shows that it has run. */
const isNoResult = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Without any value but type names: `{ me { notifications } }` fails below `me`. */
const isNothing = (value: unknown): boolean =>
  isNoResult(value) ||
  Object.entries(Object(value)).every(
    ([name, inner]) =>
      name === '__typename' || inner === null || (typeof inner === 'object' && isNothing(inner)),
  );

/** Whether a request is known to be a query. The hash of a trusted document does not show it. */
function isQuery(body: unknown): boolean {
  try {
    const { query }: { query?: unknown } = Object(JSON.parse(String(body)));
    return typeof query === 'string' && !/\bmutation\b/.test(query);
  } catch {
    return false;
  }
}
