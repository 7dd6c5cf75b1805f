import { retryAfter, retryAfterClose } from './backoff.ts';
import { memberOf } from './item.ts';

/**
 * Milliseconds to wait before a subscription that ended with this error is opened again. Null: that is pointless.
 * @param errors those of the server, if it has sent any.
 */
export function retryDelay(error: unknown, errors: readonly unknown[], now: number): number | null {
  const response = responseIn(error);
  const inHeader = response ? retryAfter(response.headers.get('retry-after'), now) : 0;
  const isTemporary = response !== null && (response.status >= 500 || [408, 429].includes(response.status));
  if (errors.length > 0) {
    const extensions = errors.map((entry) => memberOf(entry, 'extensions'));
    if (extensions.some((entry) => (memberOf(entry, 'retryable') ?? isTemporary) !== true)) return null;
    return Math.max(inHeader, ...extensions.map((entry) => Number(memberOf(entry, 'retryAfterMs') ?? 0)));
  }
  if (response) return isTemporary ? inHeader : null;
  if (memberOf(error, 'name') === 'NetworkError' || memberOf(error, 'type') === 'error') return 0;
  const code = memberOf(error, 'code');
  if (code === TRY_AGAIN_LATER) return retryAfterClose(String(memberOf(error, 'reason')));
  return INTERRUPTIONS.includes(Number(code)) ? 0 : null;
}

const TRY_AGAIN_LATER = 1013;
/** Close codes after which the same subscription may succeed. 4499: the client gave up a silent connection. */
const INTERRUPTIONS = [1001, 1005, 1006, 1012, 4408, 4499];

/** A response of `fetch`. */
interface ResponseLike {
  status: number;
  headers: Pick<Headers, 'get'>;
  json(): Promise<unknown>;
}

/** The response that a client of server-sent events could not read as a stream. */
export function responseIn(error: unknown): ResponseLike | null {
  const response = memberOf(error, 'response');
  return isResponse(response) ? response : null;
}

const isResponse = (value: unknown): value is ResponseLike =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'json' in value;

/** The errors of a response body. */
export function errorsIn(body: unknown): readonly unknown[] {
  const errors = memberOf(body, 'errors');
  return Array.isArray(errors) ? errors : [];
}
