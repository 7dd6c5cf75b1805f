import type { IncomingMessage } from 'node:http';

/** The body cannot be taken; `status` is what HTTP answers. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a JSON body of at most `limit` bytes.
 * @throws BodyError 413 when it is larger, 415 when it is not declared as plain JSON in UTF-8 (RFC 8259), 400 when it is
 * not JSON or breaks off.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new BodyError(415, 'Send the request as JSON, with the header `content-type: application/json`.');
  }
  if (!/^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8')) {
    throw new BodyError(415, 'Send the request in UTF-8.');
  }
  if (encoding !== 'identity') {
    throw new BodyError(415, 'Send the request as it is, without `content-encoding`.');
  }
  const text = await readText(request, limit);
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The request body is not JSON.');
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

function readText(request: IncomingMessage, limit: number): Promise<string> {
  const tooLarge = () => new BodyError(413, `The request body is larger than ${limit} bytes.`);
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > limit) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data').resume();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks, size).toString('utf8')));
    request.once('error', () => reject(new BodyError(400, 'The request body broke off.')));
  });
}
