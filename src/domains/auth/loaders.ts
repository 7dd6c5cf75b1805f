import { GatewayError } from '../../graph/errors.ts';
import { once } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { validateSession, validateToken } from '../../platform/routes/auth.ts';

/** Result of validating a token or its session. */
export interface Validation {
  valid: boolean;
  /** Body of the platform's response. Null: the token was rejected. */
  extra: Record<string, unknown> | null;
}

/**
 * Validations of the operation's token: one call each. Null: the platform answers 404.
 * A 401 means invalid; any other failure is an error.
 */
export const authLoaders = (platform: Platform) => ({
  token: once(platform, () => validate(platform.read(validateToken, {}))),
  session: once(platform, () => validate(platform.read(validateSession, {}))),
});

async function validate(check: Promise<Record<string, unknown> | null>): Promise<Validation | null> {
  try {
    const extra = await check;
    return extra && { valid: true, extra };
  } catch (error) {
    if (error instanceof GatewayError && error.upstreamStatus === 401) return { valid: false, extra: null };
    throw error;
  }
}
