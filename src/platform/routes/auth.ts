import { readRoute, writeRoute } from '../route.ts';
import { readTokens, type TokenResponse } from '../token-response.ts';
import { accepted, type Confirmation, confirmation } from '../wire.ts';

/** GET /oauth/v2/signin: the sign-in page for browsers; the gateway never calls it. */
export const SIGN_IN_PATH = '/oauth/v2/signin';

/** The platform's pattern for code verifiers, verbatim. Contract: Sign-in and session, Details. */
export const CODE_VERIFIER = /^([A-Za-z0-9.-_~]){43,128}$/;

/** POST /oauth/v2/token, authorization code with PKCE. Contract: Sign-in and session; Authentication 3. */
export const exchangeAuthorizationCode = writeRoute<
  { client_id: string; grant_type: 'authorization_code'; code: string; code_verifier?: string },
  TokenResponse
>({ method: 'POST', path: '/oauth/v2/token', credential: 'none', read: readTokens });

/** POST /oauth/v2/token, refresh: the only call that sends the client secret. Contract: Authentication 4. */
export const refreshToken = writeRoute<
  { client_id: string; client_secret: string; grant_type: 'refresh_token'; refresh_token: string },
  TokenResponse
>({ method: 'POST', path: '/oauth/v2/token', credential: 'none', read: readTokens });

/** GET /oauth/v2/logout: signs the token's user out; a write despite the method. Contract: Sign-in and session. */
export const logout = writeRoute<Record<string, never>, Record<string, unknown>>({
  method: 'GET',
  path: '/oauth/v2/logout',
  in: 'query',
  read: accepted(),
});

/** GET /oauth/v2/token/validate: the header is named `Authentication`. Contract: Sign-in and session. */
export const validateToken = readRoute<Record<string, never>, Confirmation>({
  path: '/oauth/v2/token/validate',
  credentialHeader: 'authentication',
  shared: false,
  read: confirmation,
});

/** GET /oauth/v2/session/validate. Contract: Sign-in and session. */
export const validateSession = readRoute<Record<string, never>, Confirmation>({
  path: '/oauth/v2/session/validate',
  shared: false,
  read: confirmation,
});
