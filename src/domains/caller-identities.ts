import { createHash, createHmac } from 'node:crypto';
import type { Coordination } from '../events/coordination.ts';
import type { Seals } from '../events/seals.ts';
import type { StoredKey } from '../events/stored-key.ts';
import { RECORDED_FOR } from '../events/write-records.ts';
import { isOfPlugin, type PluginRegistration } from '../platform/app-registration.ts';
import type { Credential } from '../platform/credential.ts';

/** Prefix of the names of values that hold the caller of a token. */
export const CALLER = 'caller:';
/** Name of the key that callers are hashed with. */
export const CALLER_KEY = 'caller-key';

/** Characters of a hash: 132 bits. */
const LENGTH = 22;

/** The hash of a user's ID, and of anything else that belongs to a caller. @param key of callers. */
const callerHash = (key: string, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, LENGTH);

/** The hash that identifies a user as a caller. */
export const userHash = (key: string, userId: string): string => callerHash(key, 'user', userId);

/**
 * Identities of the senders of writes, the same for each of their tokens: a user, confirmed by one read of the profile per token,
 * or a plugin. Methods reject with LogUnavailable while the store is unreachable.
 */
export class CallerIdentities {
  readonly #key: StoredKey;
  readonly #coordination: Coordination;
  readonly #seals: Seals;

  constructor(key: StoredKey, coordination: Coordination, seals: Seals) {
    this.#key = key;
    this.#coordination = coordination;
    this.#seals = seals;
  }

  /** A hash that does not reveal its parts without the stored key. */
  async hash(...parts: readonly string[]): Promise<string> {
    return callerHash(await this.#key.read(), ...parts);
  }

  /**
   * The hash of the caller with a credential. Null: it has none.
   * @param readUserId reads the ID of the token's user from the platform. Throws what it throws.
   */
  async of(
    credential: Credential,
    plugin: PluginRegistration,
    readUserId: () => Promise<string>,
  ): Promise<string | null> {
    if (credential.kind === 'none') return null;
    if (credential.kind === 'plugin') {
      const { clientId, clientSecret } = credential;
      // A plugin's secret is not confirmed otherwise: with another one, it is another caller.
      const isOwn = plugin && isOfPlugin(credential, plugin);
      return this.hash('plugin', clientId, ...(isOwn ? [] : [clientSecret]));
    }
    const name = CALLER + createHash('sha256').update(credential.token).digest('base64url');
    const stored = await this.#coordination.readValue(name);
    const known = stored && this.#seals.open('caller', name, stored);
    if (known) return known;
    const caller = userHash(await this.#key.read(), await readUserId());
    const sealed = this.#seals.seal(name, caller, RECORDED_FOR);
    await this.#coordination.writeValue(name, sealed, { ttl: RECORDED_FOR });
    return caller;
  }
}
