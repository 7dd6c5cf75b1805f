import { readRoute, writeRoute } from '../route.ts';
import { readTokens } from '../token-response.ts';
import { accepted, confirmation } from '../wire.ts';

/** GET /oauth/v2/signin: the sign-in page for browsers; the gateway never calls it. */
export const SIGN_IN_PATH = '/oauth/v2/signin';

/** The platform's pattern for code verifiers, verbatim. Contract: Sign-in and session, Details. */
export const CODE_VERIFIER = /^([A-Za-z0-9.-_~]){43,128}$/;

/** POST /oauth/v2/token, authorization code with PKCE. Contract: Sign-in and session; Authentication 3. */
export const exchangeAuthorizationCode = writeRoute<{
  client_id: string;
  grant_type: 'authorization_code';
  code: string;
  code_verifier?: string;
}>().at('POST', '/oauth/v2/token', readTokens, { credential: 'none' });

/** POST /oauth/v2/token, refresh: the only call that sends the client secret. Contract: Authentication 4. */
export const refreshToken = writeRoute<{
  client_id: string;
  client_secret: string;
  grant_type: 'refresh_token';
  refresh_token: string;
}>().at('POST', '/oauth/v2/token', readTokens, { credential: 'none' });

/** GET /oauth/v2/logout: signs the token's user out; a write despite the method. Contract: Sign-in and session. */
export const logout = writeRoute().at('GET', '/oauth/v2/logout', accepted(), { in: 'query' });

/** GET /oauth/v2/token/validate: the header is named `Authentication`. Contract: Sign-in and session. */
export const validateToken = readRoute().at('/oauth/v2/token/validate', confirmation, {
  credentialHeader: 'authentication',
  shared: false,
});

/** GET /oauth/v2/session/validate. Contract: Sign-in and session. */
export const validateSession = readRoute().at('/oauth/v2/session/validate', confirmation, { shared: false });
