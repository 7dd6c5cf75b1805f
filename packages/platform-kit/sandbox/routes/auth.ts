import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { nameOf, ROUTES_BY_ID } from '../../contract/routes.ts';
import { forUsers } from '../callers.ts';
import { queryValues } from '../contract-check.ts';
import { type App, takesRedirect } from '../developer-console.ts';
import { type Call, json, page, type Received, type Routes, seeOther } from '../exchange.ts';
import { type Form, formOf } from '../form.ts';
import { html, type Markup, pageOf, template } from '../page.ts';
import { badRequest, unauthorized } from '../refusal.ts';
import type { User } from '../school.ts';
import { type Authorization, type Grant, sentGrant } from '../sessions.ts';
import type { State } from '../state.ts';
import type { Values } from '../values.ts';

/** The user whose platform app confirms a login without a password. */
const PLATFORM_APP_USER = 'u-ana';

/** Contract: Endpoints, Sign-in and session. */
export const authHandlers = (state: State) => ({
  signIn: ({ request, values }: Call) => page(signInPage(state, request, signInRequest(state, values))),

  issueToken: ({ values }: Call) => {
    const isRefresh = values.text('grant_type') === 'refresh_token';
    const grant = isRefresh ? refresh(state, values) : exchangeCode(state, values);
    const reply = json(sentGrant(grant));
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
  },

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
export function signInForm(state: State): Routes {
  const { signIn } = ROUTES_BY_ID;
  return [
    [
      nameOf({ ...signIn, method: 'POST' }),
      (received) => {
        const request = signInRequest(state, queryValues(state, signIn, received));
        const form = formOf(received);
        const user = signingIn(state, request, form);
        if (user === undefined) {
          const message = html`<p class="message" role="alert">This handle and password do not match.</p>`;
          return page(signInPage(state, received, request, form.optionalText('handle'), message), 401);
        }
        if (request.nonce !== undefined) state.sessions.markUsed(request.nonce);
        return seeOther(redirectTarget(state, request, user));
      },
    ],
  ];
}

interface SignInRequest {
  app: App;
  isImplicit: boolean;
  redirectUri: string;
  state: string;
  appLogin: boolean;
  codeChallenge: string;
  nonce: string | undefined;
}

/** Validates the parameters before anything is shown or redirected. */
function signInRequest(state: State, values: Values): SignInRequest {
  const app = state.apps.get(values.text('client_id'));
  if (!app) throw badRequest('client_id is not registered');
  const redirectUri = values.text('redirect_uri');
  if (!takesRedirect(app, redirectUri)) throw badRequest(redirectRefusal(app, redirectUri));
  const codeChallenge = values.text('code_challenge');
  if (!isChallenge(codeChallenge)) throw badRequest('code_challenge must be a base64-encoded SHA-256 hash');
  const nonce = values.optionalText('nonce');
  if (nonce !== undefined && state.sessions.isUsed(nonce)) throw badRequest('nonce has already been used');
  return {
    app,
    isImplicit: values.text('response_type') === 'implicit',
    redirectUri,
    state: values.text('state'),
    appLogin: values.read('app_login', Type.Boolean()),
    codeChallenge,
    nonce,
  };
}

function redirectRefusal(app: App, redirectUri: string): string {
  const accepted = [...app.redirectUris, ...(app.takesLoopbackRedirects ? ['any address on loopback'] : [])];
  return `redirect_uri ${redirectUri} is not registered for ${app.clientId}, which accepts ${accepted.join(', ')}; on a real platform, register it in the developer console`;
}

const form = template('sign-in');

const signInPage = (
  state: State,
  { url }: Received,
  { app, appLogin }: SignInRequest,
  handle = '',
  message: Markup | '' = '',
): Markup =>
  pageOf(
    `Sign in to ${app.name}`,
    form({
      message,
      action: url.pathname + url.search,
      handle,
      platformApp: appLogin
        ? html`<button class="quiet" name="platform_app" value="true" formnovalidate>Login via the platform app</button>`
        : '',
      password: state.isShared
        ? 'the gateway has printed the password'
        : html`every password is <b>${state.password}</b>`,
    }),
  );

function signingIn(state: State, request: SignInRequest, form: Form): User | undefined {
  if (request.appLogin && form.optionalText('platform_app') === 'true') {
    return state.users.get(PLATFORM_APP_USER);
  }
  const handle = form.optionalText('handle')?.trim().toLowerCase().replace(/^@?/, '@');
  if (form.optionalText('password') !== state.password) return undefined;
  return [...state.users.values()].find((user) => user.handle === handle && !user.anonymous);
}

function redirectTarget(state: State, request: SignInRequest, user: User): string {
  const target = new URL(request.redirectUri);
  if (request.isImplicit) {
    const grant = state.sessions.open({ userId: user.userId, clientId: request.app.clientId });
    const { expires_in, ...tokens } = sentGrant(grant);
    const fragment = { ...tokens, expires_in: String(expires_in), state: request.state };
    target.hash = new URLSearchParams(fragment).toString();
    return target.href;
  }
  target.searchParams.set('state', request.state);
  target.searchParams.set(
    'code',
    state.sessions.issueCode({
      userId: user.userId,
      clientId: request.app.clientId,
      purpose: 'app',
      codeChallenge: request.codeChallenge,
    }),
  );
  return target.href;
}

/** Contract: Authentication 3 and, for a plugin's client ID, 8. */
function exchangeCode(state: State, values: Values): Grant {
  const clientId = values.text('client_id');
  const code = values.text('code');
  const verifier = values.optionalText('code_verifier');
  const authorization = state.sessions.takeCode(code);
  if (!authorization || authorization.clientId !== clientId || !mayRedeem(authorization, verifier)) {
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
function refresh(state: State, values: Values): Grant {
  const clientId = values.text('client_id');
  const clientSecret = values.text('client_secret');
  const refreshToken = values.text('refresh_token');
  const client = state.apps.get(clientId) ?? state.plugins.get(clientId);
  if (client?.clientSecret !== clientSecret) throw unauthorized('client_id and client_secret do not match');
  const session = state.sessions.byRefreshToken(refreshToken);
  if (session?.clientId !== clientId) throw unauthorized('the refresh token is unknown, used or expired');
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
