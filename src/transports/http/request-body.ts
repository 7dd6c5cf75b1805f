import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { RequestError } from '../../operations/request.ts';

/**
 * Reads a JSON body of at most `limit` bytes.
 * @throws RequestError 413 if it is larger, 415 if it is not declared as plain JSON in UTF-8 (RFC 8259), 400 if it is not
 * JSON or is incomplete.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const tooLarge = () => new RequestError(413, `The request body is larger than ${limit} bytes.`);
  return new Promise((resolve, reject) => {
    const refusal = unsupportedBody(request.headers);
    if (refusal) return reject(refusal);
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
    request.on('end', () => {
      const [first] = chunks;
      const whole = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
      try {
        resolve(JSON.parse(whole.toString('utf8')));
      } catch {
        reject(new RequestError(400, 'The request body is not JSON.'));
      }
    });
    request.on('error', () => reject(new RequestError(400, 'The request body is incomplete.')));
  });
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
