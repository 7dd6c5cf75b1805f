import type { Sandbox } from 'learning-platform-kit/sandbox';
import { BOUNDS } from '../../src/config/bounds.ts';
import { VARIABLES } from '../../src/config/variables.ts';
import { EXECUTOR } from './executor.ts';

/** Tests send requests faster than the default limits allow, and count the calls of the platform. */
export const UNLIMITED = { LIMIT_RATE: '0', LIMIT_SIGN_IN: '0', LIMIT_REJECTED_SIGN_INS: '0' };

/** The same limits as operators have them, for tests of what an attacker can do. */
export const LIMITED = {
  LIMIT_RATE: String(VARIABLES.LIMIT_RATE.fallback),
  LIMIT_SIGN_IN: String(BOUNDS.signIns),
  LIMIT_REJECTED_SIGN_INS: String(BOUNDS.rejectedSignIns),
};

/** No request is refused and no call times out because the machine is busy. */
export const UNHURRIED = { LIMIT_LAG: '60000', PLATFORM_TIMEOUT: '60000' };

/**
 * What a process started by a test inherits: the search path, and the compiled code that the
 * processes of a run share. Each sandbox platform starts anew.
 */
export function processEnvironment(): Record<string, string> {
  const { PATH = '', COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, SANDBOX_STATE: 'none', EXECUTOR };
}

/** The same for a process that runs a file of `src/`, which starts in half the time as packed: see `packed-sources.ts`. */
export const sourceEnvironment = (): Record<string, string> => ({
  ...processEnvironment(),
  NODE_OPTIONS: process.env.PACKED_SOURCES ?? '',
});

/** Environment of a gateway process. */
export const environmentOf = (sandbox: Sandbox): Record<string, string> => ({
  PLATFORM_URL: sandbox.url,
  PLATFORM_NOTES_URL: sandbox.notesUrl,
  PLATFORM_PUSH_URL: sandbox.pushUrl,
  APP_CLIENT_ID: sandbox.app.clientId,
  APP_CLIENT_SECRET: sandbox.app.clientSecret,
  PLUGIN_CLIENT_ID: sandbox.credentials.plugin.clientId,
  PLUGIN_CLIENT_SECRET: sandbox.credentials.plugin.clientSecret,
  NOTIFICATION_POLL_INTERVAL: '200',
  NOTIFICATION_POLL_BUDGET: '2000',
  LOG_LEVEL: 'warn',
});
