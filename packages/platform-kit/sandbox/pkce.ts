import { createHash } from 'node:crypto';

const BASE64URL_DIGEST = /^[A-Za-z0-9_-]{43}$/;
const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;

/** A SHA-256 digest as base64url without padding (as in S256) or as padded base64 (as in the contract). */
export function isChallenge(text: string): boolean {
  return BASE64URL_DIGEST.test(text) || BASE64_DIGEST.test(text);
}

export function verifierMatches(verifier: string, challenge: string): boolean {
  const digest = createHash('sha256').update(verifier, 'ascii').digest();
  return digest.equals(Buffer.from(challenge, 'base64'));
}
