import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rejectUnavailable } from '../../events/streamed-write.ts';
import type {
  BeginSignInInput,
  BeginSignInPayload,
  ExchangeCodeInput,
  RefreshSessionInput,
  SignOutPayload,
} from '../../generated/resolvers.ts';
import { badInput, GatewayError, notServed } from '../../graph/errors.ts';
import { clientIdOf, clientSecretOf, pluginOf } from '../../platform/app-registration.ts';
import type { Platform } from '../../platform/client.ts';
import * as routes from '../../platform/routes/auth.ts';
import { registerDevice } from '../../platform/routes/notification.ts';
import { rejectRefresh, rejectSignIn } from '../../platform/token-failures.ts';
import type { TokenResponse } from '../../platform/token-response.ts';
import type { Context, EventStreams } from '../context.ts';
import type { ExchangedCode, RefreshedSession } from './payloads.ts';

/** Builds the URL of the sign-in page, with PKCE S256; makes no call. Contract: Sign-in and session. */
export function beginSignIn(input: BeginSignInInput, { platform, app }: Context): BeginSignInPayload {
  if (!URL.canParse(input.redirectUri))
    throw badInput(['input', 'redirectUri'], 'INVALID', 'must be an absolute URL.');
  if (input.state === '') throw badInput(['input', 'state'], 'REQUIRED', `must not be empty; ${OR_OMIT}`);
  if (input.nonce === '') throw badInput(['input', 'nonce'], 'REQUIRED', `must not be empty; ${OR_OMIT}`);
  const state = input.state ?? randomBytes(24).toString('base64url');
  const codeVerifier = createVerifier();
  const nonce = input.nonce ?? randomUUID();
  const url = platform.address(routes.SIGN_IN_PATH, {
    client_id: clientIdOf(app),
    response_type: input.responseType === 'IMPLICIT' ? 'implicit' : 'code',
    redirect_uri: input.redirectUri,
    state,
    app_login: input.appLogin ?? false,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: 'S256',
    nonce,
  });
  return { url, state, codeVerifier, nonce };
}

const OR_OMIT = 'omit it for a random value.';

/**
 * 64 characters: a power of two, so that a random byte selects one without bias. PKCE (RFC 7636) also allows `-`, but the
 * range `.-_` in the contract's pattern excludes it.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._';
const VERIFIER_LENGTH = 64;

const createVerifier = (): string =>
  Array.from(randomBytes(VERIFIER_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The S256 challenge: base64url without padding (RFC 7636, section 4.2). */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Exchanges a code for tokens, then registers the device if given. Contract: Sign-in; Push notifications. */
export async function exchangeCode(
  { code, codeVerifier, deviceToken }: ExchangeCodeInput,
  { platform, app }: Context,
): Promise<ExchangedCode> {
  if (!routes.CODE_VERIFIER.test(codeVerifier))
    throw badInput(
      ['input', 'codeVerifier'],
      'INVALID',
      'must be the `codeVerifier` from `beginSignIn`: 43 to 128 characters that the platform allows, which excludes `-`.',
    );
  // Checked before the code is spent.
  if (deviceToken === '')
    throw badInput(
      ['input', 'deviceToken'],
      'REQUIRED',
      'must not be empty; omit it to skip the registration of a device.',
    );
  const token = await platform
    .write(routes.exchangeAuthorizationCode, {
      client_id: clientIdOf(app),
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
    })
    .catch(rejectSignIn);
  return { token, deviceRegistered: await register(token, deviceToken ?? null, platform) };
}

async function register(
  { accessToken, refreshToken: refresh }: TokenResponse,
  deviceToken: string | null,
  platform: Platform,
): Promise<boolean | null | Error> {
  if (deviceToken === null || accessToken === null) return null;
  try {
    const session = platform.as({ kind: 'user', token: accessToken });
    await session.write(registerDevice, {
      deviceToken,
      ...(refresh === null ? {} : { refreshToken: refresh }),
    });
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'NOT_FOUND') return notServed(error.upstream);
    return error instanceof Error ? error : new Error('registration failed', { cause: error });
  }
}

/**
 * Exchanges a refresh token for new tokens, with the client registration that obtained it: the platform rejects any other. The
 * tokens of an ATO sign-on remain bound to its request. Contract: Authentication 4 and 8.
 */
export async function refreshSession(
  { refreshToken: old, registration }: RefreshSessionInput,
  context: Context,
): Promise<RefreshedSession> {
  const { platform, app, plugin, events } = context;
  const isAto = registration === 'ATO';
  const client = isAto ? pluginOf(plugin) : { clientId: clientIdOf(app), clientSecret: clientSecretOf(app) };
  // Read before the token is spent.
  const requestId = isAto ? await events.bindings.requestOfRefresh(old).catch(rejectUnavailable) : null;
  const token = await platform
    .write(routes.refreshToken, {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: old,
    })
    .catch(rejectRefresh);
  if (requestId === null) return { token, requestId };
  // As after a sign-on, a failed binding must not cost the caller the tokens.
  const bound = await rebind(token, old, requestId, events).catch(() => false);
  return { token, requestId: bound ? requestId : null };
}

async function rebind(
  token: TokenResponse,
  old: string,
  requestId: string,
  { bindings, confirmSession }: EventStreams,
): Promise<boolean> {
  if (!(await bindings.bind(token, requestId))) return false;
  // The platform has just renewed the session.
  if (token.accessToken !== null) await confirmSession(token.accessToken, async () => true);
  if (token.refreshToken !== null && token.refreshToken !== old) await bindings.unbindRefresh(old);
  return true;
}

/** Signs out and ends the open streams of the token. Contract: Sign-in and session, logout. */
export async function signOut({ platform, loaders, events }: Context): Promise<SignOutPayload> {
  const extra = await platform.write(routes.logout, {});
  loaders.clear();
  if (platform.credential.kind === 'user') await events.endSession(platform.credential.token);
  return { extra };
}
