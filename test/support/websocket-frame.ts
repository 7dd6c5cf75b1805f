/** Whole frames of a socket's client, by the first byte: the end of a message has 0x80. Source: RFC 6455 5.2. */
export const TEXT = 0x81;
export const CLOSE = 0x88;
export const PING = 0x89;

/** A frame with a mask of zeros. @param payload a character per byte. Source: RFC 6455 5.2. */
export function frame(first: number, payload = ''): Buffer {
  return Buffer.concat([
    Buffer.of(first),
    lengthOf(payload.length),
    Buffer.alloc(4),
    Buffer.from(payload, 'latin1'),
  ]);
}

function lengthOf(size: number): Buffer {
  if (size < 126) return Buffer.of(0x80 + size);
  if (size < 65_536) return Buffer.of(0xfe, size >> 8, size & 0xff);
  const length = Buffer.alloc(9, 0xff);
  length.writeBigUInt64BE(BigInt(size), 1);
  return length;
}
