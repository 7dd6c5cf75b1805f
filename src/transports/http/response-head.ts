import type { ServerResponse } from 'node:http';
import { SECURITY_HEADERS, TLS_ONLY } from './security-headers.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Milliseconds for which the rest of a request is read that was answered before its end. */
const LINGER = 1000;
const ALWAYS: readonly string[] = SECURITY_HEADERS.flat();
const OVER_TLS: readonly string[] = [...ALWAYS, 'strict-transport-security', TLS_ONLY];

/**
 * The headers of an answer until they are written, all in one list: given to Node one by one, each would be checked and
 * kept before it is looked at again. What every answer tells is in it from the start.
 */
export class ResponseHead {
  readonly response: ServerResponse;
  readonly #lines: string[];

  /** @param isSecure whether the client came over TLS. */
  constructor(response: ServerResponse, isSecure: boolean) {
    this.response = response;
    this.#lines = isSecure ? OVER_TLS.slice() : ALWAYS.slice();
  }

  /** Adds a header that is not there yet. */
  add(name: string, value: string): void {
    this.#lines.push(name, value);
  }

  /** No request follows on the connection. */
  close(): void {
    this.add('connection', 'close');
  }

  /** Writes the head; the body is the caller's. */
  write(status: number): void {
    this.response.writeHead(status, this.#lines);
  }

  /** Writes a whole answer. */
  send(status: number, body: string, type = JSON_TYPE): void {
    this.#begin(status, Buffer.byteLength(body), type);
    this.response.end(body);
  }

  /** Writes a whole answer and a line break after it; put together before it is measured, it would be copied once more. */
  sendLine(status: number, line: string, type: string): void {
    this.#begin(status, Buffer.byteLength(line) + 1, type);
    this.response.end(`${line}\n`);
  }

  /**
   * Writes a whole answer to a request that is still being sent, and closes the connection when all of it has come or
   * after a moment: a client that finds the connection closed while it writes does not look for an answer.
   */
  sendEarly(status: number, body: string): void {
    const { response } = this;
    this.close();
    this.#begin(status, Buffer.byteLength(body), JSON_TYPE);
    response.write(body);
    const end = (): void => {
      clearTimeout(late);
      response.end();
    };
    const late = setTimeout(end, LINGER);
    response.req.once('end', end).once('close', end).resume();
  }

  #begin(status: number, length: number, type: string): void {
    if (status === 401) this.add('www-authenticate', 'Bearer');
    this.add('content-type', type);
    this.add('content-length', String(length));
    this.write(status);
  }

  /** Leaves the answer to somebody else, with what was added so far. */
  handOver(): ServerResponse {
    for (let index = 0; index < this.#lines.length; index += 2)
      this.response.setHeader(this.#lines[index] ?? '', this.#lines[index + 1] ?? '');
    return this.response;
  }
}
