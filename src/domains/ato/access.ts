import { rejectUnavailable } from '../../events/streamed-write.ts';
import { GatewayError } from '../../graph/errors.ts';
import { isOfPlugin, pluginOf } from '../../platform/app-registration.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import type { TokenResponse } from '../../platform/token-response.ts';
import type { Context } from '../context.ts';
import { readState } from './state.ts';
import { atoTopic } from './topic.ts';

/** Read access to the plugin's ATO requests. */
export interface AtoAccess {
  topic: string;
  /** Owner of the caller's cursors: the plugin, or the one request. Never a token. */
  caller: string;
  /** The one request that the caller may read. Null: every request. */
  only: string | null;
}

/**
 * Determines the operation's access: every request with the plugin credential, one request with an ATO token bound to it,
 * as long as its session is valid.
 * @throws GatewayError NOT_CONFIGURED without a plugin, UNAUTHENTICATED without a credential, FORBIDDEN for any other.
 */
export async function atoAccess(context: Context): Promise<AtoAccess> {
  const { platform, plugin, loaders } = context;
  const registration = pluginOf(plugin);
  const { clientId } = registration;
  const { credential } = platform;
  const topic = atoTopic(clientId);
  if (credential.kind === 'plugin') {
    if (isOfPlugin(credential, registration)) return { topic, caller: `plugin:${clientId}`, only: null };
    throw new GatewayError(
      'FORBIDDEN',
      'This credential does not belong to the plugin that this gateway serves.',
    );
  }
  const requestId = credential.kind === 'user' ? await boundRequest(credential.token, context) : null;
  if (requestId !== null) {
    await loaders.auth.requireSession('ato');
    return { topic, caller: `request:${requestId}`, only: requestId };
  }
  throw credential.kind === 'none'
    ? new GatewayError('UNAUTHENTICATED', NEEDS_CREDENTIAL)
    : new GatewayError('FORBIDDEN', `${NEEDS_CREDENTIAL} The given token is not bound to an ATO request.`);
}

/**
 * The same for one request.
 * @throws GatewayError FORBIDDEN if the token is bound to another request.
 */
export async function atoAccessTo(requestId: string | null, context: Context): Promise<AtoAccess> {
  const access = await atoAccess(context);
  if (access.only === null || requestId === null || access.only === requestId) return access;
  throw new GatewayError('FORBIDDEN', OTHER_REQUEST);
}

/**
 * Rejects a write to a request other than the one that the operation's token is bound to. The platform authorizes writes of
 * unbound tokens.
 * @returns whether the token is bound to the request, and so may read it.
 * @throws GatewayError FORBIDDEN
 */
export async function checkMayWriteTo(requestId: string, context: Context): Promise<boolean> {
  const { platform, plugin } = context;
  const { credential } = platform;
  if (plugin === null || credential.kind !== 'user') return false;
  const bound = await boundRequest(credential.token, context);
  if (bound !== null && bound !== requestId) throw new GatewayError('FORBIDDEN', OTHER_REQUEST);
  return bound !== null;
}

/** The request that a token is bound to, or null. */
async function boundRequest(token: string, context: Context): Promise<string | null> {
  const { bindings } = context.events;
  const bound = await bindings.requestOf(token).catch(rejectUnavailable);
  if (bound !== null) return bound;
  // 0.2.0 may have bound it, without a MAC.
  const claimed = await bindings.claimedFor(token).catch(rejectUnavailable);
  return claimed !== null && (await isRequester(token, claimed, context)) ? claimed : null;
}

const NEEDS_CREDENTIAL =
  'This field requires the plugin credential, as Basic authorization, or an ATO token from `completeAtoSignOn`.';
const OTHER_REQUEST = 'This ATO token belongs to another request.';

/**
 * Binds the tokens of a sign-on to a request. The caller chooses `state`, so it proves nothing: the token is bound only if it is the
 * requester's.
 */
export async function bindSignOn(
  tokens: TokenResponse,
  requestId: string,
  context: Context,
): Promise<boolean> {
  const { accessToken } = tokens;
  if (accessToken === null || !(await isRequester(accessToken, requestId, context))) return false;
  return context.events.bindings.bind(tokens, requestId);
}

/** Whether the user that the platform confirms for a token is the user of the stored request. */
async function isRequester(
  token: string,
  requestId: string,
  { events, plugin, platform }: Context,
): Promise<boolean> {
  const stored = await events.log.snapshot(atoTopic(pluginOf(plugin).clientId), requestId);
  const requester = readState(stored?.state)?.userId ?? null;
  if (requester === null) return false;
  const profile = await platform.as({ kind: 'user', token }).read(readOwnProfile, {});
  return String(profile.userId) === requester;
}
