import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time: hashing gives both sides one length. */
export const isSameSecret = (sent: string, expected: string): boolean =>
  timingSafeEqual(sha256(sent), sha256(expected));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
