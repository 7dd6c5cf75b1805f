import { isRecord } from './json.ts';
import type { Request } from './request.ts';

/** Outcome of a request. */
export type RequestOutcome =
  | { kind: 'failed'; reason: string; latencyMs: number }
  | {
      kind: 'response';
      status: number;
      mediaType: string;
      /** The `Date` header. */
      date: string | null;
      bytes: Buffer;
      latencyMs: number;
    };

export interface ExchangeLimits {
  /** Milliseconds from sending the request to the end of the response. */
  timeout: number;
  /** Maximum response body, in bytes. */
  responseLimit: number;
}

class TooLarge extends Error {}

/** Sends one request, without retries or redirects. */
export async function exchange(
  request: Request,
  { timeout, responseLimit }: ExchangeLimits,
): Promise<RequestOutcome> {
  const { url, method, headers, body } = request;
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const bytes = await readBody(response, responseLimit);
    const mediaType = mediaTypeOf(response.headers.get('content-type'));
    const date = response.headers.get('date');
    return { kind: 'response', status: response.status, mediaType, date, bytes, latencyMs: elapsed() };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, timeout, responseLimit), latencyMs: elapsed() };
  }
}

async function readBody(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The media type without parameters. Parameters are not printed, as they might be values. */
const mediaTypeOf = (contentType: string | null): string =>
  /^[a-z]{1,20}\/[a-z.+-]{1,40}(?=\s*(;|$))/i.exec(contentType ?? '')?.[0].toLowerCase() ?? 'no media type';

/** Why there is no response, in fixed words: network error messages contain addresses. */
function reasonOf(error: unknown, timeout: number, responseLimit: number): string {
  if (error instanceof TooLarge) return `the response is larger than ${responseLimit} bytes`;
  if (error instanceof Error && error.name === 'TimeoutError') return `no response within ${timeout} ms`;
  const cause = error instanceof Error ? error.cause : null;
  const code = isRecord(cause) ? cause.code : null;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code)
    ? `the connection failed: ${code}`
    : 'the connection failed';
}
