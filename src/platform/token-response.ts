import { isRecord } from '../lib/is-record.ts';
import { UnexpectedShape } from './body.ts';
import { locate } from './envelope.ts';
import { toNumber } from './values.ts';
import { optionalJson, type Read, reader } from './wire.ts';

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
const SUBJECT = { names: ['token', 'tokens', 'session', 'auth'], members: {} };

const holdsAccessToken = (fields: unknown): fields is Fields =>
  isRecord(fields) && ACCESS_TOKEN.some((key) => toText(fields[key]) !== null);

/**
 * Reads tokens by the names of RFC 6749, section 5.1, and their usual variants. Null if there is no access token.
 * Contract: Responses not shown, 9.
 */
export function findTokens(response: Fields): TokenResponse | null {
  const found = locate(response, holdsAccessToken, SUBJECT);
  return found && readFields(found.value);
}

/** The rest of a response, without what {@link findTokens} reads. */
export function besideTokens(response: Fields): Fields {
  const found = locate(response, holdsAccessToken, SUBJECT);
  if (!found) return response;
  return found.value === response ? readFields(response).extra : found.beside;
}

/** The response of the token route, with everything beside the tokens in `extra`. A response without an access token is none. */
export const readTokens: Read<TokenResponse> = reader({ form: 'tokens' }, (body) => {
  const found = locate(optionalJson(body), holdsAccessToken, SUBJECT);
  if (!found) throw new UnexpectedShape('no access token');
  return readFields({ ...found.beside, ...found.value });
});

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
    expiresIn: take(EXPIRES_IN, toNumber),
    extra,
  };
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
