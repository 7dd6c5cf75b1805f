/** Tokens of one sign-in. */
export interface Tokens {
  accessToken: string;
  /** Null where the platform sends none: the session then ends with its access token. */
  refreshToken: string | null;
}

/** Why there is no session: nobody signed in yet or signed out, or the platform ended it. */
export type SignedOut = 'absent' | 'over';

/**
 * Keeps the tokens of one sign-in, in this tab and until it is closed. A page that must survive scripts of strangers
 * keeps them in a cookie of a server of its own instead.
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
   * Turns the refresh token into new ones, once for all that ask meanwhile.
   * Rejects, and ends the session, where that is refused.
   */
  refresh(exchange: (refreshToken: string) => Promise<Tokens>): Promise<string> {
    this.#refreshing ??= this.#exchange(exchange).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Tells of every change. @returns ends it. */
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
      this.end('over');
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
