import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../graph/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorBody, retryAfterSeconds } from '../../operations/results/error-formatting.ts';
import { STATUS_CODES } from './node-http.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export interface RawResponse {
  status: number;
  code: ErrorCode;
  message: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent in the body and as `Retry-After`. */
  retryAfterMs?: number;
}

/** Milliseconds for which a client that is still sending can read the response before the connection is reset. */
const LINGER = 1000;

/** Writes a response to a socket without a `ServerResponse`, after a malformed request or an upgrade. Closes it. */
export function sendRaw(
  clock: Clock,
  socket: Duplex,
  { status, code, message, headers = {}, retryAfterMs }: RawResponse,
): void {
  const body = errorBody(code, message, randomUUID(), retryAfterMs);
  const lines = Object.entries({
    ...Object.fromEntries(SECURITY_HEADERS),
    ...headers,
    ...(retryAfterMs === undefined ? {} : { 'retry-after': retryAfterSeconds(retryAfterMs) }),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  const timer = clock.setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clock.clearTimeout(timer));
}
