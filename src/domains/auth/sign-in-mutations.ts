import type { MutationResolvers } from '../../generated/resolvers.ts';

/**
 * The mutations that anyone may call and that act with the app's secret or make an account. Each is an attempt to guess a
 * code or token, so they have a rate limit of their own. `beginSignIn` calls nothing.
 */
export const SIGN_IN_MUTATIONS: ReadonlySet<string> = new Set<keyof MutationResolvers>([
  'exchangeCode',
  'refreshSession',
  'completeAtoSignOn',
  'createAnonymousUser',
]);
