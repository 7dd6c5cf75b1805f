import { isRecord } from '../graph/is-record.ts';

/** The tokens in a reply whose fields the contract does not show. */
export interface TokenResponse {
  accessToken: string | null;
  refreshToken: string | null;
  tokenType: string | null;
  expiresIn: number | null;
  extra: Record<string, unknown>;
}

const ACCESS_TOKEN = ['access_token', 'accessToken', 'token'];
const REFRESH_TOKEN = ['refresh_token', 'refreshToken'];
const TOKEN_TYPE = ['token_type', 'tokenType'];
const EXPIRES_IN = ['expires_in', 'expiresIn'];
const NESTED_UNDER = ['token', 'session', 'auth', 'data'];

/**
 * Reads tokens by the names of RFC 6749, section 5.1, and their usual variants, at the top of a reply or one
 * object down. Null where there is no access token. Contract: Responses not shown, 9.
 */
export function findTokens(reply: Record<string, unknown>): TokenResponse | null {
  if (hasTokens(reply)) return readTokens(reply);
  for (const key of NESTED_UNDER) {
    const nested = reply[key];
    if (hasTokens(nested)) return readTokens(nested);
  }
  return null;
}

/** What a reply holds beside the tokens that {@link findTokens} finds in it. */
export function besideTokens(reply: Record<string, unknown>): Record<string, unknown> {
  if (hasTokens(reply)) return readTokens(reply).extra;
  const place = NESTED_UNDER.find((key) => hasTokens(reply[key]));
  return place === undefined ? reply : without(reply, [place]);
}

const hasTokens = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && firstOf(value, ACCESS_TOKEN, isText) !== null;

/** The tokens of a reply to the token route; whatever has no field is kept in `extra`. */
export const readTokens = (reply: Record<string, unknown>): TokenResponse => ({
  accessToken: firstOf(reply, ACCESS_TOKEN, isText),
  refreshToken: firstOf(reply, REFRESH_TOKEN, isText),
  tokenType: firstOf(reply, TOKEN_TYPE, isText),
  expiresIn: firstOf(reply, EXPIRES_IN, isNumber),
  extra: without(reply, [...ACCESS_TOKEN, ...REFRESH_TOKEN, ...TOKEN_TYPE, ...EXPIRES_IN]),
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function firstOf<Value>(
  reply: Record<string, unknown>,
  keys: readonly string[],
  is: (value: unknown) => value is Value,
): Value | null {
  for (const key of keys) {
    const value = reply[key];
    if (is(value)) return value;
  }
  return null;
}

const without = (reply: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(reply).filter(([key]) => !keys.includes(key)));
