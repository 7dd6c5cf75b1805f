import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret is the expected one, in constant time: the hashes are of one length whatever was sent. */
export const isSameSecret = (sent: string, expected: string): boolean =>
  timingSafeEqual(sha256(sent), sha256(expected));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
