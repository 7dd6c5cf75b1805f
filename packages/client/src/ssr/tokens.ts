import { objectIn, tokensIn } from '../session/request.ts';
import type { CookieSource, Cookies } from './cookies.ts';

/** An access token, with times in milliseconds since 1970. */
interface AccessToken {
  readonly token: string;
  readonly issuedAt: number;
  readonly endsAt: number;
}

/** What the cookies of a request hold. */
export interface HeldTokens {
  readonly access: AccessToken | null;
  readonly refreshToken: string | null;
}

/** Seconds that an access token of unknown lifetime is used for: the contract does not show how long tokens last. */
const ASSUMED_LIFETIME = 300;
/** Milliseconds before its end, but at most a quarter of its lifetime, that an access token is refreshed. */
const AHEAD = 60_000;

/** Tokens as the gateway has issued them. @param kept the refresh token that stays valid if it issues no other. */
export function issuedTokens(
  payload: Record<string, unknown>,
  now: number,
  kept: string | null = null,
): HeldTokens {
  const { accessToken: token, refreshToken } = tokensIn(payload, kept);
  const { expiresIn } = objectIn(payload, 'token');
  const isKnown = typeof expiresIn === 'number' && expiresIn > 0;
  const endsAt = now + (isKnown ? expiresIn : ASSUMED_LIFETIME) * 1000;
  return { access: { token, issuedAt: now, endsAt }, refreshToken };
}

/** When an access token is refreshed: before its end, so that a refresh that fails or comes late does no harm. */
export const dueAt = ({ issuedAt, endsAt }: AccessToken): number =>
  endsAt - Math.min(AHEAD, (endsAt - issuedAt) / 4);

/** The cookies that hold tokens: one of each kind, so that both fit. */
export class TokenCookies {
  readonly #cookies: Cookies;
  readonly #keepFor: number;

  /** @param keepFor seconds without a request after which the browser forgets a refresh token. */
  constructor(cookies: Cookies, keepFor: number) {
    this.#cookies = cookies;
    this.#keepFor = keepFor;
  }

  /** Values of another form count as absent. Time is not read: frameworks do not expect that where they render in advance. */
  read(source: CookieSource): HeldTokens {
    const refreshToken = this.#cookies.read(source, 'refresh');
    return {
      access: accessTokenIn(this.#cookies.read(source, 'access')),
      refreshToken: isToken(refreshToken) ? refreshToken : null,
    };
  }

  /** `Set-Cookie` headers, at a time. @throws SessionError if a token is too long. */
  set({ access, refreshToken }: HeldTokens, now = 0): string[] {
    return [
      access
        ? this.#cookies.set('access', access, (access.endsAt - now) / 1000)
        : this.#cookies.clear('access'),
      refreshToken === null
        ? this.#cookies.clear('refresh')
        : this.#cookies.set('refresh', refreshToken, this.#keepFor),
    ];
  }

  /** The headers of a request as if the browser had sent these tokens. */
  forwarded(headers: Headers, { access, refreshToken }: HeldTokens): Headers {
    return this.#cookies.forwarded(headers, { access, refresh: refreshToken });
  }
}

/** Printable ASCII: what a header can carry (RFC 6749, appendix A). */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);

function accessTokenIn(value: unknown): AccessToken | null {
  const { token, issuedAt, endsAt } = objectIn({ value }, 'value');
  if (!isToken(token) || typeof issuedAt !== 'number' || typeof endsAt !== 'number') return null;
  return { token, issuedAt, endsAt };
}
