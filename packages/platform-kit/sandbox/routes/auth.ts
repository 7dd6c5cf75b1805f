import { createHash } from 'node:crypto';
import { nameOf, ROUTES_BY_ID, type ValuesOf } from '../../contract/routes.ts';
import { forAnyone, forUsers } from '../callers.ts';
import { queryOf } from '../contract-check.ts';
import { type App, takesRedirect } from '../developer-console.ts';
import { page, type Received, type Routes, seeOther } from '../exchange.ts';
import { type Form, formOf } from '../form.ts';
import { html, type Markup, pageOf, template } from '../page.ts';
import { badRequest, unauthorized } from '../refusal.ts';
import type { User } from '../school.ts';
import { type Authorization, type Grant, sentGrant } from '../sessions.ts';
import type { State } from '../state.ts';

/** The user whose platform app confirms a login without a password. */
const PLATFORM_APP_USER = 'u-ana';

/** Contract: Endpoints, Sign-in and session. */
export const authHandlers = (state: State) => ({
  ...forAnyone({
    signIn: ({ request, values }) => signInPage(state, request, signInRequest(state, values)).markup,

    issueToken: ({ values }) =>
      sentGrant(values.grant_type === 'refresh_token' ? refresh(state, values) : exchangeCode(state, values)),
  }),

  ...forUsers(state, {
    signOut: ({ session }) => {
      state.sessions.end(session);
      return { loggedOut: true };
    },
    validateToken: ({ user, session }) => ({
      valid: true,
      userId: user.userId,
      clientId: session.clientId,
    }),
    validateSession: ({ user, session }) => ({
      valid: true,
      userId: user.userId,
      sessionId: session.sessionId,
    }),
  }),
});

/** The target of the sign-in page's own form: the contract shows only the page and the redirect. */
export const signInForm = (state: State): Routes => [
  [
    nameOf({ ...ROUTES_BY_ID.signIn, method: 'POST' }),
    (received) => {
      const request = signInRequest(state, queryOf(state, 'signIn', received));
      const fields = formOf(received);
      const user = signingIn(state, request, fields);
      if (user === undefined) {
        const message = html`<p class="message" role="alert">This handle and password do not match.</p>`;
        return page(signInPage(state, received, request, fields.optionalText('handle'), message), 401);
      }
      if (request.nonce !== undefined) state.sessions.markUsed(request.nonce);
      return seeOther(redirectTarget(state, request, user));
    },
  ],
];

type SignInRequest = ValuesOf<'signIn'> & { app: App };

/** Validates the parameters before anything is shown or redirected. */
function signInRequest(state: State, values: ValuesOf<'signIn'>): SignInRequest {
  const { client_id, redirect_uri, code_challenge, nonce } = values;
  const app = state.apps.get(client_id);
  if (!app) throw badRequest('client_id is not registered');
  if (!takesRedirect(app, redirect_uri)) throw badRequest(redirectRefusal(app, redirect_uri));
  if (!isChallenge(code_challenge)) throw badRequest('code_challenge must be a base64-encoded SHA-256 hash');
  if (nonce !== undefined && state.sessions.isUsed(nonce)) throw badRequest('nonce has already been used');
  return { ...values, app };
}

function redirectRefusal(app: App, redirectUri: string): string {
  const accepted = [...app.redirectUris, ...(app.takesLoopbackRedirects ? ['any address on loopback'] : [])];
  return `redirect_uri ${redirectUri} is not registered for ${app.clientId}, which accepts ${accepted.join(', ')}; on a real platform, register it in the developer console`;
}

const form = template('sign-in');

const signInPage = (
  state: State,
  { url }: Received,
  { app, app_login }: SignInRequest,
  handle = '',
  message: Markup | '' = '',
): Markup =>
  pageOf(
    `Sign in to ${app.name}`,
    form({
      message,
      action: url.pathname + url.search,
      handle,
      platformApp: app_login
        ? html`<button class="quiet" name="platform_app" value="true" formnovalidate>Login via the platform app</button>`
        : '',
      password: state.isShared
        ? 'the gateway has printed the password'
        : html`every password is <b>${state.password}</b>`,
    }),
  );

function signingIn(state: State, request: SignInRequest, fields: Form): User | undefined {
  if (request.app_login && fields.optionalText('platform_app') === 'true') {
    return state.users.get(PLATFORM_APP_USER);
  }
  const handle = fields.optionalText('handle')?.trim().toLowerCase().replace(/^@?/, '@');
  if (fields.optionalText('password') !== state.password) return undefined;
  return [...state.users.values()].find((user) => user.handle === handle && !user.anonymous);
}

function redirectTarget(state: State, request: SignInRequest, { userId }: User): string {
  const { client_id: clientId, state: passed } = request;
  const target = new URL(request.redirect_uri);
  if (request.response_type === 'implicit') {
    const { expires_in, ...tokens } = sentGrant(state.sessions.open({ userId, clientId }));
    const fragment = { ...tokens, expires_in: String(expires_in), state: passed };
    target.hash = new URLSearchParams(fragment).toString();
    return target.href;
  }
  const codeChallenge = request.code_challenge;
  target.searchParams.set('state', passed);
  target.searchParams.set(
    'code',
    state.sessions.issueCode({ userId, clientId, purpose: 'app', codeChallenge }),
  );
  return target.href;
}

type TokenRequest = ValuesOf<'issueToken'>;

/** Contract: Authentication 3 and, for a plugin's client ID, 8. */
function exchangeCode(state: State, { client_id, code = '', code_verifier }: TokenRequest): Grant {
  const authorization = state.sessions.takeCode(code);
  if (!authorization || authorization.clientId !== client_id || !mayRedeem(authorization, code_verifier)) {
    throw badRequest(
      'the code is unknown, used, expired or issued to another client, or the verifier does not match',
    );
  }
  return state.sessions.open(authorization);
}

/** A sign-on that the platform itself started has no challenge, so there is no verifier to compare. */
function mayRedeem({ codeChallenge }: Authorization, verifier: string | undefined): boolean {
  if (codeChallenge === null) return true;
  return verifier !== undefined && verifierMatches(verifier, codeChallenge);
}

/** Contract: Authentication 4. */
function refresh(state: State, { client_id, client_secret, refresh_token = '' }: TokenRequest): Grant {
  const client = state.apps.get(client_id) ?? state.plugins.get(client_id);
  if (!client || client.clientSecret !== client_secret)
    throw unauthorized('client_id and client_secret do not match');
  const session = state.sessions.byRefreshToken(refresh_token);
  if (session?.clientId !== client_id) throw unauthorized('the refresh token is unknown, used or expired');
  return state.sessions.refresh(session);
}

const BASE64URL_DIGEST = /^[A-Za-z0-9_-]{43}$/;
const BASE64_DIGEST = /^[A-Za-z0-9+/]{43}=$/;

/** A SHA-256 digest as base64url without padding (as in S256) or as padded base64 (as in the contract). */
function isChallenge(text: string): boolean {
  return BASE64URL_DIGEST.test(text) || BASE64_DIGEST.test(text);
}

function verifierMatches(verifier: string, challenge: string): boolean {
  const digest = createHash('sha256').update(verifier, 'ascii').digest();
  return digest.equals(Buffer.from(challenge, 'base64'));
}
