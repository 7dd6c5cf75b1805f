import type { CheckSession } from '../admission/sessions.ts';
import { validateTokenOf } from '../domains/auth/loaders.ts';
import { Cancellation } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import { parseCredential } from '../platform/credential.ts';
import type { Upstream } from './upstream.ts';

/**
 * Timeout of a session check, in milliseconds. Longer than the default `PLATFORM_TIMEOUT`, so that a route that hangs counts against
 * its circuit breaker.
 */
const SESSION_CHECK_TIMEOUT = 6000;
/** Checks with the platform whether a token is valid. Rejects if the check fails. */
export const sessionCheck =
  (clock: Clock, platformFor: Upstream['forBackground']): CheckSession =>
  async (authorization, lane) => {
    const credential = parseCredential(authorization);
    // Without a credential there is nothing to check.
    if (credential.kind === 'none') return false;
    const timeout = new Cancellation();
    const timer = clock.setTimeout(() => timeout.abort(), SESSION_CHECK_TIMEOUT);
    try {
      const platform = platformFor(credential, timeout, lane);
      return (await validateTokenOf(platform))?.valid === true;
    } finally {
      clock.clearTimeout(timer);
    }
  };
