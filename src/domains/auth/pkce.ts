import { createHash, randomBytes } from 'node:crypto';
import { badInput, type InputPath } from '../../graph/errors.ts';
import { CODE_VERIFIER } from '../../platform/routes/auth.ts';

/**
 * 64 characters: a power of two, so that a random byte selects one without bias. PKCE (RFC 7636) also allows `-`, but the
 * range `.-_` in the contract's pattern excludes it.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._';
const VERIFIER_LENGTH = 64;

export const createVerifier = (): string =>
  Array.from(randomBytes(VERIFIER_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The S256 challenge: base64url without padding (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** @throws GatewayError BAD_USER_INPUT if the verifier does not have the form that the platform accepts. */
export function checkVerifier(verifier: string, argument: InputPath): void {
  if (CODE_VERIFIER.test(verifier)) return;
  throw badInput(
    argument,
    'INVALID',
    'must be the `codeVerifier` from `beginSignIn`: 43 to 128 characters of A-Z, a-z, 0-9, `.`, `_` and `~`.',
  );
}
