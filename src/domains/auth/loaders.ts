import { GatewayError } from '../../graph/errors.ts';
import { once } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { validateSession, validateToken } from '../../platform/routes/auth.ts';

/**
 * What the platform says of the operation's token: one call each.
 * A 401 is an answer, false; every other failure is an error.
 */
export const authLoaders = (platform: Platform) => ({
  tokenValid: once(platform, () => isAccepted(platform.read(validateToken, {}))),
  sessionValid: once(platform, () => isAccepted(platform.read(validateSession, {}))),
});

async function isAccepted(check: Promise<true | null>): Promise<boolean | null> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof GatewayError && error.upstreamStatus === 401) return false;
    throw error;
  }
}
