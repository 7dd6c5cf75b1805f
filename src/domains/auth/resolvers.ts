import type { Resolvers } from '../../generated/resolvers.ts';
import { calls, free, once, unshared, write } from '../../graph/cost.ts';
import { requireCredential } from '../../platform/client.ts';
import * as routes from '../../platform/routes/auth.ts';
import { registerDevice } from '../../platform/routes/notification.ts';
import { beginSignIn, exchangeCode, refreshSession, signOut } from './writes.ts';

export const authResolvers = {
  Query: {
    session: free((_root, _arguments, { platform }) => {
      requireCredential('user', platform.credential);
      return {};
    }),
  },
  Mutation: {
    beginSignIn: free((_root, { input }, context) => beginSignIn(input, context)),
    exchangeCode: write(routes.exchangeAuthorizationCode, exchangeCode, unshared(registerDevice)),
    refreshSession: write(routes.refreshToken, refreshSession),
    signOut: calls(unshared(routes.logout), (_root, _arguments, context) => signOut(context)),
  },
  Session: {
    tokenValid: calls(
      once(routes.validateToken),
      async (_session, _arguments, { loaders }) => (await loaders.auth.token.load()).valid,
    ),
    tokenExtra: calls(
      once(routes.validateToken),
      async (_session, _arguments, { loaders }) => (await loaders.auth.token.load()).extra,
    ),
    sessionValid: calls(
      once(routes.validateSession),
      async (_session, _arguments, { loaders }) => (await loaders.auth.session.load()).valid,
    ),
    sessionExtra: calls(
      once(routes.validateSession),
      async (_session, _arguments, { loaders }) => (await loaders.auth.session.load()).extra,
    ),
  },
  ExchangeCodePayload: {
    deviceRegistered: ({ deviceRegistered }) => {
      if (deviceRegistered instanceof Error) throw deviceRegistered;
      return deviceRegistered;
    },
  },
} satisfies Resolvers;
