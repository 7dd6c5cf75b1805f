import type { MutationResolvers } from '../../generated/resolvers.ts';

/** Whether success shows that the caller had a valid credential: making an account requires none. */
export type SignInKind = 'proves credential' | 'makes account';

/**
 * The mutations that anyone may call and that act with the app's secret or make an account. Each is an attempt to guess a
 * code or token, so they have their own rate limits. `beginSignIn` calls nothing.
 */
export const SIGN_IN_MUTATIONS: ReadonlyMap<string, SignInKind> = new Map<
  keyof MutationResolvers,
  SignInKind
>([
  ['exchangeCode', 'proves credential'],
  ['refreshSession', 'proves credential'],
  ['completeAtoSignOn', 'proves credential'],
  ['createAnonymousUser', 'makes account'],
]);
