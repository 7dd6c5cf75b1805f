import { createHmac, randomBytes } from 'node:crypto';
import { parseCredential } from '../platform/credential.ts';

/** Characters of a hash: 96 bits, far more than callers. */
const LENGTH = 16;

/**
 * Names callers in the log without revealing them: a keyed hash of the user's token, the plugin's ID, or the address of a caller without either. The key is
 * derived from a secret, so that the hash is the same on all instances; without one it is random, and the hash is
 * comparable within this process only.
 */
export class CallerHash {
  readonly #secret: () => string | null;
  readonly #ownSecret = randomBytes(32).toString('base64url');

  constructor(secret: () => string | null) {
    this.#secret = secret;
  }

  /** @param address of a caller without a credential. Null: unknown. @returns null if there is neither. */
  of(authorization: string | undefined, address: string | null = null): string | null {
    const credential = parseCredential(authorization);
    const name =
      credential.kind === 'none'
        ? address
        : credential.kind === 'user'
          ? credential.token
          : credential.clientId;
    if (name === null) return null;
    return createHmac('sha256', `caller:${this.#secret() ?? this.#ownSecret}`)
      .update(`${credential.kind}:${name}`)
      .digest('base64url')
      .slice(0, LENGTH);
  }
}
