import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpAdapter } from './http.ts';

type Encoding = 'br' | 'gzip' | 'identity';

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  identity: async (content) => content,
};

/** Content in the encodings requested so far, each shared by all responses. */
export class EncodedContent {
  /** The `etag`. Weak: it is the same in every encoding. */
  readonly tag: string;
  readonly #encodings: Map<Encoding, Promise<Buffer>>;
  readonly #plain: Buffer;

  constructor(content: Buffer) {
    this.#plain = content;
    this.tag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
    this.#encodings = new Map();
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#encodings.get(encoding) ?? ENCODERS[encoding](this.#plain);
    this.#encodings.set(encoding, known);
    return known;
  }
}

/**
 * Sends content compressed, or 304 if the client has it: content changes without a change of URL. @param headers further headers
 * of the content. A browser adopts those of a 304, so it has them as well.
 */
export async function sendEncoded(
  http: HttpAdapter,
  request: IncomingMessage,
  response: ServerResponse,
  content: EncodedContent,
  headers: ReadonlyMap<string, string>,
): Promise<void> {
  const encoding = http.encodingFor(request.headers['accept-encoding'], ['br', 'gzip'] as const);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('vary', 'accept-encoding');
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('etag', content.tag);
  if (isKnown(content.tag, request.headers['if-none-match'])) {
    response.writeHead(304).end();
    return;
  }
  const body = await content.in(encoding ?? 'identity');
  if (encoding !== null) response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

/** Whether a client has the content, by the tags in its `if-none-match`. Source: RFC 9110, 13.1.2: compared without `W/`. */
function isKnown(tag: string, known = ''): boolean {
  if (known.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...known.matchAll(/"[^"]*"/g)].some(([each]) => each === opaque);
}
