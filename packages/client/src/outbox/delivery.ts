import { retryAfter } from '../../../resumable-subscriptions/client/backoff.ts';
import type { Clock } from '../clock.ts';
import { type ErrorCode, type GatewayError, gatewayErrors, hasCode, retryDelay } from '../errors.ts';
import { IDEMPOTENCY_KEY } from '../idempotency.ts';
import { objectIn } from '../session/request.ts';
import type { StoredEntry } from './contents.ts';

/** Outcome of sending an entry. `later`: milliseconds that the gateway requires to wait, or 0. */
export type Delivery =
  | { readonly status: 'sent'; readonly data: Record<string, unknown>; readonly errors: [] }
  | { readonly status: 'failed' | 'unknown'; readonly data: null; readonly errors: readonly GatewayError[] }
  | { readonly status: 'later'; readonly after: number };

/** Sends requests with a credential, at most for `LIMIT` milliseconds. @throws anything if there is no response in JSON. */
export async function post(
  send: typeof fetch,
  url: string,
  clock: Clock,
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ body: unknown; retryAfter: number }> {
  const tooLate = new AbortController();
  const cancel = clock.after(LIMIT, () => tooLate.abort());
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(content),
      signal: tooLate.signal,
    });
    const demanded = retryAfter(response.headers.get('retry-after'), clock.now());
    // A proxy or a hotspot's page may respond in place of the gateway.
    return { body: await response.json().catch(() => null), retryAfter: demanded };
  } finally {
    cancel();
  }
}

/** Sends an entry once. */
export async function deliver(
  { operation, variables, key }: StoredEntry,
  request: (content: unknown, headers: Record<string, string>) => ReturnType<typeof post>,
): Promise<Delivery> {
  let response: Awaited<ReturnType<typeof post>>;
  try {
    response = await request({ ...operation, variables }, { [IDEMPOTENCY_KEY]: key });
  } catch {
    return { status: 'later', after: 0 };
  }
  const { body } = response;
  const data = objectIn(body, 'data');
  // A payload proves that it was written, even if parts of it could not be read.
  if (Object.values(data).some((payload) => typeof payload === 'object' && payload !== null))
    return { status: 'sent', data, errors: [] };
  const errors = gatewayErrors(body);
  // The session reports that the user has to sign in again.
  if (errors.length === 0 || hasCode(errors, 'UNAUTHENTICATED'))
    return { status: 'later', after: response.retryAfter };
  const after = retryDelay(body);
  if (after !== null) return { status: 'later', after };
  const isUnknown = MAY_HAVE_WRITTEN.some((code) => hasCode(errors, code));
  return { status: isUnknown ? 'unknown' : 'failed', data: null, errors };
}

/** Timeout of a request in milliseconds; a retry receives the recorded result of the first one. */
const LIMIT = 30_000;

/** Codes of a write that the platform may have carried out, unless the error is retryable. */
const MAY_HAVE_WRITTEN: readonly ErrorCode[] = [
  'OUTCOME_UNKNOWN',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_BAD_RESPONSE',
  'INTERNAL_SERVER_ERROR',
];
