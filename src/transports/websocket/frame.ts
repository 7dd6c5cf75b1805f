/** First byte of a text message in one frame, from a server. Source: RFC 6455 5.2. */
const TEXT = 0x81;
/** Longest payload whose length fits in 7 bits, and in 16. */
const SHORT = 125;
const MEDIUM = 0xff_ff;
/** Bytes up to which copying is cheaper than writing two parts. */
const COPIED = 8192;

/**
 * The frame of a text message, in one part or two. Source: RFC 6455 5.2.
 * @param start of the message.
 * @param rest the bytes after it. Copied only if they are few.
 */
export function messageFrame(start: string, rest: Buffer): [head: Buffer, tail?: Buffer] {
  const startLength = Buffer.byteLength(start);
  const length = startLength + rest.length;
  const headerLength = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const isCopied = rest.length <= COPIED;
  const head = Buffer.allocUnsafe(headerLength + (isCopied ? length : startLength));
  head[0] = TEXT;
  if (headerLength === 2) head[1] = length;
  else if (headerLength === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    // Lengths are below 2 ** 48.
    head.writeUInt16BE(0, 2);
    head.writeUIntBE(length, 4, 6);
  }
  head.write(start, headerLength);
  if (!isCopied) return [head, rest];
  rest.copy(head, headerLength + startLength);
  return [head];
}
