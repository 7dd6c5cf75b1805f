import { randomBytes, randomUUID } from 'node:crypto';

const REFRESH_LIFETIME = 30 * 24 * 60 * 60 * 1000;
const CODE_LIFETIME = 5 * 60 * 1000;

/** A user's session, from sign-in to sign-out or to the expiry of its refresh token. */
export interface Session {
  sessionId: string;
  userId: string;
  clientId: string;
  /** `ato`: opened by the sign-on of an ATO request, with a plugin's client ID. */
  purpose: 'app' | 'ato';
  refreshToken: string;
  refreshExpiresAt: number;
  /** The device that receives this session's pushes. Null: not registered. */
  deviceToken: string | null;
}

/** The tokens that the token endpoint issues. Contract: Responses not shown, 9. */
export interface Grant {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds. */
  lifetime: number;
}

/** A grant as the platform sends it. */
export const sentGrant = ({ accessToken, refreshToken, lifetime }: Grant) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  token_type: 'Bearer',
  expires_in: Math.floor(lifetime / 1000),
});

/** The authorization behind a code, until the code is exchanged. */
export interface Authorization {
  userId: string;
  clientId: string;
  purpose: 'app' | 'ato';
  /** The SHA-256 of the verifier. Null: the platform itself started the sign-on. */
  codeChallenge: string | null;
}

/** Sessions by their ID, and the sessions of access tokens. */
export interface StoredSessions {
  sessions: Map<string, Session>;
  tokens: Map<string, { sessionId: string; expiresAt: number }>;
}

export interface SessionStart {
  userId: string;
  clientId: string;
  purpose?: 'app' | 'ato';
  lifetime?: number;
  /** Fixed tokens, for demo credentials that can be copied from the startup message. */
  tokens?: { accessToken: string; refreshToken: string };
}

/** All sessions, tokens and codes of one platform; they expire by the platform's clock. */
export class Sessions {
  readonly #now: () => number;
  #tokenLifetime: number;
  readonly #sessions: StoredSessions['sessions'];
  readonly #tokens: StoredSessions['tokens'];
  readonly #codes = new Map<string, Authorization & { expiresAt: number }>();
  readonly #usedNonces = new Set<string>();

  /** @param stored what a platform retains across restarts. Codes and nonces expire soon, and are left out. */
  constructor(now: () => number, tokenLifetime: number, { sessions, tokens }: StoredSessions) {
    this.#now = now;
    this.#tokenLifetime = tokenLifetime;
    this.#sessions = sessions;
    this.#tokens = tokens;
    this.#dropExpired();
  }

  /** The lifetime of access tokens from now on, in milliseconds; it also shortens that of issued ones, except for demo tokens. */
  set tokenLifetime(lifetime: number) {
    this.#tokenLifetime = lifetime;
    const latest = this.#now() + lifetime;
    for (const token of this.#tokens.values()) {
      if (token.expiresAt > latest && token.expiresAt !== Number.POSITIVE_INFINITY) token.expiresAt = latest;
    }
  }

  open({ lifetime = this.#tokenLifetime, tokens, userId, clientId, purpose = 'app' }: SessionStart): Grant {
    this.#dropExpired();
    const session: Session = {
      sessionId: randomUUID(),
      userId,
      clientId,
      purpose,
      refreshToken: tokens?.refreshToken ?? newSecret(),
      refreshExpiresAt: this.#now() + REFRESH_LIFETIME,
      deviceToken: null,
    };
    this.#sessions.set(session.sessionId, session);
    return this.#grant(session, lifetime, tokens?.accessToken);
  }

  /** The session of a token that is known, not expired and not signed out. */
  byAccessToken(accessToken: string): Session | undefined {
    const token = this.#tokens.get(accessToken);
    if (token === undefined || token.expiresAt <= this.#now()) return undefined;
    return this.#sessions.get(token.sessionId);
  }

  /** The client ID that a token was issued to, even if the token has just expired. */
  clientIdOf(accessToken: string): string | undefined {
    const token = this.#tokens.get(accessToken);
    return token && this.#sessions.get(token.sessionId)?.clientId;
  }

  byRefreshToken(refreshToken: string): Session | undefined {
    return this.#sessions
      .values()
      .find((session) => session.refreshToken === refreshToken && session.refreshExpiresAt > this.#now());
  }

  /** Issues a new access token and a new refresh token, which replaces the old one. */
  refresh(session: Session): Grant {
    session.refreshToken = newSecret();
    session.refreshExpiresAt = this.#now() + REFRESH_LIFETIME;
    return this.#grant(session, this.#tokenLifetime);
  }

  /** Signs out and revokes all tokens of the session. */
  end(session: Session): void {
    this.#sessions.delete(session.sessionId);
    for (const [accessToken, { sessionId }] of this.#tokens) {
      if (sessionId === session.sessionId) this.#tokens.delete(accessToken);
    }
  }

  revoke(accessToken: string): void {
    this.#tokens.delete(accessToken);
  }

  ofUser(userId: string, clientId: string): Session[] {
    return [...this.#sessions.values()].filter(
      (session) => session.userId === userId && session.clientId === clientId,
    );
  }

  issueCode(authorization: Authorization): string {
    const code = newSecret();
    this.#codes.set(code, { ...authorization, expiresAt: this.#now() + CODE_LIFETIME });
    return code;
  }

  /** The authorization behind a code, which can be taken once. */
  takeCode(code: string): Authorization | undefined {
    const authorization = this.#codes.get(code);
    this.#codes.delete(code);
    return authorization && authorization.expiresAt > this.#now() ? authorization : undefined;
  }

  isUsed(nonce: string): boolean {
    return this.#usedNonces.has(nonce);
  }

  markUsed(nonce: string): void {
    this.#usedNonces.add(nonce);
  }

  #grant(session: Session, lifetime: number, fixedToken?: string): Grant {
    const accessToken = fixedToken ?? newSecret();
    this.#tokens.set(accessToken, { sessionId: session.sessionId, expiresAt: this.#now() + lifetime });
    return { accessToken, refreshToken: session.refreshToken, lifetime };
  }

  /** Evicts expired sessions, tokens and codes, so that memory stays bounded. */
  #dropExpired(): void {
    const now = this.#now();
    for (const [code, { expiresAt }] of this.#codes) {
      if (expiresAt <= now) this.#codes.delete(code);
    }
    for (const [accessToken, { expiresAt }] of this.#tokens) {
      if (expiresAt <= now) this.#tokens.delete(accessToken);
    }
    for (const session of [...this.#sessions.values()]) {
      if (session.refreshExpiresAt <= now && !this.#hasLiveToken(session)) this.end(session);
    }
  }

  #hasLiveToken(session: Session): boolean {
    return [...this.#tokens.values()].some(({ sessionId }) => sessionId === session.sessionId);
  }
}

/** A random secret. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
