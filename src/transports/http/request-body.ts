import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GatewayError } from '../../graph/errors.ts';
import type { Boundary } from '../../lib/boundary.ts';
import { JsonTooDeep, parseClientJson } from '../../lib/json-depth.ts';
import { RequestError } from '../../operations/request.ts';
import { JoinedRequest } from './joined-request.ts';

/** Bytes of a body or of a socket's first messages that count as nothing: the number of connections limits those. */
export const SMALL_INPUT = 4096;
/** Milliseconds after which an address with too many bytes on their way may retry. */
const BODY_RETRY = 1000;

/**
 * Reads a JSON body.
 * @param limit bytes of the largest.
 * @throws RequestError 413 if it is larger, 415 if it is not declared as plain JSON in UTF-8 (RFC 8259), 400 if it is not
 * JSON, is nested too deeply, or is incomplete.
 */
export function readBody(request: IncomingMessage, limit: number, boundary: Boundary): Promise<unknown> {
  const tooLarge = () => new RequestError(413, `The request body is larger than ${limit} bytes.`);
  return new Promise((resolve, reject) => {
    const refusal = unsupportedBody(request.headers);
    if (refusal) return reject(refusal);
    // The client has left while its request waited: no event follows.
    if (request.destroyed && !request.readableEnded) return reject(incomplete());
    if (Number(request.headers['content-length']) > limit) return reject(tooLarge());
    const body = new Body();
    const on = <Args extends readonly unknown[]>(event: string, handle: (...args: Args) => void): void =>
      void request.on(
        event,
        boundary.listener('request body', handle, () => reject(incomplete())),
      );
    on('data', (chunk: Buffer) => {
      if (body.size + chunk.length <= limit) return body.add(chunk);
      request.removeAllListeners('data').resume();
      reject(tooLarge());
    });
    on('end', () => {
      try {
        resolve(parseClientJson(body.toString()));
      } catch (error) {
        reject(
          new RequestError(
            400,
            error instanceof JsonTooDeep ? error.message : 'The request body is not JSON.',
          ),
        );
      }
    });
    on('error', () => reject(incomplete()));
  });
}

/** Bytes that a request's body may have, as it declares: at most `limit`, since what follows is not read. */
export function declaredSize({ headers }: IncomingMessage, limit: number): number {
  const declared = headers['transfer-encoding'] === undefined ? headers['content-length'] : limit;
  return Math.min(Number(declared ?? 0), limit);
}

/** The refusal of a request whose body was discarded. Null: it was not. */
export const refuseDiscarded = (request: IncomingMessage): GatewayError | null =>
  request instanceof JoinedRequest && request.isDiscarded
    ? new GatewayError('RATE_LIMITED', 'Too many large requests from this address are still arriving.', {
        retryAfterMs: BODY_RETRY,
      })
    : null;

const incomplete = (): RequestError => new RequestError(400, 'The request body is incomplete.');

/** The part of a body that has arrived, in one buffer: separate parts would each take hundreds of extra bytes. */
class Body {
  #buffer: Buffer | null = null;
  size = 0;

  add(part: Buffer): void {
    const size = this.size + part.length;
    // Most bodies arrive in one part.
    if (!this.#buffer) this.#buffer = part;
    else {
      if (size > this.#buffer.length) {
        const larger = Buffer.allocUnsafeSlow(2 * size);
        this.#buffer.copy(larger, 0, 0, this.size);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, this.size);
    }
    this.size = size;
  }

  toString(): string {
    return this.#buffer?.toString('utf8', 0, this.size) ?? '';
  }
}

const PLAIN_JSON = 'application/json';
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Error 415 for a body whose headers do not declare plain JSON in UTF-8. Null: they do. */
function unsupportedBody(headers: IncomingHttpHeaders): RequestError | null {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') {
    return new RequestError(415, 'Send the request without `content-encoding`.');
  }
  if (type === PLAIN_JSON) return null;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return new RequestError(
      415,
      'Send the request as JSON, with the header `content-type: application/json`.',
    );
  }
  return /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8')
    ? null
    : new RequestError(415, 'Send the request in UTF-8.');
}
