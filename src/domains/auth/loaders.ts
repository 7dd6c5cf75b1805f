import { GatewayError } from '../../graph/errors.ts';
import { loadOnce } from '../../graph/loader.ts';
import { type Platform, requireCredential } from '../../platform/client.ts';
import type { RouteCredential } from '../../platform/route.ts';
import { validateSession, validateToken } from '../../platform/routes/auth.ts';
import type { Confirmation } from '../../platform/wire.ts';

/** Result of validating a token or its session. */
export interface Validation {
  valid: boolean;
  /** Body of the platform's response. Null: the token was rejected. */
  extra: Record<string, unknown> | null;
}

/**
 * Whether a token's session is valid: confirmed on this instance within the check interval, or by `check` now.
 * Throws what `check` throws.
 */
export type ConfirmSession = (token: string, check: () => Promise<boolean>) => Promise<boolean>;

/**
 * Validations of the operation's token: one call each.
 * A 401 means invalid, as does a response that says so; any other failure is an error.
 */
export function authLoaders(platform: Platform, confirmSession: ConfirmSession) {
  const session = loadOnce(platform, () => validate(platform.read(validateSession, {})));
  const isSessionValid = async (): Promise<boolean> => (await session.load()).valid;
  return {
    token: loadOnce(platform, () => validateTokenOf(platform)),
    session,
    /**
     * Resolves once the session of the operation's token is known to be valid. Required before the gateway stores or returns data
     * without a platform call, which would check the token: at most one call to `session/validate`.
     * @param needed the credential of the route or field that the token is for.
     * @throws GatewayError UNAUTHENTICATED without a valid token; the failure of the call that validates it.
     */
    requireSession: async (needed: RouteCredential): Promise<void> => {
      const { credential } = platform;
      requireCredential(needed, credential);
      if (credential.kind !== 'user' || (await confirmSession(credential.token, isSessionValid))) return;
      throw new GatewayError('UNAUTHENTICATED', 'The session has expired or was signed out: sign in again.');
    },
  };
}

/** Validates the token of a platform client. */
export const validateTokenOf = (platform: Platform): Promise<Validation> =>
  validate(platform.read(validateToken, {}));

async function validate(check: Promise<Confirmation>): Promise<Validation> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof GatewayError && error.upstreamStatus === 401) return { valid: false, extra: null };
    throw error;
  }
}
