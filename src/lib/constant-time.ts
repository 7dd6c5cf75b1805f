import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time: hashing gives both sides one length. */
const isSameSecret = (sent: string, expected: string): boolean =>
  timingSafeEqual(sha256(sent), sha256(expected));

/** Compares a secret with each of several, in a time that does not depend on which of them it is. */
export const isOneOfSecrets = (sent: string, expected: readonly string[]): boolean =>
  expected.filter((secret) => isSameSecret(sent, secret)).length > 0;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
