/** Types of RESP 2 and 3 whose first line is all: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
const LINES = new Set('+-:_#,('.split('').map((type) => type.charCodeAt(0)));
/** Types whose first line has the number of bytes that follow. */
const BLOBS = new Set('$=!'.split('').map((type) => type.charCodeAt(0)));
/** Types whose first line has the number of elements, and the elements of each. */
const LISTS = new Map([...'*~>'].map((type) => [type.charCodeAt(0), 1])).set('%'.charCodeAt(0), 2);
const CRLF = '\r\n';

/** Splits what a Redis server sends into its frames. */
export class RespFrames {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that this chunk completes. */
  push(chunk: Buffer): Buffer[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Buffer[] = [];
    let start = 0;
    for (let end = endOf(bytes, start); end !== null; end = endOf(bytes, start)) {
      frames.push(bytes.subarray(start, end));
      start = end;
    }
    this.#rest = bytes.subarray(start);
    return frames;
  }
}

/** Whether a frame is a published message, in either version of the protocol. */
export const isPublication = (frame: Buffer): boolean =>
  /^[*>][34]\r\n\$\d+\r\n[sp]?message\r\n/.test(frame.toString('latin1', 0, 24));

/** Where the frame ends that starts here. Null: it is incomplete. */
function endOf(bytes: Buffer, start: number): number | null {
  const line = bytes.indexOf(CRLF, start);
  if (line < 0) return null;
  const type = bytes[start] ?? 0;
  const next = line + CRLF.length;
  if (LINES.has(type)) return next;
  const count = Number(bytes.toString('latin1', start + 1, line));
  if (BLOBS.has(type)) {
    const end = count < 0 ? next : next + count + CRLF.length;
    return end <= bytes.length ? end : null;
  }
  const each = LISTS.get(type);
  if (each === undefined) throw new Error(`unknown type of RESP: ${String.fromCharCode(type)}`);
  let end: number | null = next;
  for (let left = count * each; left > 0 && end !== null; left -= 1) end = endOf(bytes, end);
  return end;
}
