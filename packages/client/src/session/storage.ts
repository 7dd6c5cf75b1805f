/** Storage of a session's tokens: `localStorage`, `sessionStorage`, React Native's `AsyncStorage` and others. */
export interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** Keeps tokens until the process or page ends. */
export function memoryStorage(): SessionStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** `localStorage` in a browser that allows it, else memory. */
export function defaultStorage(): SessionStorage {
  try {
    if ('document' in globalThis && typeof localStorage !== 'undefined') return localStorage;
  } catch {
    // A browser that blocks storage throws on access.
  }
  return memoryStorage();
}

/**
 * A storage that never fails: browsers that block it throw on use, and a full one on writes. Values that could not be stored are
 * kept in memory until the page closes.
 */
export function forgivingStorage(storage: SessionStorage): SessionStorage {
  const kept = memoryStorage();
  const attempt = <Result>(use: () => Result, otherwise: () => unknown): Result | unknown => {
    try {
      const result = use();
      return result instanceof Promise ? result.catch(otherwise) : result;
    } catch {
      return otherwise();
    }
  };
  return {
    getItem: (key) => {
      const held = kept.getItem(key);
      const found =
        held ??
        attempt(
          () => storage.getItem(key),
          () => null,
        );
      return found instanceof Promise ? found : typeof found === 'string' ? found : null;
    },
    setItem: (key, value) => {
      kept.removeItem(key);
      return attempt(
        () => storage.setItem(key, value),
        () => kept.setItem(key, value),
      );
    },
    removeItem: (key) => {
      kept.removeItem(key);
      return attempt(
        () => storage.removeItem(key),
        () => {},
      );
    },
  };
}

/** Tokens of one sign-in. */
export interface Tokens {
  readonly accessToken: string;
  /** Null: the platform issued none, and the session ends with its access token. */
  readonly refreshToken: string | null;
}

/** The stored part of a sign-in. */
export interface SignIn {
  /** Distinguishes it from other sign-ins; stays the same when its tokens are refreshed. */
  readonly id: string;
  readonly tokens: Tokens;
}

export const printSignIn = ({ id, tokens }: SignIn): string => JSON.stringify({ ...tokens, id });

export function parseSignIn(text: string | null): SignIn | null {
  const { accessToken, refreshToken, id } = parseObject(text);
  if (typeof accessToken !== 'string' || accessToken === '') return null;
  return {
    id: typeof id === 'string' ? id : '',
    tokens: { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null },
  };
}

/** A sign-in that has begun: proof that this app started it (PKCE, RFC 7636). */
export interface PendingSignIn {
  readonly state: string;
  readonly codeVerifier: string;
  /** Where to go after the sign-in. */
  readonly returnTo: string;
}

/** Sign-ins that began in several tabs and have not finished, newest first. */
export function parsePending(text: string | null): PendingSignIn[] {
  const { pending } = parseObject(text);
  if (!Array.isArray(pending)) return [];
  return pending.flatMap((entry) => {
    const { state, codeVerifier, returnTo } = entry ?? {};
    const whole = [state, codeVerifier, returnTo].every((value) => typeof value === 'string');
    return whole ? [{ state, codeVerifier, returnTo }] : [];
  });
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
