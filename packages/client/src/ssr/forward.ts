/** Bytes of a body, somewhat more than the gateway reads. */
const MOST_BYTES = 128_000;

/** Headers that say what is asked, and none that say who asks: the gateway gets the credential of the cookie. */
const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'last-event-id',
  'idempotency-key',
  'x-request-id',
  'traceparent',
  'tracestate',
  'apollographql-client-name',
  'apollographql-client-version',
];
const RESPONSE_HEADERS = ['content-type', 'retry-after', 'x-request-id'];

/**
 * Sends a GraphQL request of a page on to the gateway, and its response back: also a stream, until either side ends it.
 * @param credential headers that the page cannot set.
 */
export async function forward(
  request: Request,
  url: string,
  credential: Record<string, string>,
  send: typeof fetch,
): Promise<Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return refusal(415, 'Send application/json.');
  const body = await bodyOf(request);
  if (body === null) return refusal(413, `A request has at most ${MOST_BYTES} bytes.`);
  let response: Response;
  try {
    response = await send(url, {
      method: 'POST',
      headers: { ...Object.fromEntries(picked(request.headers, REQUEST_HEADERS)), ...credential },
      body,
      signal: request.signal,
    });
  } catch {
    return refusal(502, 'The gateway is unreachable.');
  }
  const headers = new Headers(picked(response.headers, RESPONSE_HEADERS));
  headers.set('cache-control', 'no-store');
  // Proxies that gather a response would hold back its events.
  headers.set('x-accel-buffering', 'no');
  return new Response(response.body, { status: response.status, headers });
}

/** A refusal in plain text: it is not a response of the gateway. */
export const refusal = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'cache-control': 'no-store', ...headers } });

/**
 * Whether a page of this origin has sent a request, and no page of another site with the user's cookies. Browsers say so in
 * `Sec-Fetch-Site`, older ones in `Origin` alone.
 */
export function isFromOwnPage({ headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === origin : site === 'same-origin';
}

const picked = (headers: Headers, names: readonly string[]): [string, string][] =>
  names.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });

/** Null: it is too long. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader();
  const body = new Uint8Array(MOST_BYTES);
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return body.subarray(0, length);
    if (length + value.length > MOST_BYTES) {
      await reader?.cancel();
      return null;
    }
    body.set(value, length);
    length += value.length;
  }
}
