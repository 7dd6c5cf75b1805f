import { createHash, randomBytes } from 'node:crypto';
import { badInput } from '../../graph/errors.ts';
import { CODE_VERIFIER } from '../../platform/routes/auth.ts';

/**
 * 64 characters, a power of two, so that a random byte picks one without bias. PKCE (RFC 7636) allows `-` too, but
 * the contract's pattern has the range `.-_`, which leaves it out.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._';
const VERIFIER_LENGTH = 64;

export const createVerifier = (): string =>
  Array.from(randomBytes(VERIFIER_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The S256 challenge: base64url without padding (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** @throws GatewayError BAD_USER_INPUT where the platform would refuse the verifier for its form. */
export function checkVerifier(verifier: string, argument: string): void {
  if (CODE_VERIFIER.test(verifier)) return;
  throw badInput(
    argument,
    'must be the `codeVerifier` of `beginSignIn`: 43 to 128 characters of A-Z, a-z, 0-9, `.`, `_` and `~`.',
  );
}
