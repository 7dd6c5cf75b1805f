import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../../admission/limits.ts';
import { JsonTooDeep, parseClientJson } from '../../lib/json-depth.ts';
import { structureBytes } from '../../lib/structure-bytes.ts';
import { RequestError } from '../../operations/request.ts';
import { SMALL_INPUT, SMALL_JSON, tooMuchInput } from '../input-limits.ts';
import { IncomingMessage } from './node-http.ts';

const NOTHING = Buffer.alloc(0);

/**
 * A request that collects its body in one buffer as it arrives. Node makes an object of each chunk, which takes hundreds of bytes, and
 * one read of 64 KB has up to eleven thousand: they would be retained until the request is processed.
 */
export abstract class BufferedRequest extends IncomingMessage {
  /** The address of its client. */
  abstract readonly address: string;
  /** Whom it is charged to, as known from its head. */
  abstract readonly caller: Caller;
  /** Whether its body is discarded as it arrives, because its address sends too many at once. */
  isDiscarded = false;
  readonly #limit: number;
  /** Emptied when it is read: the connection may be busy with the response for long. */
  #buffer: Buffer = NOTHING;
  #size = 0;

  /** @param limit bytes of the largest body; a larger one is discarded as it arrives. */
  constructor(socket: Socket, limit: number) {
    super(socket);
    this.#limit = limit;
  }

  /** In bytes: at most the limit, since no more is read. */
  get declaredSize(): number {
    const { 'transfer-encoding': encoding, 'content-length': length = 0 } = this.headers;
    return encoding === undefined ? Math.min(Number(length), this.#limit) : this.#limit;
  }

  /** Called by Node's parser. @returns whether it should read on. */
  override push(part: Buffer | null): boolean {
    if (part === null) return super.push(null);
    if (this.isDiscarded) return true;
    const begun = this.#size;
    this.#size += part.length;
    if (this.#isTooLarge) {
      this.#buffer = NOTHING;
      if (this.listenerCount('error') > 0) this.emit('error', tooLarge(this.#limit));
    } else if (begun === 0) {
      // Most bodies arrive in one part.
      this.#buffer = part;
    } else {
      if (this.#size > this.#buffer.length) {
        const larger = Buffer.allocUnsafeSlow(2 * this.#size);
        this.#buffer.copy(larger);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, begun);
    }
    return true;
  }

  /** Resolves to the whole body, once. @throws RequestError 413 if it is too large, 400 if it is incomplete. */
  async body(): Promise<Buffer> {
    // The client has left while its request waited: no event follows.
    if (this.destroyed) throw incomplete();
    if (this.#isTooLarge) throw tooLarge(this.#limit);
    const end = once(this, 'end');
    this.resume();
    try {
      await end;
    } catch (error) {
      throw error instanceof RequestError ? error : incomplete();
    }
    const body = this.#buffer.subarray(0, this.#size);
    this.#buffer = NOTHING;
    return body;
  }

  get #isTooLarge(): boolean {
    return Math.max(this.#size, Number(this.headers['content-length'] ?? 0)) > this.#limit;
  }
}

/**
 * Reads a JSON body.
 * @param hold charges for the memory of many lists and objects. @returns false if that exceeds a limit.
 * @throws RequestError 413 if it is larger than the limit, 415 if it is not declared as plain JSON in UTF-8 (RFC 8259), 400 if it is
 * not JSON, is nested too deeply, or is incomplete, 429 if `hold` refuses it.
 */
export async function readBody(
  request: BufferedRequest,
  hold: (bytes: number) => boolean = () => true,
): Promise<unknown> {
  refuseUnsupported(request.headers);
  const bytes = await request.body();
  const structure = bytes.length > SMALL_JSON ? structureBytes(bytes) : 0;
  if (structure > SMALL_INPUT && !hold(structure)) throw tooMuchInput();
  try {
    return parseClientJson(bytes.toString('utf8'));
  } catch (error) {
    const problem = error instanceof JsonTooDeep ? error.message : 'The request body is not JSON.';
    throw new RequestError(400, problem);
  }
}

const tooLarge = (limit: number): RequestError =>
  new RequestError(413, `The request body is larger than ${limit} bytes.`);
const incomplete = (): RequestError => new RequestError(400, 'The request body is incomplete.');

const PLAIN_JSON = 'application/json';
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** @throws RequestError 415 for a body whose headers do not declare plain JSON in UTF-8. */
function refuseUnsupported(headers: IncomingHttpHeaders): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') throw new RequestError(415, 'Send the request without `content-encoding`.');
  if (type === PLAIN_JSON) return;
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new RequestError(
      415,
      'Send the request as JSON, with the header `content-type: application/json`.',
    );
  if (!/^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8'))
    throw new RequestError(415, 'Send the request in UTF-8.');
}
