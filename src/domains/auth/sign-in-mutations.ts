import type { MutationResolvers } from '../../generated/resolvers.ts';

/** Whether success proves a valid credential: creating an account requires none. */
export type SignInKind = 'proves credential' | 'makes account';

/** The mutation that sends the secret of the app, or of the plugin for the session of an ATO request. */
export const REFRESHES = 'refreshSession';

/**
 * The mutations without a credential that use the app's secret or create an account. Each is an attempt to guess a code or token,
 * so they have their own rate limits. `beginSignIn` calls nothing.
 */
export const SIGN_IN_MUTATIONS: ReadonlyMap<string, SignInKind> = new Map<
  keyof MutationResolvers,
  SignInKind
>([
  ['exchangeCode', 'proves credential'],
  [REFRESHES, 'proves credential'],
  ['completeAtoSignOn', 'proves credential'],
  ['createAnonymousUser', 'makes account'],
]);
