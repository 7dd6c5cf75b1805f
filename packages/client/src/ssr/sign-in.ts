import { objectIn } from '../session/request.ts';
import type { CookieSource, Cookies } from './cookies.ts';

/**
 * Why a sign-in failed. `denied`: the user or the platform refused. `unknown`: it was not started in this browser, has
 * expired, or has ended already. `failed`: the platform did not accept the code. `unavailable`: try again later.
 */
export type SignInError = 'denied' | 'unknown' | 'failed' | 'unavailable';

/** A sign-in that has begun in a browser: proof that it was started there (PKCE, RFC 7636). */
export interface PendingSignIn {
  readonly state: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  /** When it expires, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Milliseconds that a user may take on the platform's page. */
export const SIGN_IN_LIMIT = 600_000;
/** Tabs that may sign in at the same time: that many fit into one cookie. */
const MOST_PENDING = 3;
const LONGEST_RETURN = 512;

/** The sign-ins that have begun in the browser of a request, newest first. */
export function pendingIn(cookies: Cookies, source: CookieSource, now: number): PendingSignIn[] {
  const pending = cookies.read(source, 'sign-in');
  if (!Array.isArray(pending)) return [];
  return pending.flatMap((entry: unknown) => {
    const { state, codeVerifier, returnTo, endsAt } = objectIn({ entry }, 'entry');
    const isWhole = [state, codeVerifier, returnTo].every((value) => typeof value === 'string');
    if (!isWhole || typeof endsAt !== 'number' || now >= endsAt) return [];
    return [{ state: String(state), codeVerifier: String(codeVerifier), returnTo: String(returnTo), endsAt }];
  });
}

/** The `Set-Cookie` header that stores these sign-ins. */
export const setPending = (cookies: Cookies, pending: readonly PendingSignIn[]): string =>
  pending.length === 0
    ? cookies.clear('sign-in')
    : cookies.set('sign-in', pending.slice(0, MOST_PENDING), SIGN_IN_LIMIT / 1000);

/** The address of a page of this origin. Anything else, such as `//other.example`, becomes the start page. */
export function pageOf(origin: string, path: string | null): string {
  const url = path?.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : null;
  // Absolute: `/.//other.example` has a path that would lead elsewhere by itself.
  return url?.origin === origin && url.href.length <= LONGEST_RETURN ? url.href : `${origin}/`;
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
