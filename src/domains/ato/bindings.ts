import { createHash } from 'node:crypto';
import type { Coordination } from '../../events/coordination.ts';
import type { Seals } from '../../events/seals.ts';
import type { TokenResponse } from '../../platform/token-response.ts';

/** Prefix of the names of bindings: sealed values with the ID of the request that a token is bound to. */
export const BINDING = 'ato-binding:';
/** Prefix of the names of unsealed bindings, for instances of 0.2.0. */
export const CLAIM = 'ato-token:';

/** Token lifetime in milliseconds if the platform states none. */
const DEFAULT_TOKEN_LIFETIME = 3_600_000;
/** Milliseconds for which a refresh token remains bound: the contract states no lifetime. A refresh restarts it. */
const REFRESH_TOKEN_LIFETIME = 7 * 86_400_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const nameOf = (token: string): string => BINDING + hashOf(token);
const claimOf = (token: string): string => CLAIM + hashOf(token);
/** A refresh token is no access token, and must not count as one. */
const nameOfRefresh = (refreshToken: string): string => nameOf(`refresh ${refreshToken}`);

/** The bindings of tokens to ATO requests. Tokens are hashed. Methods reject while the store is unreachable. */
export class TokenBindings {
  readonly #coordination: Coordination;
  readonly #seals: Seals;

  constructor(coordination: Coordination, seals: Seals) {
    this.#coordination = coordination;
    this.#seals = seals;
  }

  /** The request of an access token. Null: none. */
  requestOf(token: string): Promise<string | null> {
    return this.#read(nameOf(token));
  }

  /** The request of an access token by an unsealed binding, which may be forged. Null: none. */
  claimedFor(token: string): Promise<string | null> {
    return this.#coordination.readValue(claimOf(token));
  }

  /** The request of a refresh token. Null: none. */
  requestOfRefresh(refreshToken: string): Promise<string | null> {
    return this.#read(nameOfRefresh(refreshToken));
  }

  /** Binds new tokens for as long as they are valid. @returns false without an access token. */
  async bind({ accessToken, refreshToken, expiresIn }: TokenResponse, requestId: string): Promise<boolean> {
    if (accessToken === null) return false;
    const ttl = expiresIn === null ? DEFAULT_TOKEN_LIFETIME : expiresIn * 1000;
    await this.#coordination.writeValue(claimOf(accessToken), requestId, { ttl });
    await this.#write(nameOf(accessToken), requestId, ttl);
    if (refreshToken !== null)
      await this.#write(nameOfRefresh(refreshToken), requestId, REFRESH_TOKEN_LIFETIME);
    return true;
  }

  #write(name: string, requestId: string, ttl: number): Promise<void> {
    return this.#coordination.writeValue(name, this.#seals.seal(name, requestId, ttl), { ttl });
  }

  async #read(name: string): Promise<string | null> {
    const stored = await this.#coordination.readValue(name);
    return stored && this.#seals.open('binding', name, stored);
  }

  /** Removes the binding of an access token that was signed out. */
  async unbind(token: string): Promise<void> {
    await this.#coordination.removeValue(claimOf(token));
    await this.#coordination.removeValue(nameOf(token));
  }

  /** Removes the binding of a refresh token that was replaced. */
  unbindRefresh(refreshToken: string): Promise<void> {
    return this.#coordination.removeValue(nameOfRefresh(refreshToken));
  }
}
