import { Type } from 'typebox';

import {
  CODE_CHALLENGE_METHOD,
  CODE_VERIFIER_PATTERN,
  GRANT_TYPES,
  LIMITS,
  RESPONSE_TYPES,
} from '../facts.ts';
import { body, get, post, query, REQUIRED_USER_TOKEN, required, section } from '../parts.ts';
import { oneOf } from '../resources.ts';
import type { Leniency } from '../vocabulary.ts';

const SIGN_IN = {
  client_id: '{clientId}',
  response_type: 'code',
  redirect_uri: '{redirectUri}',
  state: '{state}',
  app_login: false,
  code_challenge: '{codeChallenge}',
  code_challenge_method: CODE_CHALLENGE_METHOD,
  nonce: '{nonce}',
};

const CODE = { grant_type: 'authorization_code' };

const ATO_SESSION: Leniency = {
  what: 'ATO token',
  reason: 'An ATO sign-on also opens a session, and the contract shows no other way to check or end it.',
};

export const OAUTH = section({
  title: 'Sign-in and session (OAuth)',
  host: 'base',
  credential: REQUIRED_USER_TOKEN,
  routes: {
    signIn: get('/oauth/v2/signin', {
      credential: null,
      parameters: [
        required(query('client_id', Type.String())),
        required(query('response_type', oneOf(RESPONSE_TYPES))),
        required(query('redirect_uri', Type.String({ format: 'uri' }))),
        required(query('state', Type.String(), 'Returned unchanged on the redirect.')),
        required(query('app_login', Type.Boolean(), 'Whether the page offers a login via the platform app.')),
        required(query('code_challenge', Type.String(), 'The SHA-256 hash of the code verifier, in base64.')),
        required(query('code_challenge_method', Type.Literal(CODE_CHALLENGE_METHOD))),
        query('nonce', Type.String(), 'Unique to the user and used only once.'),
      ],
      response: { kind: 'page' },
      example: {
        minimal: SIGN_IN,
        full: { ...SIGN_IN, app_login: true },
      },
      summary: 'Shows a login page and then redirects the browser to the app.',
      notes: [
        'The redirect URI must first be registered for the app in the developer console.',
        'The redirect carries the state, and a code (response type code) or the tokens (implicit).',
        'PKCE is the flow for new apps; the implicit flow may be deprecated.',
      ],
    }),
    issueToken: post('/oauth/v2/token', {
      credential: null,
      parameters: [
        required(body('client_id', Type.String())),
        required(body('grant_type', oneOf(GRANT_TYPES))),
        body('code', Type.String(), 'The authorization code from the redirect.'),
        body(
          'code_verifier',
          Type.String({
            minLength: LIMITS.codeVerifierMinLength,
            maxLength: LIMITS.codeVerifierMaxLength,
            pattern: CODE_VERIFIER_PATTERN,
          }),
          'The secret behind the code challenge.',
        ),
        body('refresh_token', Type.String()),
        body('client_secret', Type.String()),
      ],
      rules: [
        { when: { grant_type: 'authorization_code' }, required: ['code', 'code_verifier'] },
        { when: { grant_type: 'refresh_token' }, required: ['refresh_token', 'client_secret'] },
      ],
      example: {
        minimal: { client_id: '{clientId}', ...CODE, code: '{code}', code_verifier: '{codeVerifier}' },
        refresh: {
          client_id: '{clientId}',
          client_secret: '{clientSecret}',
          grant_type: 'refresh_token',
          refresh_token: '{refreshToken}',
        },
        refreshOfAto: {
          client_id: '{pluginId}',
          client_secret: '{pluginSecret}',
          grant_type: 'refresh_token',
          refresh_token: '{atoRefreshToken}',
        },
        atoSignOn: { client_id: '{pluginId}', ...CODE, code: '{atoCode}' },
        atoSignOnWithVerifier: {
          client_id: '{pluginId}',
          ...CODE,
          code: '{atoCode}',
          code_verifier: '{codeVerifier}',
        },
      },
      effect: { does: 'refreshes a session', leaves: 'a used refresh token; the new one is discarded' },
      summary: 'Exchanges an authorization code or a refresh token for an auth token.',
      notes: ['Lifetimes and scopes of tokens are not shown.'],
      sandbox: {
        allows: [
          {
            what: 'form as body',
            reason:
              'OAuth clients send forms (RFC 6749, sections 4.1.3 and 6); the contract names no encoding.',
          },
          {
            what: 'omission by plugins',
            parameter: 'code_verifier',
            reason:
              'The platform itself starts the sign-on of an ATO request, so there is no challenge to verify.',
          },
        ],
      },
    }),
    signOut: get('/oauth/v2/logout', {
      effect: { does: 'signs a session out', leaves: 'an ended session' },
      summary: 'Logs the user out.',
      notes: [
        'The header carries the bearer token from the login.',
        'An anonymous user who has logged out must be created again.',
      ],
      sandbox: { allows: [ATO_SESSION] },
    }),
    validateToken: get('/oauth/v2/token/validate', {
      credential: { kind: 'user token', header: 'Authentication', required: true },
      summary: 'Checks whether a token is valid.',
      notes: ['The header is named Authentication and carries the bearer token from the login.'],
      sandbox: { allows: [ATO_SESSION] },
    }),
    validateSession: get('/oauth/v2/session/validate', {
      summary: 'Checks whether the session that a token belongs to is valid.',
      notes: ['The header carries a bearer token.'],
      sandbox: { allows: [ATO_SESSION] },
    }),
  },
});
