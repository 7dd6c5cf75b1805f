import { isRecord } from '../lib/is-record.ts';

/** The tokens in a response whose fields the contract does not show. */
export interface TokenResponse {
  accessToken: string | null;
  refreshToken: string | null;
  tokenType: string | null;
  /** Seconds. */
  expiresIn: number | null;
  /** The rest of the response. */
  extra: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

const ACCESS_TOKEN = ['access_token', 'accessToken', 'token'];
const REFRESH_TOKEN = ['refresh_token', 'refreshToken'];
const TOKEN_TYPE = ['token_type', 'tokenType'];
const EXPIRES_IN = ['expires_in', 'expiresIn'];
const NESTED_UNDER = ['token', 'session', 'auth', 'data'];

/**
 * Reads tokens by the names of RFC 6749, section 5.1, and their usual variants, at the top level of a response or one
 * object down. Null if there is no access token. Contract: Responses not shown, 9.
 */
export function findTokens(response: Fields): TokenResponse | null {
  const { tokens } = split(response);
  return tokens && readFields(tokens);
}

/** The rest of a response, without what {@link findTokens} reads. */
export function besideTokens(response: Fields): Fields {
  const { tokens, beside } = split(response);
  return tokens === response ? readFields(response).extra : beside;
}

/** Reads the token route's response, wherever it holds the tokens; everything else is in `extra`. */
export function readTokens(response: Fields): TokenResponse {
  const { tokens, beside } = split(response);
  return readFields({ ...beside, ...tokens });
}

/** The object that contains the access token, and the rest of the response. */
function split(response: Fields): { tokens: Fields | null; beside: Fields } {
  if (holdsAccessToken(response)) return { tokens: response, beside: {} };
  for (const key of NESTED_UNDER) {
    const { [key]: nested, ...beside } = response;
    if (isRecord(nested) && holdsAccessToken(nested)) return { tokens: nested, beside };
  }
  return { tokens: null, beside: response };
}

const holdsAccessToken = (fields: Fields): boolean =>
  ACCESS_TOKEN.some((key) => toText(fields[key]) !== null);

function readFields(fields: Fields): TokenResponse {
  const extra = { ...fields };
  /** The first usable value; an unusable one stays in `extra`. */
  const take = <Value>(keys: readonly string[], read: (value: unknown) => Value | null): Value | null => {
    for (const key of keys) {
      const value = read(fields[key]);
      if (value === null) continue;
      delete extra[key];
      return value;
    }
    return null;
  };
  return {
    accessToken: take(ACCESS_TOKEN, toText),
    refreshToken: take(REFRESH_TOKEN, toText),
    tokenType: take(TOKEN_TYPE, toText),
    expiresIn: take(EXPIRES_IN, toSeconds),
    extra,
  };
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A number, also as text. */
function toSeconds(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
