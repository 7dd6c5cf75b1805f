import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { errorBody } from '../../operations/results/error-formatting.ts';
import { errorTypeFor, JSON_TYPE } from './accept.ts';
import type { RawResponse } from './raw-response.ts';
import { SECURITY_HEADERS, TLS_ONLY } from './security-headers.ts';

/** Minimum characters of a body that is sent as bytes. Thousands of smaller buffers would cause constant garbage collection. */
export const LARGE = 1_000_000;
/** Bytes that Node retains per character of a string that the connection cannot accept yet, including the string. */
export const KEPT_PER_CHARACTER = 4;
const ALWAYS: readonly string[] = SECURITY_HEADERS.flat();
const OVER_TLS: readonly string[] = [...ALWAYS, 'strict-transport-security', TLS_ONLY];

/**
 * Collects the headers of a response in one list, which starts with those that every response has. Node would validate
 * and store each one if they were set individually.
 */
export class ResponseHead {
  readonly response: ServerResponse;
  readonly #lines: string[];

  /** @param isSecure whether the client uses TLS. */
  constructor(response: ServerResponse, isSecure: boolean) {
    this.response = response;
    this.#lines = isSecure ? OVER_TLS.slice() : ALWAYS.slice();
  }

  /** Adds a header that is not set yet. */
  add(name: string, value: string): void {
    this.#lines.push(name, value);
  }

  /** Writes the head. The caller writes the body. */
  write(status: number): void {
    this.response.writeHead(status, this.#lines);
  }

  /**
   * Writes a complete response.
   * @param end follows the body. Concatenating them before measuring would copy the body once more.
   */
  send(status: number, body: string | Buffer, type = JSON_TYPE, end = ''): void {
    const length = Buffer.byteLength(body) + end.length;
    if (status === 401) this.add('www-authenticate', 'Bearer');
    this.add('content-type', type);
    this.add('content-length', String(length));
    this.write(status);
    const whole = end === '' ? body : `${body}${end}`;
    this.response.end(typeof whole === 'string' && length > LARGE ? Buffer.from(whole) : whole);
  }

  /** Refuses the request with an error of the graph, in a type that the client accepts. Closes the connection after it. */
  refuse({ status, code, message }: RawResponse): void {
    this.response.shouldKeepAlive = false;
    this.send(status, errorBody(code, message, randomUUID()), errorTypeFor(this.response.req));
  }

  /** Hands the response over, with the headers added so far. */
  handOver(): ServerResponse {
    for (let index = 0; index < this.#lines.length; index += 2)
      this.response.setHeader(this.#lines[index] ?? '', this.#lines[index + 1] ?? '');
    return this.response;
  }
}
