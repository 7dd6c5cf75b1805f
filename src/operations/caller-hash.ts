import { createHmac, randomBytes } from 'node:crypto';
import { parseCredential } from '../platform/credential.ts';

/** Characters of a hash: 96 bits, far more than callers. */
const LENGTH = 16;

/**
 * Names callers in the log without revealing them: a keyed hash of the user's token or of the plugin's ID. The key is
 * derived from a secret, so that the hash is the same on all instances; without one it is random, and the hash is
 * comparable within this process only.
 */
export class CallerHash {
  readonly #secret: () => string | null;
  readonly #ownSecret = randomBytes(32).toString('base64url');

  constructor(secret: () => string | null) {
    this.#secret = secret;
  }

  /** Null: there is no credential. */
  of(authorization: string | undefined): string | null {
    const credential = parseCredential(authorization);
    if (credential.kind === 'none') return null;
    const name = credential.kind === 'user' ? credential.token : credential.clientId;
    return createHmac('sha256', `caller:${this.#secret() ?? this.#ownSecret}`)
      .update(`${credential.kind}:${name}`)
      .digest('base64url')
      .slice(0, LENGTH);
  }
}
