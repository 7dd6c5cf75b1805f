import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Boundary } from '../../lib/boundary.ts';
import { JsonTooDeep, parseClientJson } from '../../lib/json-depth.ts';
import { structureBytes } from '../../lib/structure-bytes.ts';
import { RequestError } from '../../operations/request.ts';
import { SMALL_INPUT, SMALL_JSON, tooMuchInput } from '../input-limits.ts';
import { JoinedRequest } from './joined-request.ts';

/**
 * Reads a JSON body.
 * @param limit bytes of the largest.
 * @param hold charges for the memory of many lists and objects. @returns false if that exceeds a limit.
 * @throws RequestError 413 if it is larger, 415 if it is not declared as plain JSON in UTF-8 (RFC 8259), 400 if it is not
 * JSON, is nested too deeply, or is incomplete, 429 if `hold` refuses it.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  boundary: Boundary,
  hold: (bytes: number) => boolean = () => true,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refusal = unsupportedBody(request.headers);
    if (refusal) return reject(refusal);
    // The client has left while its request waited: no event follows.
    if (request.destroyed && !request.readableEnded) return reject(incomplete());
    if (Number(request.headers['content-length']) > limit) return reject(tooLarge(limit));
    const body = new BodyBuffer(hold, resolve, reject);
    const lost = (): void => body.fail(incomplete());
    const on = <Args extends readonly unknown[]>(event: string, handle: (...args: Args) => void): void =>
      void request.on(event, boundary.listener('request body', handle, lost));
    on('data', (chunk: Buffer) => {
      if (body.size + chunk.length <= limit) return body.add(chunk);
      request.removeAllListeners('data').resume();
      body.fail(tooLarge(limit));
    });
    on('end', () => body.end());
    on('error', lost);
  });
}

/** Declared size of a request's body, in bytes: at most `limit`, since no more is read. */
export function declaredSize({ headers }: IncomingMessage, limit: number): number {
  const declared = headers['transfer-encoding'] === undefined ? headers['content-length'] : limit;
  return Math.min(Number(declared ?? 0), limit);
}

/** The refusal of a request whose body was discarded. Null: it was not. */
export const refuseDiscarded = (request: IncomingMessage): RequestError | null =>
  request instanceof JoinedRequest && request.isDiscarded ? tooMuchInput() : null;

const tooLarge = (limit: number): RequestError =>
  new RequestError(413, `The request body is larger than ${limit} bytes.`);
const incomplete = (): RequestError => new RequestError(400, 'The request body is incomplete.');

/**
 * The received part of a body, in one buffer: separate parts would each take hundreds of extra bytes. It is emptied when it is
 * read: the listeners of a request retain it as long as the connection is busy, which may be with an event stream.
 */
class BodyBuffer {
  size = 0;
  #buffer: Buffer | null = null;
  readonly #hold: (bytes: number) => boolean;
  #pending: { resolve: (json: unknown) => void; reject: (error: RequestError) => void } | null;

  constructor(
    hold: (bytes: number) => boolean,
    resolve: (json: unknown) => void,
    reject: (error: RequestError) => void,
  ) {
    this.#hold = hold;
    this.#pending = { resolve, reject };
  }

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

  end(): void {
    const bytes = this.#buffer?.subarray(0, this.size) ?? EMPTY;
    const structure = bytes.length > SMALL_JSON ? structureBytes(bytes) : 0;
    if (structure > SMALL_INPUT && !this.#hold(structure)) {
      this.fail(tooMuchInput());
      return;
    }
    try {
      const json = parseClientJson(bytes.toString('utf8'));
      this.#take()?.resolve(json);
    } catch (error) {
      const problem = error instanceof JsonTooDeep ? error.message : 'The request body is not JSON.';
      this.fail(new RequestError(400, problem));
    }
  }

  fail(error: RequestError): void {
    this.#take()?.reject(error);
  }

  #take() {
    const pending = this.#pending;
    this.#pending = null;
    this.#buffer = null;
    return pending;
  }
}

const EMPTY = Buffer.alloc(0);

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
