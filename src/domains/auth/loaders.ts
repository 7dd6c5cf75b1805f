import { GatewayError } from '../../graph/errors.ts';
import { once } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { validateSession, validateToken } from '../../platform/routes/auth.ts';

/** The platform's verdict on a token. Null: it says nothing (404). */
export interface Validation {
  valid: boolean;
  /** The rest of its response; null if it refused the token. */
  extra: Record<string, unknown> | null;
}

/**
 * Validations of the operation's token: one call each.
 * A 401 is a verdict; every other failure is an error.
 */
export const authLoaders = (platform: Platform) => ({
  token: once(platform, () => verdict(platform.read(validateToken, {}))),
  session: once(platform, () => verdict(platform.read(validateSession, {}))),
});

async function verdict(check: Promise<Record<string, unknown> | null>): Promise<Validation | null> {
  try {
    const extra = await check;
    return extra && { valid: true, extra };
  } catch (error) {
    if (error instanceof GatewayError && error.upstreamStatus === 401) return { valid: false, extra: null };
    throw error;
  }
}
