/** Tokens of one sign-in. */
export interface Tokens {
  accessToken: string;
  /** Null: the platform issued none, and the session ends with its access token. */
  refreshToken: string | null;
}

/** Why there is no session. `absent`: never signed in, or signed out. `expired`: ended by the platform. */
export type SignedOut = 'absent' | 'expired';

/**
 * Stores the tokens of one sign-in in this tab until it is closed. A page that must be safe from third-party scripts
 * keeps them in an HTTP-only cookie of its own server instead.
 */
export class Session {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #tokens: Tokens | null;
  #signedOut: SignedOut = 'absent';
  #refreshing: Promise<string> | null = null;

  constructor(key: string) {
    this.#key = key;
    this.#tokens = read(key);
  }

  get tokens(): Tokens | null {
    return this.#tokens;
  }

  get signedOut(): SignedOut {
    return this.#signedOut;
  }

  start(tokens: Tokens): void {
    sessionStorage.setItem(this.#key, JSON.stringify(tokens));
    this.#change(tokens, 'absent');
  }

  end(why: SignedOut): void {
    sessionStorage.removeItem(this.#key);
    this.#change(null, why);
  }

  /**
   * Exchanges the refresh token for new tokens; concurrent callers share one exchange.
   * Rejects, and ends the session, if that is refused.
   */
  refresh(exchange: (refreshToken: string) => Promise<Tokens>): Promise<string> {
    this.#refreshing ??= this.#exchange(exchange).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Subscribes to changes. @returns unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #exchange(exchange: (refreshToken: string) => Promise<Tokens>): Promise<string> {
    try {
      const refreshToken = this.#tokens?.refreshToken;
      if (!refreshToken) throw new Error('This session cannot be refreshed.');
      const tokens = await exchange(refreshToken);
      this.start(tokens);
      return tokens.accessToken;
    } catch (problem) {
      this.end('expired');
      throw problem;
    }
  }

  #change(tokens: Tokens | null, why: SignedOut): void {
    this.#tokens = tokens;
    this.#signedOut = why;
    for (const listener of this.#listeners) listener();
  }
}

function read(key: string): Tokens | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  if (typeof kept !== 'object' || kept === null || !('accessToken' in kept) || !('refreshToken' in kept))
    return null;
  const { accessToken, refreshToken } = kept;
  if (typeof accessToken !== 'string') return null;
  return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null };
}
