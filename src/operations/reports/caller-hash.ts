import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../../admission/limits.ts';

/** Characters of a hash: 96 bits, far more than callers. */
const LENGTH = 16;

/**
 * Names callers in the log without revealing them: what they are, and a keyed hash of the user's ID, the plugin's, or the network. The key
 * is derived from a secret, so that the hash is the same on all instances; without one it is random, and the hash is
 * comparable within this process only.
 */
export class CallerHash {
  readonly #secret: () => string | null;
  readonly #ownSecret = randomBytes(32).toString('base64url');

  constructor(secret: () => string | null) {
    this.#secret = secret;
  }

  /** @returns null if there is no caller. */
  of(caller: Pick<Caller, 'key' | 'scope'> | null): string | null {
    return (
      caller &&
      `${caller.scope}:${createHmac('sha256', `caller:${this.#secret() ?? this.#ownSecret}`)
        .update(caller.key)
        .digest('base64url')
        .slice(0, LENGTH)}`
    );
  }
}
